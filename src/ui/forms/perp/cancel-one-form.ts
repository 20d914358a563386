import type { CancelPerpOrder } from '../../../actions/orders/cancel-perp-order.ts';
import type { PerpOrderRow } from '../../../stores/orders/perp-order-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import type { FormSpec, Values } from '../form-spec.ts';
import { cancelPerpForm, perpOrderWords } from './cancel-perp-form.ts';

/** Cancels one of several open perp orders, chosen in the form. `rows`: at least one. */
export function cancelOneForm(desk: Desk, rows: readonly PerpOrderRow[]): FormSpec<CancelPerpOrder> {
  const forms = new Map(rows.map((row) => [row.key, cancelPerpForm(desk, row)]));
  const [first] = forms.values();
  if (!first) throw new Error('no order to cancel');
  const formOf = (key: string | undefined): FormSpec<CancelPerpOrder> => forms.get(key ?? '') ?? first;
  return {
    ...first,
    id: 'cancel-one-perp',
    initial: { order: rows[0]?.key ?? '' },
    subject: ({ order }: Values) => formOf(order).subject({}),
    fields: () => [
      {
        id: 'order',
        label: 'Order',
        kind: 'choice',
        choices: rows.map((row) => ({ value: row.key, label: perpOrderWords(row) })),
      },
    ],
    evaluate: ({ order }) => formOf(order).evaluate({}),
    confirmation: (draft) => formOf(String(draft.oid)).confirmation(draft),
  };
}
