import type { Chain } from '../../../domain/chain.ts';
import type { Random } from '../../../platform/random.ts';
import { PaperError } from '../../handler.ts';
import { tradableToken, tradingWallet } from './paper-lookup.ts';
import { subjectOf } from './swap-router.ts';
import type { TokenBook } from './token-book.ts';
import type { PaperToken } from './token-list.ts';

export type TriggerMetric = 'price_usd' | 'market_cap_usd' | 'liquidity_usd';

export interface NewTriggerOrder {
  readonly chain: Chain;
  readonly walletId: string;
  readonly inputToken: string;
  readonly outputToken: string;
  readonly amount: string;
  readonly triggerMetric: TriggerMetric;
  readonly triggerDirection: 'above' | 'below';
  readonly triggerBehavior: 'immediate' | 'trailing';
  readonly triggerValue?: string | undefined;
  readonly trailingPercentage?: number | undefined;
  readonly slippageBps: number;
  /** 0: the order does not expire. */
  readonly expiryHours: number;
}

export interface TriggerOrder extends NewTriggerOrder {
  /** Grows with every order: the list's order, and what its cursor holds. */
  readonly sequence: number;
  readonly orderId: string;
  readonly createdAtMs: number;
  updatedAtMs: number;
  status: 'active' | 'triggered' | 'success' | 'failed' | 'expired' | 'cancelled';
  /** Best value since creation, for a trailing order: the highest before a fall, the lowest before a rise. */
  bestValue: number;
  taskId: string | null;
}

export interface TriggerBookState {
  readonly orders: TriggerOrder[];
  readonly multisendWalletIds: string[];
}

/** The value at which an order fires now; a trailing one's moves with its best value. */
export function triggerLevel(order: TriggerOrder): number {
  if (order.triggerBehavior === 'immediate') return Number(order.triggerValue);
  const distance = (order.trailingPercentage ?? 0) / 100;
  return order.bestValue * (order.triggerDirection === 'below' ? 1 - distance : 1 + distance);
}

/** When an order that still waits expires, ms since the epoch; null: never. */
export const expiresAtMs = ({ expiryHours, createdAtMs }: TriggerOrder): number | null =>
  expiryHours === 0 ? null : createdAtMs + expiryHours * 3_600_000;

/** Conditional orders: who waits for what, and the engine that fires each at most once. */
export class TriggerBook {
  readonly #book: TokenBook;
  readonly #random: Random;
  readonly #orders = new Map<string, TriggerOrder>();
  readonly #multisendWalletIds = new Set<string>();
  #lastSequence = 0;

  constructor(book: TokenBook, random: Random) {
    this.#book = book;
    this.#random = random;
  }

  hasMultisend(walletId: string): boolean {
    return this.#multisendWalletIds.has(walletId);
  }

  allowMultisend(walletId: string): void {
    this.#multisendWalletIds.add(walletId);
  }

  /** Refuses with NOT_FOUND, INVALID_PARAMS, NO_ROUTE or NONCE_NOT_INITIALIZED. Funds are looked at when it fires. */
  create(spec: NewTriggerOrder, nowMs: number): TriggerOrder {
    tradingWallet(spec.walletId, spec.chain);
    const { input, output } = this.#pair(spec);
    if (input === output) throw new PaperError(400, 'INVALID_PARAMS', 'inputToken and outputToken are the same token');
    if (spec.triggerBehavior === 'immediate' && !(Number(spec.triggerValue) > 0)) {
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
      sequence: ++this.#lastSequence,
      orderId: `ord_${this.#random.hex(8)}`,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      status: 'active',
      bestValue: this.#value(spec.triggerMetric, subjectOf(input, output)),
      taskId: null,
    };
    this.#orders.set(order.orderId, order);
    return order;
  }

  get(orderId: string): TriggerOrder {
    const order = this.#orders.get(orderId);
    if (!order) throw new PaperError(404, 'NOT_FOUND', `there is no trigger order ${orderId}`);
    return order;
  }

  /** Newest first, the `limit` orders after the cursor; the cursor stays right while orders come and go. */
  list(limit: number, cursor?: string): { orders: TriggerOrder[]; nextCursor: string | null } {
    const below = cursor === undefined ? Number.POSITIVE_INFINITY : readCursor(cursor);
    const rest = [...this.#orders.values()].reverse().filter((order) => order.sequence < below);
    const orders = rest.slice(0, limit);
    const next = rest[orders.length];
    return { orders, nextCursor: next ? writeCursor(next.sequence + 1) : null };
  }

  /** Refuses with NOT_FOUND, and with INVALID_PARAMS for an order that no longer waits. */
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

  /** Looks at every waiting order. `onFire` starts the swap; `onEnd` hears of orders that ended without one. */
  advance(nowMs: number, onFire: (order: TriggerOrder) => void, onEnd: (order: TriggerOrder) => void): void {
    for (const order of this.#orders.values()) {
      if (order.status !== 'active') continue;
      if (nowMs >= (expiresAtMs(order) ?? Number.POSITIVE_INFINITY)) {
        onEnd(this.#move(order, 'expired', nowMs));
        continue;
      }
      const { input, output } = this.#pair(order);
      const value = this.#value(order.triggerMetric, subjectOf(input, output));
      const isBelow = order.triggerDirection === 'below';
      order.bestValue = isBelow ? Math.max(order.bestValue, value) : Math.min(order.bestValue, value);
      const level = triggerLevel(order);
      if (isBelow ? value <= level : value >= level) onFire(this.#move(order, 'triggered', nowMs));
    }
  }

  /** Ends an order: its swap has settled, or nobody waits for it any more. */
  close(orderId: string, status: 'success' | 'failed' | 'expired' | 'cancelled', nowMs: number): TriggerOrder {
    return this.#move(this.get(orderId), status, nowMs);
  }

  snapshot(): TriggerBookState {
    const orders = [...this.#orders.values()].map((order) => ({ ...order }));
    return { orders, multisendWalletIds: [...this.#multisendWalletIds] };
  }

  restore(state: TriggerBookState): void {
    this.#orders.clear();
    this.#multisendWalletIds.clear();
    for (const order of state.orders) this.#orders.set(order.orderId, { ...order });
    for (const walletId of state.multisendWalletIds) this.#multisendWalletIds.add(walletId);
    this.#lastSequence = Math.max(0, ...state.orders.map((order) => order.sequence));
  }

  #pair(order: NewTriggerOrder): { input: PaperToken; output: PaperToken } {
    return {
      input: tradableToken(this.#book, order.chain, order.inputToken, 'inputToken'),
      output: tradableToken(this.#book, order.chain, order.outputToken, 'outputToken'),
    };
  }

  #value(metric: TriggerMetric, token: PaperToken): number {
    if (metric === 'price_usd') return this.#book.priceUsd(token);
    return metric === 'market_cap_usd' ? this.#book.marketCapUsd(token) : this.#book.liquidityUsd(token);
  }

  #move(order: TriggerOrder, status: TriggerOrder['status'], nowMs: number): TriggerOrder {
    order.status = status;
    order.updatedAtMs = nowMs;
    return order;
  }
}

const writeCursor = (sequence: number) => Buffer.from(`trigger-orders:${sequence}`).toString('base64url');

function readCursor(cursor: string): number {
  const match = /^trigger-orders:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) throw new PaperError(400, 'INVALID_PARAMS', 'cursor is not one that this list gave');
  return Number(match[1]);
}
