import { keysOf } from '../../../../domain/fields.ts';
import type { PriceHistory } from './price-history.ts';

interface Minute {
  readonly startMs: number;
  buyUsd: number;
  sellUsd: number;
  buys: number;
  sells: number;
}

const windowsMs = { '5m': 300_000, '1h': 3_600_000, '6h': 21_600_000, '24h': 86_400_000 } as const;
const windows = keysOf(windowsMs);
const minuteMs = 60_000;
const keptMinutes = 24 * 60;

export interface TokenStats {
  readonly volume: Record<string, number>;
  readonly txns: Record<string, number>;
  readonly uniqueTraders: Record<string, number>;
  readonly priceChange: Record<string, number>;
}

/** Trading in one pool since the market opened: volume by the minute, and each trader's last trade. */
export class TokenActivity {
  readonly #openedMs: number;
  readonly #lastBuyMs = new Map<string, number>();
  readonly #lastSaleMs = new Map<string, number>();
  #minutes: Minute[] = [];

  constructor(openedMs: number) {
    this.#openedMs = openedMs;
  }

  record(nowMs: number, isBuy: boolean, usd: number, maker: string): void {
    (isBuy ? this.#lastBuyMs : this.#lastSaleMs).set(maker, nowMs);
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

  /**
   * Counted since the market opened; longer windows are completed by an estimate from the token's generated past.
   * Traders are counted to the millisecond, sums in whole minutes.
   */
  stats(nowMs: number, history: PriceHistory, price: number, meanSwapUsd: number): TokenStats {
    const stats: TokenStats = { volume: {}, txns: {}, uniqueTraders: {}, priceChange: {} };
    for (const window of windows) {
      const fromMs = nowMs - windowsMs[window];
      const before = this.#madeUp(fromMs, history, meanSwapUsd);
      const counted = this.#counted(fromMs);
      for (const [side, people] of [['buy', 'buyers'] as const, ['sell', 'sellers'] as const]) {
        const lastMs = side === 'buy' ? this.#lastBuyMs : this.#lastSaleMs;
        stats.volume[side + window] = Math.round((before[`${side}Usd`] + counted[`${side}Usd`]) * 100) / 100;
        stats.txns[`${side}s${window}`] = before[`${side}s`] + counted[`${side}s`];
        // Regulars trade repeatedly, so traders grow more slowly than trades.
        const strangers = Math.round(before[`${side}s`] ** 0.88);
        stats.uniqueTraders[people + window] = strangers + [...lastMs.values()].filter((atMs) => atMs > fromMs).length;
      }
      const priceBefore = history.priceAt(fromMs);
      stats.priceChange[window] = Math.round((price / priceBefore - 1) * 10_000) / 100;
    }
    return stats;
  }

  #madeUp(fromMs: number, history: PriceHistory, meanSwapUsd: number): Omit<Minute, 'startMs'> {
    const usd = history.pastVolume(fromMs, this.#openedMs);
    const [buyUsd, sellUsd] = [usd * 0.51, usd * 0.49];
    return { buyUsd, sellUsd, buys: Math.round(buyUsd / meanSwapUsd), sells: Math.round(sellUsd / meanSwapUsd) };
  }

  #counted(fromMs: number): Omit<Minute, 'startMs'> {
    const sums = { buyUsd: 0, sellUsd: 0, buys: 0, sells: 0 };
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
