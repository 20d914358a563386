import type { Random } from '../../platform/time/random.ts';

/** Initial USD price and annual volatility of each reference asset. */
const assets: Readonly<Record<string, readonly [startUsd: number, volatility: number]>> = {
  BTC: [96_850, 0.55],
  ETH: [3_505, 0.7],
  SOL: [139.8, 0.95],
  BNB: [629.5, 0.6],
  MON: [0.0342, 1.6],
  HYPE: [31.6, 1.2],
  XRP: [2.21, 0.9],
  DOGE: [0.1642, 1.1],
  AVAX: [17.85, 1.0],
  LINK: [14.72, 0.9],
  SUI: [1.863, 1.1],
  ARB: [0.2416, 1.1],
  JUP: [0.3618, 1.2],
  WIF: [0.5124, 1.5],
  BONK: [0.00001184, 1.4],
  kPEPE: [0.005231, 1.4],
};

const yearMs = 365 * 86_400_000;

/**
 * The price process behind both markets: spot pools are arbitraged towards it and perp oracles read it, so that SOL
 * costs the same everywhere. Market noise only: no balance is computed from these floats without an exact fill.
 */
export class ReferencePrices {
  readonly #random: Random;
  readonly #prices = new Map<string, number>();

  constructor(random: Random) {
    this.#random = random;
    for (const [symbol, [startUsd]] of Object.entries(assets)) this.#prices.set(symbol, startUsd);
  }

  get symbols(): string[] {
    return [...this.#prices.keys()];
  }

  /** USD price of a reference asset; throws for an unknown one. */
  priceUsd(symbol: string): number {
    const price = this.#prices.get(symbol);
    if (price === undefined) throw new RangeError(`no reference price for ${symbol}`);
    return price;
  }

  /** One geometric step, pulled gently towards the start, so that prices stay plausible after weeks. */
  advance(marketElapsedMs: number): void {
    const years = marketElapsedMs / yearMs;
    for (const [symbol, [startUsd, volatility]] of Object.entries(assets)) {
      const price = this.priceUsd(symbol);
      const pull = Math.log(startUsd / price) * Math.min(1, (marketElapsedMs / 86_400_000) * 0.25);
      // Paper moves three times as much as the real market, so that newcomers see something happen.
      const shock = this.#gaussian() * volatility * 3 * Math.sqrt(years);
      this.#prices.set(symbol, price * Math.exp(pull + shock));
    }
  }

  snapshot(): Record<string, number> {
    return Object.fromEntries(this.#prices);
  }

  restore(prices: Record<string, number>): void {
    for (const [symbol, price] of Object.entries(prices)) if (this.#prices.has(symbol)) this.#prices.set(symbol, price);
  }

  #gaussian(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.#random.next()));
    return radius * Math.cos(2 * Math.PI * this.#random.next());
  }
}
