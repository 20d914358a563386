/** PnL periods, shortest first. */
export const timeframes = ['1d', '7d', '30d', 'lifetime'] as const;

/** A period of `portfolio.pnl`, as its query has it. */
export type Timeframe = (typeof timeframes)[number];

/** The next longer period; after the longest, the shortest. */
export const nextTimeframe = (timeframe: Timeframe): Timeframe =>
  timeframes[(timeframes.indexOf(timeframe) + 1) % timeframes.length] ?? '30d';

const dayMs = 86_400_000;
const lengths: Readonly<Record<Timeframe, number>> = {
  '1d': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  lifetime: Number.POSITIVE_INFINITY,
};

/** When the period that ends at `nowMs` began, ms since the epoch. */
export const timeframeStart = (timeframe: Timeframe, nowMs: number): number => Math.max(0, nowMs - lengths[timeframe]);
