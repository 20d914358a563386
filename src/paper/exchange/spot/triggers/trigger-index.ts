import { idOf } from '../tokens/token-book.ts';
import type { PaperToken } from '../tokens/token-list.ts';
import { type ExactUsd, readUsd, type UsdMetric, usdText } from '../trading/exact-usd.ts';
import { MeldHeap } from './meld-heap.ts';
import { type Direction, distanceOf, type Trailing, TrailingLevels } from './trailing-levels.ts';
import { expiresAtMs, type TriggerOrder } from './trigger-order.ts';

interface Waiting extends Trailing {
  readonly order: TriggerOrder;
  readonly watch: Watch;
}

interface Level {
  readonly waiting: Waiting;
  readonly level: ExactUsd;
}

interface Side {
  readonly immediate: MeldHeap<Level>;
  readonly trailing: TrailingLevels<Waiting>;
}

/** One watched value of one token. */
interface Watch extends Record<Direction, Side> {
  readonly token: PaperToken;
  readonly metric: UsdMetric;
  waitingCount: number;
}

export interface DueOrder {
  readonly order: TriggerOrder;
  readonly isExpired: boolean;
}

/**
 * Watched value and direction → first sequence number and best value of each group of trailing orders, oldest first.
 */
export type TrailingBests = Record<string, [firstSequence: number, best: string][]>;

const watchKey = (metric: UsdMetric, token: PaperToken) => `${metric}|${idOf(token)}`;

/** The best value of a saved order; null if it is unknown. */
export function bestIn(bests: TrailingBests, order: TriggerOrder, token: PaperToken): ExactUsd | null {
  const groups = bests[`${watchKey(order.triggerMetric, token)}|${order.triggerDirection}`] ?? [];
  const text = groups[countOf(groups, ([first]) => first <= order.sequence) - 1]?.[1] ?? order.bestValue;
  return text === null ? null : readUsd(text);
}

