import type { Operation } from '../../../actions/operations.ts';
import type { CancelPerpOrder } from '../../../actions/orders/cancel-perp-order.ts';
import { type PerpOrderRow, perpOrderRows } from '../../../stores/orders/perp-order-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { span } from '../../text/span.ts';
import { protectionRows } from '../consequence-rows.ts';
import type { Evaluation, FormRow, FormSpec } from '../form-spec.ts';
import { accountRows, perpWarningRows } from '../position-form-parts.ts';
import { missingWallet, perpWalletId } from './perp-account.ts';

/** `buy 0.01 BTC at 97000, limit`; `sell whole BTC position at 90000, stop`. */
export function perpOrderWords({ isBuy, size, isWholePosition, coin, price, type }: PerpOrderRow): string {
  const what = isWholePosition ? `whole ${coin} position` : `${size?.toFixed() ?? '?'} ${coin}`;
  return `${isBuy ? 'buy' : 'sell'} ${what} at ${price?.toFixed() ?? '?'}, ${type}`;
}

/** Error shown when the order of an open form has been filled or cancelled. */
export const orderGoneText = 'This order is no longer open.';

const toOperation = (draft: CancelPerpOrder): Operation => ({ kind: 'cancelPerpOrder', draft });

/** Cancels an open perp order; has no fields. */
export function cancelPerpForm(desk: Desk, row: PerpOrderRow): FormSpec<CancelPerpOrder> {
  const words = perpOrderWords(row);
  const rows = (walletId?: string): FormRow[] => [
    { label: 'order id', value: [span(row.key)] },
    ...(row.cloid === null ? [] : [{ label: 'cloid', value: [span(row.cloid)] }]),
    ...(row.exit === null ? [] : protectionRows(desk, row.wireCoin, row.key)),
    ...perpWarningRows(desk, null),
    ...accountRows(desk, walletId),
  ];
  return {
    id: 'cancel-perp',
    title: 'Cancel perp order',
    wants: ['perpOrders'],
    initial: {},
    subject: () => [span(words, 'title')],
    fields: () => [],
    evaluate: (): Evaluation<CancelPerpOrder> => {
      const { oid, wireCoin: coin } = row;
      const walletId = perpWalletId(desk);
      const isOpen = perpOrderRows(desk.data).some(({ key }) => key === row.key);
      const problem = isOpen ? (walletId === null ? missingWallet : null) : orderGoneText;
      return {
        problems: problem ? { form: problem } : {},
        preview: rows(),
        draft: problem === null && walletId !== null && oid !== null ? { walletId, coin, oid, words } : null,
        submitLabel: 'Cancel order',
      };
    },
    confirmation: ({ walletId }) => rows(walletId),
    operation: toOperation,
    submit: (draft) => desk.actions.send(toOperation(draft)),
  };
}
