import type { PriceHistory } from './price-history.ts';

interface Minute {
  readonly startMs: number;
  buyUsd: number;
  sellUsd: number;
  buys: number;
  sells: number;
}

const windowsMs = { '5m': 300_000, '1h': 3_600_000, '6h': 21_600_000, '24h': 86_400_000 } as const;
type Window = keyof typeof windowsMs;
const windows = Object.keys(windowsMs) as Window[];
const minuteMs = 60_000;
const keptMinutes = 24 * 60;

export interface TokenStats {
  readonly volume: Record<string, number>;
  readonly txns: Record<string, number>;
  readonly uniqueTraders: Record<string, number>;
  readonly priceChange: Record<string, number>;
}

/** Trading of one pool by the minute since the market opened. */
export class TokenActivity {
  readonly #openedMs: number;
  #minutes: Minute[] = [];

  constructor(openedMs: number) {
    this.#openedMs = openedMs;
  }

  record(nowMs: number, isBuy: boolean, usd: number): void {
    const startMs = Math.floor(nowMs / minuteMs) * minuteMs;
    let minute = this.#minutes.at(-1);
    if (minute?.startMs !== startMs) {
      minute = { startMs, buyUsd: 0, sellUsd: 0, buys: 0, sells: 0 };
      this.#minutes.push(minute);
      if (this.#minutes.length > keptMinutes) this.#minutes.shift();
    }
    minute[isBuy ? 'buyUsd' : 'sellUsd'] += usd;
    minute[isBuy ? 'buys' : 'sells']++;
  }

  /** Windows that reach back beyond the market's opening are filled up from the token's made-up past. */
  stats(nowMs: number, history: PriceHistory, price: number, meanSwapUsd: number): TokenStats {
    const stats: TokenStats = { volume: {}, txns: {}, uniqueTraders: {}, priceChange: {} };
    for (const window of windows) {
      const sums = this.#sums(nowMs - windowsMs[window], history, meanSwapUsd);
      for (const [side, people] of [['buy', 'buyers'] as const, ['sell', 'sellers'] as const]) {
        const swaps = sums[`${side}s`];
        stats.volume[side + window] = Math.round(sums[`${side}Usd`] * 100) / 100;
        stats.txns[`${side}s${window}`] = swaps;
        // Regulars trade again and again, so people grow more slowly than trades.
        stats.uniqueTraders[people + window] = Math.round(swaps ** 0.88);
      }
      const before = history.priceAt(nowMs - windowsMs[window]);
      stats.priceChange[window] = Math.round((price / before - 1) * 10_000) / 100;
    }
    return stats;
  }

  #sums(fromMs: number, history: PriceHistory, meanSwapUsd: number): Omit<Minute, 'startMs'> {
    const madeUpUsd = history.madeUpVolume(Math.floor(fromMs / minuteMs) * minuteMs, this.#openedMs);
    const [buyUsd, sellUsd] = [madeUpUsd * 0.51, madeUpUsd * 0.49];
    const sums = {
      ...{ buyUsd, sellUsd },
      ...{ buys: Math.round(buyUsd / meanSwapUsd), sells: Math.round(sellUsd / meanSwapUsd) },
    };
    for (const minute of this.#minutes) {
      if (minute.startMs + minuteMs <= fromMs) continue;
      sums.buyUsd += minute.buyUsd;
      sums.sellUsd += minute.sellUsd;
      sums.buys += minute.buys;
      sums.sells += minute.sells;
    }
    return sums;
  }
}
