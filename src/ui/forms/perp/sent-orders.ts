import { z } from 'zod';
import { memoOn } from '../../../domain/memo-on.ts';
import type { OperationRecord } from '../../../stores/orders/operation-records.ts';
import type { PerpOrderRow } from '../../../stores/orders/perp-order-rows.ts';
import type { Desk } from '../../desk/desk.ts';

const sentBody = z.object({ body: z.object({ cloid: z.string(), reduceOnly: z.boolean() }) });

/** Whether an open order was sent from here as reduce-only, which the service does not list; null if it was not sent from here. */
export function reduceOnlyAsSent(desk: Desk, { cloid }: Pick<PerpOrderRow, 'cloid'>): boolean | null {
  if (cloid === null) return null;
  return reduceOnlyByCloid(desk.records.getState().records).get(cloid.toLowerCase()) ?? null;
}

/** Once per list of records: a journal may be long, and forms ask in every frame. */
const reduceOnlyByCloid = memoOn(
  (records: readonly OperationRecord[]): ReadonlyMap<string, boolean> =>
    new Map(
      records.flatMap(({ operation, input }) => {
        const { body } = (operation === 'perp.placeOrder' && sentBody.safeParse(input).data) || {};
        return body ? [[body.cloid.toLowerCase(), body.reduceOnly] as const] : [];
      }),
    ),
);
