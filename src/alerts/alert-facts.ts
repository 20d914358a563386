import Big from 'big.js';
import { readDecimal, readPositive } from '../domain/numbers/decimal.ts';
import type { ConnectionStatus } from '../domain/stream/connection-status.ts';
import { isUnreadable, readable } from '../protocol/schema.ts';
import { type RemainingExecutions, remainingExecutions } from '../stores/account/key-limits.ts';
import type { Stores } from '../stores/create-stores.ts';
import type { DeskData } from '../stores/desk-data.ts';
import { markOf } from '../stores/market/marks.ts';
import { isUnresolved, type OperationRecord } from '../stores/orders/operation-records.ts';
import { orderRows } from '../stores/orders/order-rows.ts';
import { planRows } from '../stores/orders/plan-rows.ts';
import type { PlansState } from '../stores/orders/plans.ts';
import { positionRows } from '../stores/portfolio/position-rows.ts';
import type { LimitReached } from '../stores/portfolio/risk-day.ts';
import type { PriceRule } from './price-rules.ts';

export interface PositionFact {
  readonly coin: string;
  /** Signed: negative is short. */
  readonly szi: Big;
  readonly liquidationDistancePct: Big | null;
}

export interface OrderFact {
  readonly id: string;
  readonly status: string;
  readonly isOpen: boolean;
  readonly words: string;
}

export interface PerpOrderFact {
  readonly oid: string;
  readonly coin: string;
  readonly side: string;
  readonly size: Big;
  readonly limitPx: string;
}

/** A request of this desk that may have changed a position, wall clock ms. */
export interface OwnOrder {
  readonly coin: string;
  readonly sentAtMs: number;
  /** Null: not answered yet. */
  readonly endedAtMs: number | null;
}

/** A plan; sizes as decimal text. */
export interface PlanFact {
  readonly id: string;
  readonly summary: string;
  readonly state: string;
  readonly why: string;
  readonly pausedBy: 'person' | 'plan' | 'halt' | null;
  /** Its orders of unknown outcome. */
  readonly doubts: readonly string[];
  readonly executed: string;
  readonly target: string;
}

/** What the alerts need to know at one moment. Null: not read yet. */
export interface AlertFacts {
  readonly rules: readonly PriceRule[];
  /** By rule; a rule without a known price is absent. */
  readonly prices: ReadonlyMap<string, Big>;
  readonly positions: {
    readonly readAtMs: number;
    readonly all: readonly PositionFact[];
    /** Some positions could not be read: a missing one may be among them. */
    readonly isPartial: boolean;
  } | null;
  readonly orders: readonly OrderFact[] | null;
  readonly perpOrders: readonly PerpOrderFact[] | null;
  /** Recently filled sizes, by order. */
  readonly filled: ReadonlyMap<string, Big>;
  /** When both were last received, wall clock ms: trades older than the end of an order say nothing about it. */
  readonly perpReadAtMs: { readonly orders: number; readonly fills: number };
  readonly connection: Pick<ConnectionStatus, 'state' | 'reason'>;
  readonly limits: RemainingExecutions | null;
  /** Limits of the account that were reached in this run, oldest first. */
  readonly reached: readonly LimitReached[];
  readonly doubts: readonly { readonly id: string; readonly summary: string }[] | null;
  readonly plans: readonly PlanFact[] | null;
  readonly ownOrders: readonly OwnOrder[];
  /** Trigger orders that this desk cancelled. */
  readonly ownCancels: ReadonlySet<string>;
}

export interface FactSources extends Pick<Stores, 'data' | 'session' | 'records' | 'riskDay' | 'plans'> {
  readonly rules: readonly PriceRule[];
}

