import Big from 'big.js';
import { sumFills } from '../../domain/market/sum-fills.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import type { Child, Plan } from '../../plans/plan.ts';
import type { Execution, OpenStop } from '../../plans/plan-kind.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import { perpFills } from '../../protocol/endpoints/perp-account.ts';
import { perpOrders } from '../../protocol/endpoints/perp-orders.ts';
import { perpPositions } from '../../protocol/endpoints/perp-positions.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import { perpOrderRow } from '../../stores/orders/perp-order-rows.ts';
import { isOfOrder } from '../fills/order-ids.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { idsOf } from './plan-operation.ts';

/** Open orders, fills and positions of one wallet, read one after the other: what fills between the reads is counted. */
export interface WalletSnapshot {
  readonly orders: ResponseData<typeof perpOrders>;
  readonly fills: ResponseData<typeof perpFills>;
  /** Null where no plan needs them. */
  readonly positions: ResponseData<typeof perpPositions>['positions'] | null;
  /** When the first read was asked for, ms of a clock that never jumps. */
  readonly askedAtMs: number;
}

/** How far our clock may be ahead of the service's. Fills are told apart by their ids, so older ones do no harm. */
const clockAheadMs = 3_600_000;

/** Rejects with the client's error. `sinceMs`: no fill before it is of interest, ms since the epoch. */
export async function readWalletSnapshot(
  { client, clock }: Pick<ActionContext, 'client' | 'clock'>,
  walletId: string,
  { sinceMs, withPositions }: { readonly sinceMs: number; readonly withPositions: boolean },
): Promise<WalletSnapshot> {
  const askedAtMs = clock.monotonic();
  const wallet = walletId === '' ? {} : { wallet_id: walletId };
  const { data: orders } = await client.call(perpOrders, { query: wallet });
  const start_time = Math.max(0, Math.floor(sinceMs - clockAheadMs));
  const { data: fills } = await client.call(perpFills, { query: { ...wallet, start_time } });
  const positions = withPositions ? (await client.call(perpPositions, { query: wallet })).data.positions : null;
  return { orders, fills, positions, askedAtMs };
}

/** `isHidden`: the order has executed more than the fills show. */
export type PerpExecution = Execution & { readonly isHidden: boolean };

/** What an accepted child has executed, and whether it rests. Null where an unreadable row might be its own. */
export function perpExecution(plan: Plan, child: Child, { orders, fills }: WalletSnapshot): PerpExecution | null {
  if (orders.some(isUnreadable) || fills.some(isUnreadable)) return null;
  const ids = idsOf(plan, child);
  const isOwn = (row: Parameters<typeof isOfOrder>[1]): boolean => isOfOrder(ids, row);
  const numbers = readable(fills)
    .filter(isOwn)
    .map((fill) => {
      const [price, size] = [readDecimal(fill.px), readDecimal(fill.sz)];
      return price && size && { price, size, fee: readDecimal(fill.fee), closedPnl: null };
    });
  const known = numbers.filter((one) => one !== null);
  if (known.length < numbers.length) return null;
  const { size, avgPrice, feeUsd } = sumFills(known);
  const open = readable(orders).filter(isOwn);
  const sizes = open.map(({ sz }) => readDecimal(sz) ?? null);
  const resting = sizes.reduce<Big | null>((sum, one) => sum && one && sum.plus(one), new Big(0));
  const least = open.length > 0 && resting ? leftBook(plan, child, resting) : null;
  const isHidden = least?.gt(size) === true;
  return { filled: isHidden ? least : size, avgPx: avgPrice, feeUsd, isOpen: open.length > 0, resting, isHidden };
}

/** What an open order must have executed, because less of it rests; null where it may have been cut when it was placed. */
function leftBook({ children }: Plan, { key, order }: Child, resting: Big): Big | null {
  if (order.do !== 'perp' || order.reduceOnly) return null;
  const change = children.findLast(
    ({ order: one, state }) => one.do === 'modify' && one.target === key && (state === 'working' || state === 'over'),
  );
  return new Big(change?.order.do === 'modify' ? change.order.sz : order.sz).minus(resting);
}

/** Venue numbers that only a read tells: of orders whose answer was lost, by the client order id. */
export function lostNumbers(plan: Plan, { orders }: WalletSnapshot): readonly (readonly [Child, number])[] {
  return plan.children.flatMap((child) => {
    if (child.oid !== null || (child.state !== 'working' && child.state !== 'over')) return [];
    const cloid = 'cloid' in child.order ? child.order.cloid : null;
    const row = readable(orders).find((one) => one.cloid === cloid);
    return cloid !== null && row ? [[child, row.oid] as const] : [];
  });
}

/** The position of a coin and its open stops on the closing side of `isBuy`. Null: unknown. */
export function heldIn(
  { orders, positions }: WalletSnapshot,
  { coin, isBuy }: { readonly coin: string; readonly isBuy: boolean },
): { readonly szi: Big | null; readonly stops: readonly OpenStop[] | null } {
  const row = positions && readable(positions).find((one) => one.coin === coin);
  const isKnown = positions !== null && !positions.some(isUnreadable);
  const szi = row ? (readDecimal(row.szi) ?? null) : isKnown ? new Big(0) : null;
  if (orders.some(isUnreadable)) return { szi, stops: null };
  const side = isBuy ? 'sell' : 'buy';
  const stops = readable(orders)
    .filter((one) => one.coin === coin && one.side === side)
    .map((one) => perpOrderRow(one, undefined))
    .flatMap(({ oid, price: px, exit, isWholePosition }) =>
      exit === 'stop' && isWholePosition && oid !== null && px ? [{ oid, px }] : [],
    );
  return { szi, stops };
}
