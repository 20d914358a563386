import type { ExactUsd } from './exact-usd.ts';
import { MeldHeap } from './meld-heap.ts';

export type Direction = 'above' | 'below';

/** A trailing order in its index. */
export interface Trailing {
  /** Grows with every order. */
  readonly sequence: number;
  /** How far it trails, in parts of `wholeDistance`. */
  readonly distance: bigint;
  isWaiting: boolean;
  group: Group | null;
}

/** Orders that share their best value. */
interface Group {
  best: ExactUsd;
  /** Of its oldest order; the next group's oldest is newer than all of this one. */
  firstSequence: number;
  /** The shortest distance first: it fires first. */
  readonly orders: MeldHeap<Trailing>;
  /** Its place among the levels; null for the newest group, whose level moves. */
  shelved: Shelved | null;
  mergedInto: Group | null;
}

interface Shelved {
  readonly group: Group;
  /** Not behind the group's real level: that of an order which may have ended since. */
  readonly level: ExactUsd;
}

const percentDecimals = 20;
const wholeDistance = 100n * 10n ** BigInt(percentDecimals);

/** A percentage as it was sent, digit for digit. */
export function distanceOf(percentage: number): bigint {
  const [whole = '', fraction = ''] = String(percentage).split('.');
  return BigInt(whole + fraction.slice(0, percentDecimals).padEnd(percentDecimals, '0'));
}

/** Where an order fires: the last value that is far enough from the best one. */
export function trailingLevel(direction: Direction, best: ExactUsd, distance: bigint): ExactUsd {
  if (direction === 'below') return (best * (wholeDistance - distance)) / wholeDistance;
  return (best * (wholeDistance + distance) + wholeDistance - 1n) / wholeDistance;
}

/**
 * Trailing orders on one value and direction. An older order has seen all that a newer one has, so its best value is at
 * least as good: the orders form a stack of groups, each with one best value, the worst on top. A value better than the
 * top's melds all groups that it beats into one. An order is melded away from a group at most once per group that was
 * made, and every order makes at most one, so a ratchet costs O(log n) amortised however many orders it moves. All groups
 * but the top one stand still; they wait in a heap by the level of their nearest order.
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

  /** Adds an order that starts at the value as it is now. */
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

  /** Hands over every order whose level the value has reached, in any order. */
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

  /** The groups that there are, oldest first: the sequence number of their oldest order, and their best value. */
  groups(): [firstSequence: number, best: ExactUsd][] {
    return this.#stack.map(({ firstSequence, best }) => [firstSequence, best]);
  }

  /** The best value since an order was created. */
  static bestOf(order: Trailing): ExactUsd | null {
    let group = order.group;
    while (group?.mergedInto) {
      // Halving the way as it is walked keeps it short for the next one.
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

  /** The order that fires first of those that still wait. */
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
