import type { CancelOrder } from '../../../actions/orders/cancel-trigger-order.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { type OrderRow, orderRows } from '../../../stores/orders/order-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, FormSpec } from '../form-spec.ts';

/** `SELL 750 AERO when price > 1.2010`. */
export const orderSummary = ({ sentence, key }: OrderRow): string => sentence?.text ?? key;

/** Cancels a trigger order; has no fields. */
export function cancelForm(desk: Desk, row: OrderRow): FormSpec<CancelOrder> {
  const summary = orderSummary(row);
  const rows = [
    { label: 'order id', value: [span(cleanText(row.key))], wraps: true },
    { label: 'chain', value: [muted(row.chain ?? 'unknown')] },
    {
      label: 'mode',
      value: [span(desk.session.getState().mode.toUpperCase(), desk.session.getState().mode, { bold: true })],
    },
  ];
  return {
    id: 'cancel',
    title: 'Cancel trigger order',
    initial: {},
    subject: () => [span(summary, 'title')],
    fields: () => [],
    evaluate: (): Evaluation<CancelOrder> => {
      const isOpen = orderRows(desk.data).some(({ key, isOpen: open }) => key === row.key && open);
      return {
        problems: isOpen ? {} : { form: 'This order is no longer active.' },
        preview: rows,
        draft: isOpen ? { orderId: row.key, summary } : null,
        submitLabel: 'Cancel order',
      };
    },
    confirmation: () => rows,
    operation: (draft) => ({ kind: 'cancelTriggerOrder', draft }),
    submit: (draft) => desk.actions.send({ kind: 'cancelTriggerOrder', draft }),
  };
}
