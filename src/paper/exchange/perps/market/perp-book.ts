import Big from 'big.js';
import { clamp } from '../../../../domain/numbers/clamp.ts';
import { type Random, seededRandom } from '../../../../platform/time/random.ts';
import type { TakenSizes } from '../orders/taken-sizes.ts';

export interface BookLevel {
  readonly px: Big;
  readonly sz: Big;
  readonly numOrders: number;
}

export const levelCount = 20;

/** Allowed decimals of a price near `px`: 5 significant figures, at most 6 − szDecimals decimals. */
export function priceDecimals(px: number, szDecimals: number): number {
  const magnitude = Math.floor(Math.log10(px));
  return clamp(4 - magnitude, 0, 6 - szDecimals);
}

export interface SideShape {
  readonly isBuy: boolean;
  /** Best price. */
  readonly startPx: number;
  readonly szDecimals: number;
  /** Notional at the best level. */
  readonly depthUsd: number;
  readonly seed: number;
}

/**
 * The makers' side of a book: levels outwards from the best price, deeper further out, minus what takers took. Levels
 * are computed on demand: most calls need one or two of the twenty.
 */
export class MakerSide implements Iterable<BookLevel> {
  readonly #shape: SideShape;
  readonly #random: Random;
  /** Size taken at a price and not yet refilled; it outlives the side. */
  readonly #taken: TakenSizes;
  readonly #levels: BookLevel[] = [];
  #nextPx: number;

  constructor(shape: SideShape, taken: TakenSizes) {
    this.#shape = shape;
    this.#random = seededRandom(shape.seed ^ (shape.isBuy ? 0 : 0x5bd1e995));
    this.#taken = taken;
    this.#nextPx = shape.startPx;
  }

  /** Best price first, without empty levels. */
  *[Symbol.iterator](): Iterator<BookLevel> {
    for (let depth = 0; depth < levelCount; depth++) {
      const level = this.#level(depth);
      const taken = this.#taken.at(level.px);
      if (taken === undefined) yield level;
      else if (level.sz.gt(taken)) yield { ...level, sz: level.sz.minus(taken) };
    }
  }

  take(px: Big, sz: Big): void {
    this.#taken.take(px, sz);
  }

  /** Makers' size at exactly this price. */
  sizeAt(px: Big): Big {
    for (const level of this) {
      if (level.px.eq(px)) return level.sz;
      if (this.#shape.isBuy ? level.px.lt(px) : level.px.gt(px)) break;
    }
    return new Big(0);
  }

  #level(depth: number): BookLevel {
    const { isBuy, szDecimals, depthUsd } = this.#shape;
    while (this.#levels.length <= depth) {
      const px = this.#nextPx;
      const decimals = priceDecimals(px, szDecimals);
      const usd = depthUsd * (0.4 + 1.2 * this.#random.next()) * (1 + this.#levels.length / 4);
      this.#levels.push({
        px: new Big(px.toFixed(decimals)),
        sz: new Big(Math.max(10 ** -szDecimals, usd / px).toFixed(szDecimals)),
        numOrders: 1 + this.#random.int(9),
      });
      const tick = 10 ** -decimals;
      const step = tick * Math.max(1, Math.round(((px * 6e-5) / tick) * (0.5 + this.#random.next())));
      this.#nextPx = isBuy ? px - step : px + step;
    }
    return this.#levels[depth] as BookLevel;
  }
}
