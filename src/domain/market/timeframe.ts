/** PnL periods, shortest first. */
export const timeframes = ['1d', '7d', '30d', 'lifetime'] as const;

/** A period of `portfolio.pnl`, as its query has it. */
export type Timeframe = (typeof timeframes)[number];

/** The next longer period; after the longest, the shortest. */
export const nextTimeframe = (timeframe: Timeframe): Timeframe =>
  timeframes[(timeframes.indexOf(timeframe) + 1) % timeframes.length] ?? '30d';
