import { z } from 'zod';
import type { OperationRecord } from '../../../stores/orders/operation-records.ts';
import type { PerpOrderRow } from '../../../stores/orders/perp-order-rows.ts';
import type { Desk } from '../../desk/desk.ts';

const sentBody = z.object({ body: z.object({ cloid: z.string(), reduceOnly: z.boolean() }) });

/** By records: a journal may be long, and forms ask in every frame. */
const known = new WeakMap<readonly OperationRecord[], ReadonlyMap<string, boolean>>();

/** Whether an open order was sent from here as reduce-only, which the service does not list; null if it was not sent from here. */
export function reduceOnlyAsSent(desk: Desk, { cloid }: Pick<PerpOrderRow, 'cloid'>): boolean | null {
  if (cloid === null) return null;
  const { records } = desk.records.getState();
  const sent = known.get(records) ?? reduceOnlyByCloid(records);
  known.set(records, sent);
  return sent.get(cloid.toLowerCase()) ?? null;
}

const reduceOnlyByCloid = (records: readonly OperationRecord[]): ReadonlyMap<string, boolean> =>
  new Map(
    records.flatMap(({ operation, input }) => {
      const { body } = (operation === 'perp.placeOrder' && sentBody.safeParse(input).data) || {};
      return body ? [[body.cloid.toLowerCase(), body.reduceOnly] as const] : [];
    }),
  );
