/** The venue's market parameters, and how active paper makes the market. */
export interface PerpSpec {
  readonly coin: string;
  readonly szDecimals: number;
  readonly maxLeverage: number;
  readonly onlyIsolated: boolean;
  /** Typical 24 h volume; book depth and open interest follow from it. */
  readonly dayVolumeUsd: number;
}

const spec = (
  coin: string,
  szDecimals: number,
  maxLeverage: number,
  dayVolumeUsd: number,
  onlyIsolated = false,
): PerpSpec => ({ coin, szDecimals, maxLeverage, onlyIsolated, dayVolumeUsd });

/** Paper's perp markets by asset index; each coin is a reference asset. */
export const perpSpecs: readonly PerpSpec[] = [
  spec('BTC', 5, 40, 3.1e9),
  spec('ETH', 4, 25, 1.9e9),
  spec('SOL', 2, 20, 7.2e8),
  spec('BNB', 3, 10, 6.1e7),
  spec('XRP', 0, 20, 2.4e8),
  spec('DOGE', 0, 10, 1.1e8),
  spec('AVAX', 2, 10, 4.2e7),
  spec('LINK', 1, 10, 3.9e7),
  spec('SUI', 1, 10, 8.8e7),
  spec('ARB', 1, 10, 2.1e7),
  spec('JUP', 0, 10, 9.5e6),
  spec('WIF', 0, 5, 1.6e7),
  spec('HYPE', 2, 10, 3.3e8),
  spec('kPEPE', 0, 10, 5.4e7),
  spec('MON', 0, 3, 6.4e6, true),
];

/** The venue's fees for the lowest tier, as fractions of the notional. */
export const feeRates = { taker: '0.00045', maker: '0.00015' } as const;
