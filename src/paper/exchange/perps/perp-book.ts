import Big from 'big.js';
import { seededRandom } from '../../../platform/random.ts';

export interface BookLevel {
  readonly px: Big;
  /** What is left at this price; takers reduce it until the makers refill. */
  sz: Big;
  readonly numOrders: number;
}

/** Best price first on both sides. */
export interface PerpBook {
  readonly bids: BookLevel[];
  readonly asks: BookLevel[];
}

/** A part of an order matched at one price. */
export interface Match {
  readonly px: Big;
  readonly sz: Big;
}

const levelCount = 20;

/** Decimals a price near `px` may have by the venue's rule: 5 significant figures, at most 6 − szDecimals decimals. */
export function priceDecimals(px: number, szDecimals: number): number {
  const magnitude = Math.floor(Math.log10(px));
  return Math.max(0, Math.min(6 - szDecimals, 4 - magnitude));
}

/** The makers' book of one moment: a walk outwards from best bid and ask, deeper further out. */
export function buildBook(shape: {
  readonly bid: number;
  readonly ask: number;
  readonly szDecimals: number;
  /** Notional at the best level. */
  readonly depthUsd: number;
  readonly seed: number;
}): PerpBook {
  const random = seededRandom(shape.seed);
  const side = (startPx: number, direction: 1 | -1): BookLevel[] => {
    const levels: BookLevel[] = [];
    let px = startPx;
    for (let depth = 0; depth < levelCount; depth++) {
      const decimals = priceDecimals(px, shape.szDecimals);
      const usd = shape.depthUsd * (0.4 + 1.2 * random.next()) * (1 + depth / 4);
      const size = new Big((usd / px).toFixed(shape.szDecimals));
      levels.push({
        px: new Big(px.toFixed(decimals)),
        sz: size.gt(0) ? size : new Big(10).pow(-shape.szDecimals),
        numOrders: 1 + random.int(9),
      });
      const tick = 10 ** -decimals;
      px += direction * tick * Math.max(1, Math.round(((px * 6e-5) / tick) * (0.5 + random.next())));
    }
    return levels;
  };
  return { bids: side(shape.bid, -1), asks: side(shape.ask, 1) };
}

/**
 * What a taker of `sz` would get, best price first, not worse than `limitPx` (null: at any price). The book is left as it is.
 */
export function matchAgainst(book: PerpBook, isBuy: boolean, sz: Big, limitPx: Big | null): Match[] {
  const matches: Match[] = [];
  let left = sz;
  for (const level of isBuy ? book.asks : book.bids) {
    if (left.lte(0) || (limitPx && (isBuy ? level.px.gt(limitPx) : level.px.lt(limitPx)))) break;
    const taken = left.lt(level.sz) ? left : level.sz;
    if (taken.gt(0)) matches.push({ px: level.px, sz: taken });
    left = left.minus(taken);
  }
  return matches;
}

/** Takes what was matched out of the book; emptied levels go. */
export function consume(book: PerpBook, isBuy: boolean, matches: readonly Match[]): void {
  const levels = isBuy ? book.asks : book.bids;
  for (const match of matches) {
    const level = levels.find((candidate) => candidate.px.eq(match.px));
    if (level) level.sz = level.sz.minus(match.sz);
  }
  const kept = levels.filter((level) => level.sz.gt(0));
  levels.splice(0, levels.length, ...kept);
}
