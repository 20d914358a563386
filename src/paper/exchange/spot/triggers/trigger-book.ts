import type { Random } from '../../../../platform/time/random.ts';
import type { Wallets } from '../../../account/wallets.ts';
import { PaperError } from '../../../service/handler.ts';
import { tradableToken, tradingWallet } from '../tokens/paper-lookup.ts';
import type { TokenBook } from '../tokens/token-book.ts';
import type { PaperToken } from '../tokens/token-list.ts';
import { exactMetric, readUsd, shortUsd, usdText } from '../trading/exact-usd.ts';
import { subjectOf } from '../trading/swap-router.ts';
import { distanceOf, trailingLevel } from './trailing-levels.ts';
import { bestIn, countOf, type TrailingBests, TriggerIndex } from './trigger-index.ts';
import type { NewTriggerOrder, TriggerOrder } from './trigger-order.ts';

export interface TriggerBookState {
  readonly orders: TriggerOrder[];
  /** Of trailing orders; version 1 files have them in the orders. */
  readonly bests?: TrailingBests;
  readonly multisendWalletIds: string[];
}

/** Conditional orders, and the engine that fires each at most once. */
export class TriggerBook {
  readonly #book: TokenBook;
  readonly #random: Random;
  readonly #index: TriggerIndex;
  readonly #orders = new Map<string, TriggerOrder>();
  /** Oldest first, by `sequence`. */
  #listed: TriggerOrder[] = [];
  readonly #wallets: Wallets;
  readonly #multisendWalletIds = new Set<string>();
  /** Listed orders as last saved, by position; undefined if one has changed since. */
  #saved: (TriggerOrder | undefined)[] = [];

  constructor(book: TokenBook, random: Random, wallets: Wallets) {
    this.#wallets = wallets;
    this.#book = book;
    this.#random = random;
    this.#index = new TriggerIndex((metric, token) => exactMetric(book, metric, token));
  }

  hasMultisend(walletId: string): boolean {
    return this.#multisendWalletIds.has(walletId);
  }

  allowMultisend(walletId: string): void {
    this.#multisendWalletIds.add(walletId);
  }

