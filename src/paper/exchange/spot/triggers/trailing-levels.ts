import type { ExactUsd } from '../trading/exact-usd.ts';
import { MeldHeap } from './meld-heap.ts';

export type Direction = 'above' | 'below';

/** A trailing order in its index. */
export interface Trailing {
  /** Increases with every order. */
  readonly sequence: number;
  /** Trailing distance, in units of `wholeDistance`. */
  readonly distance: bigint;
  isWaiting: boolean;
  group: Group | null;
}

/** Orders that share their best value. */
interface Group {
  best: ExactUsd;
  /** Sequence of its oldest order; the next group's oldest is newer than all of these. */
  firstSequence: number;
  /** Shortest distance first: it fires first. */
  readonly orders: MeldHeap<Trailing>;
  /** Its entry among the levels; null for the newest group, whose level moves. */
  shelved: Shelved | null;
  mergedInto: Group | null;
}

interface Shelved {
  readonly group: Group;
  /** At or before the group's real level: the level of an order that may have ended since. */
  readonly level: ExactUsd;
}

const percentDecimals = 20;
const wholeDistance = 100n * 10n ** BigInt(percentDecimals);

/** A percentage as sent, with all its digits. */
export function distanceOf(percentage: number): bigint {
  const [whole = '', fraction = ''] = String(percentage).split('.');
  return BigInt(whole + fraction.slice(0, percentDecimals).padEnd(percentDecimals, '0'));
}

/** The level at which an order fires: the last value that is far enough from the best one. */
export function trailingLevel(direction: Direction, best: ExactUsd, distance: bigint): ExactUsd {
  if (direction === 'below') return (best * (wholeDistance - distance)) / wholeDistance;
  return (best * (wholeDistance + distance) + wholeDistance - 1n) / wholeDistance;
}

/**
 * Trailing orders on one value and direction. An older order has seen every value that a newer one has, so its best
 * value is at least as good: the orders form a stack of groups, each with one best value, the worst on top. A value
 * better than the top's merges all groups that it beats into one. Each order creates at most one group, and each group
 * is merged at most once, so a ratchet costs O(log n) amortised, however many orders it moves. Only the top group
 * moves; the others wait in a heap by the level of their nearest order.
 */
export class TrailingLevels<T extends Trailing> {
  readonly #direction: Direction;
  readonly #stack: Group[] = [];
  readonly #shelf: MeldHeap<Shelved>;

  constructor(direction: Direction) {
    this.#direction = direction;
    const isBelow = direction === 'below';
    this.#shelf = new MeldHeap((a, b) => (isBelow ? a.level > b.level : a.level < b.level));
  }

  /** Adds an order at the current value. */
  join(order: T, value: ExactUsd): void {
    this.observe(value);
    let top = this.#stack.at(-1);
    if (top?.best !== value) {
      if (top) this.#shelve(top);
      const orders = new MeldHeap<Trailing>((a, b) => a.distance < b.distance);
      top = { best: value, firstSequence: order.sequence, orders, shelved: null, mergedInto: null };
      this.#stack.push(top);
    }
    top.orders.push(order);
    order.group = top;
  }

  /** Ratchets the orders whose best value this beats. */
  observe(value: ExactUsd): void {
    const top = this.#stack.at(-1);
    if (!top || !this.#isBetter(value, top.best)) return;
    this.#stack.pop();
    for (let next = this.#stack.at(-1); next && this.#isBetter(value, next.best); next = this.#stack.at(-1)) {
      this.#stack.pop();
      top.orders.absorb(next.orders);
      top.firstSequence = next.firstSequence;
      next.mergedInto = top;
      next.shelved = null;
    }
    top.best = value;
    this.#stack.push(top);
  }

  /** Removes every order whose level the value has reached, in any order. */
  take(value: ExactUsd, onFire: (order: T) => void): void {
    const top = this.#stack.at(-1);
    if (top) this.#fire(top, value, onFire);
    for (let next = this.#shelf.first; next; next = this.#shelf.first) {
      const isStale = next.group.shelved !== next;
      if (!isStale && !this.#isReached(value, next.level)) return;
      this.#shelf.pop();
      if (isStale) continue;
      this.#fire(next.group, value, onFire);
      this.#shelve(next.group);
    }
  }

  /** The groups, oldest first: sequence number of their oldest order, and best value. */
  groups(): [firstSequence: number, best: ExactUsd][] {
    return this.#stack.map(({ firstSequence, best }) => [firstSequence, best]);
  }

  /** The best value since an order was created. */
  static bestOf(order: Trailing): ExactUsd | null {
    let group = order.group;
    while (group?.mergedInto) {
      // Path halving keeps later walks short.
      group.mergedInto = group.mergedInto.mergedInto ?? group.mergedInto;
      group = group.mergedInto;
    }
    order.group = group;
    return group?.best ?? null;
  }

  #fire(group: Group, value: ExactUsd, onFire: (order: T) => void): void {
    for (let head = this.#head(group); head; head = this.#head(group)) {
      if (!this.#isReached(value, trailingLevel(this.#direction, group.best, head.distance))) return;
      group.orders.pop();
      onFire(head as T);
    }
  }

  #shelve(group: Group): void {
    const head = this.#head(group);
    group.shelved = head ? { group, level: trailingLevel(this.#direction, group.best, head.distance) } : null;
    if (group.shelved) this.#shelf.push(group.shelved);
  }

  /** The waiting order that fires first. */
  #head({ orders }: Group): Trailing | undefined {
    while (orders.first && !orders.first.isWaiting) orders.pop();
    return orders.first;
  }

  #isBetter(a: ExactUsd, b: ExactUsd): boolean {
    return this.#direction === 'below' ? a > b : a < b;
  }

  #isReached(value: ExactUsd, level: ExactUsd): boolean {
    return this.#direction === 'below' ? value <= level : value >= level;
  }
}
