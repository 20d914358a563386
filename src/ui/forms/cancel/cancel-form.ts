import type { CancelOrder } from '../../../actions/cancel-trigger-order.ts';
import { cleanText } from '../../../domain/clean-text.ts';
import { type OrderRow, orderRows } from '../../../stores/order-rows.ts';
import type { Desk } from '../../desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, FormSpec } from '../form-spec.ts';

/** Takes back a trigger order: nothing to type, only to read and to confirm. */
export function cancelForm(desk: Desk, row: OrderRow): FormSpec<CancelOrder> {
  const { sentence } = row;
  const words = sentence
    ? `${sentence.verb} ${sentence.amountText} ${sentence.symbol} when ${sentence.conditionText}`
    : row.key;
  const rows = [
    { label: 'order id', value: [span(cleanText(row.key))], wraps: true },
    { label: 'chain', value: [muted(row.chain ?? 'not shown')] },
    {
      label: 'mode',
      value: [span(desk.session.getState().mode.toUpperCase(), desk.session.getState().mode, { bold: true })],
    },
  ];
  return {
    id: 'cancel',
    title: 'Cancel trigger order',
    initial: {},
    subject: () => [span(words, 'title')],
    fields: () => [],
    evaluate: (): Evaluation<CancelOrder> => {
      const isOpen = orderRows(desk.data).some(({ key, isOpen: open }) => key === row.key && open);
      return {
        problems: isOpen ? {} : { form: 'This order is not active any more.' },
        preview: rows,
        draft: isOpen ? { orderId: row.key, summary: words } : null,
        submitLabel: 'Cancel the order',
      };
    },
    confirmation: () => rows,
    order: (draft) => ({ kind: 'cancelTriggerOrder', draft }),
    submit: (draft) => desk.actions.send({ kind: 'cancelTriggerOrder', draft: draft }),
  };
}