  /** Refuses with NOT_FOUND, INVALID_PARAMS, NO_ROUTE or NONCE_NOT_INITIALIZED. Funds are checked when it fires. */
  create(spec: NewTriggerOrder, nowMs: number): TriggerOrder {
    tradingWallet(this.#wallets, spec.walletId, spec.chain);
    const { input, output } = this.#pair(spec);
    if (input === output) throw new PaperError(400, 'INVALID_PARAMS', 'inputToken and outputToken are the same token');
    if (spec.triggerBehavior === 'immediate' && !/^0*\.?0*[1-9]/.test(spec.triggerValue ?? '')) {
      throw new PaperError(400, 'INVALID_PARAMS', 'triggerValue must be above 0');
    }
    if (spec.chain === 'solana' && !this.hasMultisend(spec.walletId)) {
      const message = `wallet ${spec.walletId} has no durable nonce account; enable multisend for it first`;
      throw new PaperError(400, 'NONCE_NOT_INITIALIZED', message);
    }
    const order: TriggerOrder = {
      ...spec,
      inputToken: input.address,
      outputToken: output.address,
      sequence: (this.#listed.at(-1)?.sequence ?? 0) + 1,
      orderId: `ord_${this.#random.hex(8)}`,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      status: 'active',
      bestValue: null,
      taskId: null,
    };
    this.#orders.set(order.orderId, order);
    this.#listed.push(order);
    this.#index.add(order, subjectOf(input, output));
    return order;
  }

  get(orderId: string): TriggerOrder {
    const order = this.#orders.get(orderId);
    if (!order) throw new PaperError(404, 'NOT_FOUND', `there is no trigger order ${orderId}`);
    return order;
  }

  /** Exact best value of a trailing order since creation; null for an immediate one. */
  bestValue(order: TriggerOrder): string | null {
    const best = this.#index.bestOf(order.orderId);
    return best === null ? order.bestValue : usdText(best);
  }

  /**
   * The level at which an order fires or would have fired; a trailing one's moves with its best value and is shortened.
   */
  level(order: TriggerOrder): string | null {
    const best = this.bestValue(order);
    if (best === null) return order.triggerValue ?? null;
    return shortUsd(trailingLevel(order.triggerDirection, readUsd(best), distanceOf(order.trailingPercentage ?? 0)));
  }

  /** Whether an active order is about the token. */
  watches({ chain, address }: PaperToken): boolean {
    return this.#listed.some(
      (order) =>
        order.status === 'active' &&
        order.chain === chain &&
        (order.inputToken === address || order.outputToken === address),
    );
  }

  /** Newest first, `limit` orders after the cursor, which stays valid while orders come and go. */
  list(limit: number, cursor?: string): { orders: TriggerOrder[]; nextCursor: string | null } {
    const end = cursor === undefined ? this.#listed.length : this.#positionOf(readCursor(cursor));
    const start = Math.max(0, end - limit);
    const orders = this.#listed.slice(start, end).reverse();
    const next = this.#listed[start - 1];
    return { orders, nextCursor: next ? writeCursor(next.sequence + 1) : null };
  }

  /** Refuses with NOT_FOUND, and with INVALID_PARAMS for an order that is not active. */
  cancel(orderId: string, nowMs: number): TriggerOrder {
    const order = this.get(orderId);
    if (order.status !== 'active') {
      throw new PaperError(
        400,
        'INVALID_PARAMS',
        `order ${orderId} is ${order.status}; only an active one can be cancelled`,
      );
    }
    return this.#move(order, 'cancelled', nowMs);
  }

  /** Ends due orders, oldest first. `onFire` starts the swap; `onEnd` receives orders that ended without one. */
  advance(nowMs: number, onFire: (order: TriggerOrder) => void, onEnd: (order: TriggerOrder) => void): void {
    for (const { order, isExpired } of this.#index.due(nowMs)) {
      if (order.status !== 'active') continue;
      if (isExpired) onEnd(this.#move(order, 'expired', nowMs));
      else onFire(this.#move(order, 'triggered', nowMs));
    }
  }

  /** Ends an order whose swap has settled, or that is no longer needed. */
  close(orderId: string, status: 'success' | 'failed' | 'expired' | 'cancelled', nowMs: number): TriggerOrder {
    return this.#move(this.get(orderId), status, nowMs);
  }

  /** An unchanged order is the same object as in the last snapshot, so that it is not written again. */
  snapshot(): TriggerBookState {
    this.#saved = this.#listed.map((order, index) => this.#saved[index] ?? { ...order });
    return {
      orders: [...this.#saved] as TriggerOrder[],
      bests: this.#index.bests(),
      multisendWalletIds: [...this.#multisendWalletIds],
    };
  }

  restore(state: TriggerBookState): void {
    this.#orders.clear();
    this.#multisendWalletIds.clear();
    this.#saved = state.orders.toSorted((a, b) => a.sequence - b.sequence);
    this.#listed = this.#saved.map((order) => ({ ...order! }));
    for (const order of this.#listed) this.#orders.set(order.orderId, order);
    for (const walletId of state.multisendWalletIds) this.#multisendWalletIds.add(walletId);
    const active = this.#listed.filter(({ status }) => status === 'active');
    this.#index.load(
      active.map((order) => {
        const { input, output } = this.#pair(order);
        const token = subjectOf(input, output);
        const isTrailing = order.triggerBehavior === 'trailing';
        return { order, token, best: isTrailing ? bestIn(state.bests ?? {}, order, token) : null };
      }),
    );
  }

  /** Number of listed orders older than a sequence number. */
  #positionOf(sequence: number): number {
    return countOf(this.#listed, (order) => order.sequence < sequence);
  }

  #pair(order: NewTriggerOrder): { input: PaperToken; output: PaperToken } {
    return {
      input: tradableToken(this.#book, order.chain, order.inputToken, 'inputToken'),
      output: tradableToken(this.#book, order.chain, order.outputToken, 'outputToken'),
    };
  }

  #move(order: TriggerOrder, status: TriggerOrder['status'], nowMs: number): TriggerOrder {
    this.#index.remove(order.orderId);
    order.status = status;
    order.updatedAtMs = nowMs;
    this.#saved[this.#positionOf(order.sequence)] = undefined;
    return order;
  }
}

const writeCursor = (sequence: number) => Buffer.from(`trigger-orders:${sequence}`).toString('base64url');

function readCursor(cursor: string): number {
  const match = /^trigger-orders:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) throw new PaperError(400, 'INVALID_PARAMS', 'cursor was not issued by this list');
  return Number(match[1]);
}
