import type { CancelPerpOrder } from '../../../actions/cancel-perp-order.ts';
import type { Order } from '../../../actions/orders.ts';
import { type PerpOrderRow, perpOrderRows } from '../../../stores/perp-order-rows.ts';
import type { Desk } from '../../desk.ts';
import { span } from '../../text/span.ts';
import type { Evaluation, FormRow, FormSpec } from '../form-spec.ts';
import { accountRows, perpWarningRows } from '../position-form-parts.ts';
import { missingWallet, perpWalletId } from './perp-account.ts';

/** An open perp order in words: `buy 0.01 BTC at 97000, limit`. */
export const perpOrderWords = ({ isBuy, size, coin, price, type }: PerpOrderRow): string =>
  `${isBuy ? 'buy' : 'sell'} ${size?.toFixed() ?? '?'} ${coin} at ${price?.toFixed() ?? '?'}, ${type}`;

const order = (draft: CancelPerpOrder): Order => ({ kind: 'cancelPerpOrder', draft });

/** Takes one open perp order back: nothing to type, only to read and to confirm. */
export function cancelPerpForm(desk: Desk, row: PerpOrderRow): FormSpec<CancelPerpOrder> {
  const words = perpOrderWords(row);
  const rows = (walletId?: string): FormRow[] => [
    { label: 'order id', value: [span(row.key)] },
    ...(row.cloid === null ? [] : [{ label: 'cloid', value: [span(row.cloid)] }]),
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
      const problem = isOpen ? (walletId === null ? missingWallet : null) : 'This order is not open any more.';
      return {
        problems: problem ? { form: problem } : {},
        preview: rows(),
        draft: problem === null && walletId !== null && oid !== null ? { walletId, coin, oid, words } : null,
        submitLabel: 'Cancel the order',
      };
    },
    confirmation: ({ walletId }) => rows(walletId),
    order,
    submit: (draft) => desk.actions.send(order(draft)),
  };
}
