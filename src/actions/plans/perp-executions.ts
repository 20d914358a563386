import { sumFills } from '../../domain/market/sum-fills.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import type { Child, Plan } from '../../plans/plan.ts';
import type { Execution } from '../../plans/plan-kind.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import { perpFills } from '../../protocol/endpoints/perp-account.ts';
import { perpOrders } from '../../protocol/endpoints/perp-orders.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { clockSlackMs } from '../reconcile/evidence.ts';
import { idsOf } from './plan-operation.ts';

/** Open orders and fills of one wallet, read one after the other: what fills between the two reads is counted. */
export interface WalletSnapshot {
  readonly orders: ResponseData<typeof perpOrders>;
  readonly fills: ResponseData<typeof perpFills>;
  /** When the first read was asked for, ms since the epoch. */
  readonly askedAtMs: number;
}

/** Rejects with the client's error. */
export async function readWalletSnapshot(
  { client, clock }: Pick<ActionContext, 'client' | 'clock'>,
  walletId: string,
  sinceMs: number,
): Promise<WalletSnapshot> {
  const askedAtMs = clock.now();
  const wallet = walletId === '' ? {} : { wallet_id: walletId };
  const { data: orders } = await client.call(perpOrders, { query: wallet });
  const { data: fills } = await client.call(perpFills, { query: { ...wallet, start_time: sinceMs - clockSlackMs } });
  return { orders, fills, askedAtMs };
}

/**
 * What an accepted child has executed, and whether it rests. Null if the snapshot is from before it was accepted, or where
 * an unreadable row might be its own.
 */
export function perpExecution(plan: Plan, child: Child, snapshot: WalletSnapshot): Execution | null {
  const { orders, fills, askedAtMs } = snapshot;
  if (askedAtMs <= child.sentAtMs || orders.some(isUnreadable) || fills.some(isUnreadable)) return null;
  const { cloids, oids } = idsOf(plan, child);
  const isOwn = ({
    oid,
    cloid,
  }: {
    readonly oid?: number | null | undefined;
    readonly cloid?: string | null | undefined;
  }) => (oid != null && oids.includes(oid)) || (cloid != null && cloids.includes(cloid));
  const numbers = readable(fills)
    .filter(isOwn)
    .map((fill) => {
      const [price, size] = [readDecimal(fill.px), readDecimal(fill.sz)];
      return price && size && { price, size, fee: readDecimal(fill.fee), closedPnl: null };
    });
  const known = numbers.filter((one) => one !== null);
  if (known.length < numbers.length) return null;
  const { size, avgPrice, feeUsd } = sumFills(known);
  return { filled: size, avgPx: avgPrice, feeUsd, isOpen: readable(orders).some(isOwn) };
}