export function readAlertFacts({ data, session, records, riskDay, plans, rules }: FactSources): AlertFacts {
  const { connection, executionsSinceUsage } = session.getState();
  const { records: all, isLoaded } = records.getState();
  const usage = data.read('usage').data;
  return {
    rules,
    prices: new Map(
      rules.flatMap((rule) => {
        const price = priceOf(data, rule.of);
        return price ? [[rule.id, price] as const] : [];
      }),
    ),
    positions: positionFacts(data),
    orders: data.read('orders').data ? orderFacts(data) : null,
    perpOrders: data.derive(perpOrderFacts),
    filled: data.derive(filledSizes),
    perpReadAtMs: { orders: data.read('perpOrders').updatedAtMs, fills: data.read('fills').updatedAtMs },
    connection,
    limits: usage ? remainingExecutions(usage, executionsSinceUsage) : null,
    reached: riskDay.getState().reached,
    doubts: isLoaded ? all.filter(isUnresolved) : null,
    plans: plans.getState().isLoaded ? planFacts(plans.getState()) : null,
    ownOrders: all.flatMap(ownOrder),
    ownCancels: new Set(all.flatMap(ownCancel)),
  };
}

const planFacts = (state: PlansState): PlanFact[] =>
  planRows(state).map(({ plan, summary, progress: { executed, target } }) => ({
    id: plan.id,
    summary,
    state: plan.state,
    why: plan.why,
    pausedBy: plan.pausedBy,
    doubts: plan.children.filter((child) => child.state === 'unknown').map(({ key }) => key),
    executed: executed.toFixed(),
    target: target.toFixed(),
  }));

/** The last read price, USD; null if it is unknown: a price of zero is a missing price and must not alert. */
export function priceOf(data: DeskData, of: PriceRule['of']): Big | null {
  if (of.kind === 'token') return readPositive(data.levels(of.tokenId).data?.priceUsd);
  return markOf(data, of.coin);
}

/** Coins of the perp markets, as the service names them. */
export const perpCoins = (data: DeskData): string[] =>
  readable(data.read('markets').data ?? []).map(({ meta }) => meta.name);

function positionFacts(data: DeskData): AlertFacts['positions'] {
  const { data: read, updatedAtMs } = data.read('positions');
  if (!read) return null;
  const rows = positionRows(data);
  return {
    readAtMs: updatedAtMs,
    all: rows.flatMap(({ position }) => (position ? [position] : [])),
    isPartial: rows.some(({ position }) => position === null),
  };
}

const orderFacts = (data: DeskData): OrderFact[] =>
  orderRows(data).flatMap(({ key, order, status, isOpen, sentence }) => {
    const { verb, amountText, symbol, conditionText } = sentence ?? {};
    const isSale = verb === 'SELL';
    const words = isSale ? `${verb} ${amountText} ${symbol}` : `${verb} ${symbol} with ${amountText}`;
    return order ? [{ id: key, status, isOpen, words: `${words}, ${conditionText}` }] : [];
  });

function perpOrderFacts(data: DeskData): PerpOrderFact[] | null {
  const orders = data.read('perpOrders').data;
  // An unreadable order is not a missing order.
  if (!orders || orders.some(isUnreadable)) return null;
  return readable(orders).flatMap(({ oid, coin, side, sz, limitPx }) => {
    const size = readDecimal(sz);
    return size ? [{ oid: String(oid), coin, side, size, limitPx }] : [];
  });
}

function filledSizes(data: DeskData): ReadonlyMap<string, Big> {
  const sizes = new Map<string, Big>();
  for (const { oid, sz } of readable(data.read('fills').data ?? [])) {
    const size = readDecimal(sz);
    if (oid != null && size) sizes.set(String(oid), (sizes.get(String(oid)) ?? new Big(0)).plus(size));
  }
  return sizes;
}

const movesPosition = (record: OperationRecord): boolean =>
  record.operation !== 'perp.adjustMargin' && record.state !== 'rejected' && record.state !== 'not-sent';

/** The instrument is between the wallet and the side. */
function ownOrder(record: OperationRecord): OwnOrder[] {
  const coin = / perp:(\S+) /.exec(record.blocks)?.[1];
  return coin && movesPosition(record) ? [{ coin, sentAtMs: record.sentAtMs, endedAtMs: record.endedAtMs }] : [];
}

function ownCancel({ operation, state, blocks }: OperationRecord): string[] {
  const orderId = operation === 'trigger.cancel' && state !== 'rejected' ? / trigger:(\S+) /.exec(blocks)?.[1] : null;
  return orderId ? [orderId] : [];
}
