/** The periods that profit and loss are asked for, shortest first. */
export const timeframes = ['1d', '7d', '30d', 'lifetime'] as const;

export type Timeframe = (typeof timeframes)[number];

/** The next longer period; after the longest, the shortest. */
export const nextTimeframe = (timeframe: Timeframe): Timeframe =>
  timeframes[(timeframes.indexOf(timeframe) + 1) % timeframes.length] ?? '30d';