/** Number of leading rows that fulfil a monotonic condition. */
export function countOf<T>(rows: readonly T[], isIn: (row: T) => boolean): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isIn(rows[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const rebuildSlack = 64;

/**
 * Index of waiting orders, so that a tick examines only due ones. It reads each watched value once and compares it with
 * the nearest level on both sides; expiry is a heap by time. A cancelled order stays in its heaps until it surfaces, or
 * until more orders have ended than wait, when the index is rebuilt.
 */
export class TriggerIndex {
  readonly #readValue: (metric: UsdMetric, token: PaperToken) => ExactUsd;
  readonly #waiting = new Map<string, Waiting>();
  #watches = new Map<string, Watch>();
  #expiries = expiryHeap();
  #endedCount = 0;

  constructor(readValue: (metric: UsdMetric, token: PaperToken) => ExactUsd) {
    this.#readValue = readValue;
  }

  /**
   * Adds an active order. A trailing one starts at the current value, which all its trailing peers have then seen too.
   */
  add(order: TriggerOrder, token: PaperToken): void {
    if (order.triggerBehavior === 'immediate') return this.#add(order, token, null);
    const value = this.#readValue(order.triggerMetric, token);
    const { above, below } = this.#watch(order, token);
    for (const { trailing } of [above, below]) trailing.observe(value);
    this.#add(order, token, value);
  }

  /** Replaces all orders with saved ones, oldest first. */
  load(orders: readonly { order: TriggerOrder; token: PaperToken; best: ExactUsd | null }[]): void {
    this.#waiting.clear();
    this.#watches = new Map();
    this.#expiries = expiryHeap();
    this.#endedCount = 0;
    for (const { order, token, best } of orders) this.#add(order, token, best);
  }

  /** Input of `bestIn`. A ratchet changes a few groups, however many orders they contain. */
  bests(): TrailingBests {
    const bests: TrailingBests = {};
    for (const [key, watch] of this.#watches) {
      for (const direction of ['above', 'below'] as const) {
        const groups = watch[direction].trailing.groups();
        const rows = groups.map(([first, best]): [number, string] => [first, usdText(best)]);
        if (rows.length > 0) bests[`${key}|${direction}`] = rows;
      }
    }
    return bests;
  }

  /** The order ended without being due. */
  remove(orderId: string): void {
    const waiting = this.#waiting.get(orderId);
    if (!waiting) return;
    this.#end(waiting);
    this.#tidy();
  }

  /** The best value of a waiting trailing order since creation; null for all others. */
  bestOf(orderId: string): ExactUsd | null {
    const waiting = this.#waiting.get(orderId);
    return waiting ? TrailingLevels.bestOf(waiting) : null;
  }

  /** Removes orders that expire or fire now, oldest first; an order that does both expires. */
  due(nowMs: number): DueOrder[] {
    const due: DueOrder[] = [];
    const take = (waiting: Waiting, isExpired: boolean) => {
      if (!waiting.isWaiting) return;
      this.#end(waiting);
      due.push({ order: waiting.order, isExpired });
    };
    for (let next = this.#expiries.first; next && next.atMs <= nowMs; next = this.#expiries.first) {
      this.#expiries.pop();
      take(next.waiting, true);
    }
    for (const watch of this.#watches.values()) {
      if (watch.waitingCount === 0) continue;
      const value = this.#readValue(watch.metric, watch.token);
      for (const { immediate, trailing } of [watch.above, watch.below]) {
        const isReached = (level: ExactUsd) => (immediate === watch.above.immediate ? value >= level : value <= level);
        for (let next = immediate.first; next && isReached(next.level); next = immediate.first) {
          immediate.pop();
          take(next.waiting, false);
        }
        trailing.observe(value);
        trailing.take(value, (waiting) => take(waiting, false));
      }
    }
    this.#tidy();
    return due.sort((a, b) => a.order.sequence - b.order.sequence);
  }

  #add(order: TriggerOrder, token: PaperToken, best: ExactUsd | null): void {
    const watch = this.#watch(order, token);
    const side = watch[order.triggerDirection];
    const distance = best === null ? 0n : distanceOf(order.trailingPercentage ?? 0);
    const { sequence } = order;
    const waiting: Waiting = { order, sequence, watch, distance, isWaiting: true, group: null };
    if (best === null) {
      const rounding = order.triggerDirection === 'above' ? 'up' : 'down';
      side.immediate.push({ waiting, level: readUsd(order.triggerValue ?? '0', rounding) });
    } else {
      side.trailing.join(waiting, best);
    }
    const atMs = expiresAtMs(order);
    if (atMs !== null) this.#expiries.push({ atMs, waiting });
    this.#waiting.set(order.orderId, waiting);
    watch.waitingCount++;
  }

  #watch({ triggerMetric }: TriggerOrder, token: PaperToken): Watch {
    const key = watchKey(triggerMetric, token);
    const known = this.#watches.get(key);
    if (known) return known;
    const watch = { token, metric: triggerMetric, waitingCount: 0, above: side('above'), below: side('below') };
    this.#watches.set(key, watch);
    return watch;
  }

  #end(waiting: Waiting): void {
    const best = TrailingLevels.bestOf(waiting);
    if (best !== null) waiting.order.bestValue = usdText(best);
    waiting.isWaiting = false;
    waiting.watch.waitingCount--;
    this.#waiting.delete(waiting.order.orderId);
    this.#endedCount++;
  }

  #tidy(): void {
    if (this.#endedCount <= this.#waiting.size + rebuildSlack) return;
    // A map keeps insertion order, which is creation order.
    const waiting = [...this.#waiting.values()];
    this.load(
      waiting.map((each) => ({ order: each.order, token: each.watch.token, best: TrailingLevels.bestOf(each) })),
    );
  }
}

const expiryHeap = () => new MeldHeap<{ atMs: number; waiting: Waiting }>((a, b) => a.atMs < b.atMs);

const side = (direction: Direction): Side => ({
  immediate: new MeldHeap((a, b) => (direction === 'below' ? a.level > b.level : a.level < b.level)),
  trailing: new TrailingLevels(direction),
});
