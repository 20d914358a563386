import Big from 'big.js';
import { readDecimal } from '../domain/decimal.ts';
import { readable } from '../protocol/schema.ts';
import type { DeskQueries } from './desk-data.ts';
import { priceLine } from './price-line.ts';

export interface PriceSample {
  /** When the price was received, wall clock ms. */
  readonly atMs: number;
  readonly px: Big;
}

/** How far back samples reach, ms. */
const keptMs = 2 * 3_600_000;
/** Of the samples within one such span of time only the last is kept, ms. */
const stepMs = 5_000;
/** More coins than any venue has. */
const mostCoins = 1_000;

/** Marks as they were received, the oldest first: parallel lists, since there are very many of them. */
interface Kept {
  readonly times: number[];
  readonly prices: string[];
  /** Samples at the front that are too old; the lists are cut only when these are many. */
  gone: number;
  /** As they were last read; `isRead`: and as they are. */
  read: readonly PriceSample[];
  isRead: boolean;
  line: readonly (number | null)[] | null;
}

/** The mark prices of the perp markets since the desk was started, for two hours at most. */
export class PriceSamples {
  readonly #coins = new Map<string, Kept>();
  #takenAtMs = Number.NEGATIVE_INFINITY;

  /** Takes an answer of the markets, received at `atMs`; one that was taken before changes nothing. */
  take(markets: DeskQueries['markets'], atMs: number): void {
    if (atMs === this.#takenAtMs) return;
    this.#takenAtMs = atMs;
    for (const { meta, ctx } of readable(markets))
      if (readDecimal(ctx.markPx)?.gt(0)) this.#add(meta.name, ctx.markPx, atMs);
    for (const [coin, kept] of this.#coins) {
      dropOld(kept, atMs - keptMs);
      if (kept.gone === kept.times.length) this.#coins.delete(coin);
    }
  }

  /** Oldest first; the same list until another sample comes. `coin` as the service names it. */
  of(coin: string): readonly PriceSample[] {
    const kept = this.#coins.get(coin);
    if (!kept) return none;
    if (!kept.isRead) kept.read = readAgain(kept);
    kept.isRead = true;
    return kept.read;
  }

  /** The same as numbers for a small picture, as `priceLine` makes them; the same list until another sample comes. */
  line(coin: string): readonly (number | null)[] {
    const kept = this.#coins.get(coin);
    if (!kept) return noLine;
    kept.line ??= priceLine(kept.times, kept.prices, kept.gone);
    return kept.line;
  }

  #add(coin: string, px: string, atMs: number): void {
    let kept = this.#coins.get(coin);
    if (!kept) {
      if (this.#coins.size >= mostCoins) return;
      kept = { times: [], prices: [], gone: 0, read: none, isRead: true, line: null };
      this.#coins.set(coin, kept);
    }
    // A clock that was set back must not leave samples in a time to come; and the newest of a step stands for it.
    while (kept.times.length > kept.gone && (kept.times.at(-1) ?? 0) >= bucketOf(atMs)) {
      kept.times.pop();
      kept.prices.pop();
    }
    kept.times.push(atMs);
    kept.prices.push(px);
    kept.isRead = false;
    kept.line = null;
  }
}

const none: readonly PriceSample[] = [];
const noLine: readonly (number | null)[] = [];

/** What was read before is not read again: there may be more than a thousand, and a new one every two seconds. */
function readAgain({ times, prices, gone, read }: Kept): readonly PriceSample[] {
  let at = 0;
  return times.slice(gone).map((atMs, index) => {
    while ((read[at]?.atMs ?? Number.POSITIVE_INFINITY) < atMs) at++;
    const known = read[at];
    return known?.atMs === atMs ? known : { atMs, px: new Big(prices[gone + index] as string) };
  });
}

const bucketOf = (atMs: number): number => Math.floor(atMs / stepMs) * stepMs;

function dropOld(kept: Kept, beforeMs: number): void {
  const { times } = kept;
  const before = kept.gone;
  while (kept.gone < times.length && (times[kept.gone] ?? 0) < beforeMs) kept.gone++;
  if (kept.gone !== before) kept.isRead = false;
  if (kept.gone !== before) kept.line = null;
  if (kept.gone < 500) return;
  times.splice(0, kept.gone);
  kept.prices.splice(0, kept.gone);
  kept.gone = 0;
}
