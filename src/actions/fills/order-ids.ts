import { fieldsOf } from '../../domain/fields.ts';
import { modifyPerpOrder, modifyPerpOrders } from '../../protocol/endpoints/perp-orders.ts';
import type { OperationRecord } from '../../stores/orders/operation-records.ts';
import { fillQuery } from './fill-query.ts';

/** The venue's numbers and the client ids by which orders and fills of one order are known. */
export interface OrderIds {
  readonly oids: readonly number[];
  readonly cloids: readonly string[];
}

/** Ids of an accepted perp order: its own, and those that later changes gave it. `records`: oldest first. */
export function orderIds(
  record: Pick<OperationRecord, 'oid' | 'fillQuery'>,
  records: readonly OperationRecord[],
): OrderIds {
  const query = fillQuery.safeParse(record.fillQuery).data;
  const oids = new Set(record.oid === null ? [] : [record.oid]);
  const cloids = new Set(query?.kind === 'perp' && query.cloid !== null ? [query.cloid] : []);
  for (const { operation, state, input, oid } of records) {
    if (state !== 'accepted' || !changes.has(operation)) continue;
    for (const change of changesOf(operation, input)) {
      if (!oids.has(Number(change['oid']))) continue;
      if (operation === modifyPerpOrder.id && oid !== null) oids.add(oid);
      if (typeof change['newCloid'] === 'string') cloids.add(change['newCloid']);
    }
  }
  return { oids: [...oids], cloids: [...cloids] };
}

const changes: ReadonlySet<string> = new Set([modifyPerpOrder.id, modifyPerpOrders.id]);

function changesOf(operation: string, input: unknown): readonly Readonly<Record<string, unknown>>[] {
  const body = fieldsOf(fieldsOf(input)['body']);
  if (operation === modifyPerpOrder.id) return [body];
  const { modifications } = body;
  return Array.isArray(modifications) ? modifications.map(fieldsOf) : [];
}

/** Whether a row of orders or fills is of this order. */
export const isOfOrder = (
  { oids, cloids }: OrderIds,
  { oid, cloid }: { readonly oid?: number | null | undefined; readonly cloid?: string | null | undefined },
): boolean => (oid != null && oids.includes(oid)) || (cloid != null && cloids.includes(cloid));
