import { fieldsOf } from '../../domain/fields.ts';
import { isTriggerOpen } from '../../domain/market/trigger-order.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { DeskData } from '../desk-data.ts';
import { isUnresolved, type OperationRecord } from '../orders/operation-records.ts';
import { perpOrderRows } from '../orders/perp-order-rows.ts';
import { positionRows } from './position-rows.ts';

/** What the limits of the account count. */
export interface RiskCounts {
  /** Perp markets, as the service names them, with a position or an order that would open one. */
  readonly coins: ReadonlySet<string>;
  /** Orders that can add risk: perp orders but exits and reduce-only ones, and trigger orders. */
  readonly orders: number;
  /** The service has more trigger orders than it lists. */
  readonly isMore: boolean;
}

const isPending = (record: OperationRecord): boolean => record.state === 'sent' || isUnresolved(record);

/** An unreadable row counts as one, and so does an order in flight or of unknown outcome. */
export function riskCounts(data: DeskData, records: readonly OperationRecord[]): RiskCounts {
  const entries = perpOrderRows(data).filter(({ exit, reduceOnly }) => exit === null && reduceOnly !== true);
  const listed = new Set(entries.flatMap(({ cloid }) => cloid ?? []));
  const pending = records.filter(
    (record) => isPending(record) && !listed.has(String(fieldsOf(record.evidence)['cloid'])),
  );
  const placing = pending.filter(({ operation }) => operation === 'perp.placeOrder');
  const mayRest = placing.filter(({ fillQuery }) => fieldsOf(fillQuery)['mayRest'] !== false);
  const creating = pending.filter(({ operation }) => operation === 'trigger.create');
  const cancelled = new Set(records.flatMap(cancelledTrigger));
  const triggers = (data.read('orders').data?.orders ?? []).filter(
    (order) => isUnreadable(order) || (isTriggerOpen(order.status) && !cancelled.has(order.orderId)),
  );
  return {
    coins: new Set([
      ...positionRows(data).map(({ key }) => key),
      ...entries.map(({ key, wireCoin }) => wireCoin || key),
      ...placing.flatMap(({ blocks }) => / perp:(\S+) /.exec(blocks)?.[1] ?? []),
    ]),
    orders: entries.length + triggers.length + mayRest.length + creating.length,
    isMore: Boolean(data.read('orders').data?.nextCursor),
  };
}

/** A trigger order is edited by cancelling it first: the list may still have it. */
const cancelledTrigger = ({ operation, state, blocks }: OperationRecord): string[] => {
  const orderId = operation === 'trigger.cancel' && state === 'accepted' ? / trigger:(\S+) /.exec(blocks)?.[1] : null;
  return orderId ? [orderId] : [];
};

const changingPerps = ['perp.placeOrder', 'perp.modifyOrder', 'perp.modifyOrders'];

/** The perp order in flight or of unknown outcome, which leaves the heat open; null if there is none. */
export const pendingPerpOrder = (records: readonly OperationRecord[]): OperationRecord | null =>
  records.find((record) => isPending(record) && changingPerps.includes(record.operation)) ?? null;

/** The order that was accepted after the lists that would show it were read; null if there is none. */
export function acceptedSinceRead(data: DeskData, records: readonly OperationRecord[]): OperationRecord | null {
  const perpsReadAtMs = Math.min(data.read('positions').updatedAtMs, data.read('perpOrders').updatedAtMs);
  const triggersReadAtMs = data.read('orders').updatedAtMs;
  const readAtMs = (operation: string): number =>
    changingPerps.includes(operation)
      ? perpsReadAtMs
      : operation === 'trigger.create'
        ? triggersReadAtMs
        : Number.POSITIVE_INFINITY;
  return (
    records.findLast(
      ({ operation, state, endedAtMs }) =>
        state === 'accepted' && endedAtMs !== null && endedAtMs >= readAtMs(operation),
    ) ?? null
  );
}
