/** A coin whose price other prices follow. */
export interface Asset {
  readonly startUsd: number;
  /** Annual standard deviation of the log price. */
  readonly volatility: number;
  /** Which coin it follows, and the correlation of their returns; `market` is what all crypto has in common. */
  readonly follows: readonly [name: string, correlation: number];
}

const asset = (startUsd: number, volatility: number, name: string, correlation: number): Asset => ({
  startUsd,
  volatility,
  follows: [name, correlation],
});

/** The common factor, which has no price of its own. */
export const commonFactor = 'market';

/** Leaders before those that follow them. */
export const assets: Readonly<Record<string, Asset>> = {
  BTC: asset(96_850, 0.48, commonFactor, 0.92),
  ETH: asset(3_505, 0.66, commonFactor, 0.9),
  SOL: asset(139.8, 0.84, commonFactor, 0.87),
  BNB: asset(629.5, 0.5, commonFactor, 0.8),
  MON: asset(0.0342, 1.4, commonFactor, 0.55),
  HYPE: asset(31.6, 1.05, commonFactor, 0.62),
  XRP: asset(2.21, 0.78, commonFactor, 0.75),
  DOGE: asset(0.1642, 0.92, commonFactor, 0.8),
  AVAX: asset(17.85, 0.9, commonFactor, 0.82),
  LINK: asset(14.72, 0.85, commonFactor, 0.8),
  SUI: asset(1.863, 1.05, commonFactor, 0.75),
  ARB: asset(0.2416, 1.05, 'ETH', 0.8),
  JUP: asset(0.3618, 1.15, 'SOL', 0.7),
  WIF: asset(0.5124, 1.5, 'SOL', 0.68),
  BONK: asset(0.00001184, 1.35, 'SOL', 0.7),
  /** Dollar tokens that are not the hub of their chain: they keep to a dollar, unless a scenario says otherwise. */
  USDT: asset(1, 0, commonFactor, 0),
  kPEPE: asset(0.005231, 1.3, 'ETH', 0.7),
};
