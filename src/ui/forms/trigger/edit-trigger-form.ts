import { followedBy } from '../../../actions/orders/send-in-order.ts';
import type { Problems } from '../../../actions/pipeline/limits.ts';
import type { Outcome } from '../../../actions/pipeline/outcome.ts';
import { type Chain, chains } from '../../../domain/market/chain.ts';
import { quoteToken, tokenId } from '../../../domain/market/token.ts';
import { formatAmount } from '../../../domain/numbers/amount.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { type OrderRow, orderRows } from '../../../stores/orders/order-rows.ts';
import { balanceOf } from '../../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import { orderSummary } from '../cancel/cancel-form.ts';
import type { Evaluation, FormRow, FormSpec, Values } from '../form-spec.ts';
import type { Token } from '../token-field.ts';
import { defaultWallet, type SpotWallet, spotWallets } from '../wallet-choice.ts';
import { triggerForm } from './trigger-form.ts';
import type { TriggerDraft } from './trigger-rows.ts';

/**
 * Changes an active trigger order. The API cannot modify one, so it is cancelled and another is created, in this order: if
 * both were active, both could fire. A new order that is rejected can be sent again; the old one is then gone.
 */
export function editTriggerForm(desk: Desk, row: OrderRow): FormSpec<TriggerDraft> {
  const form = triggerForm(desk, valuesOf(desk, row));
  const focus = form.initial.behavior === 'trailing' ? 'trailing' : 'value';
  let isCancelled = false;
  const cancel = async (): Promise<Outcome | null> => {
    if (isCancelled) return null;
    const draft = { orderId: row.key, summary: orderSummary(row) };
    const outcome = await desk.actions.send({ kind: 'cancelTriggerOrder', draft });
    isCancelled = outcome.kind === 'accepted';
    return outcome;
  };
  const rows = (): FormRow[] => (isCancelled ? [] : sequenceRows(row));
  const whyNot = (values: Values): Problems => {
    if (isCancelled) return {};
    if (!orderRows(desk.data).some(({ key, isOpen }) => key === row.key && isOpen))
      return { form: 'This order is no longer active.' };
    const isSame = Object.entries(form.initial).every(([id, value]) => values[id] === value);
    return isSame ? { [focus]: 'Nothing has changed yet: change a value, or leave.' } : {};
  };
  const evaluate = (values: Values): Evaluation<TriggerDraft> => {
    const evaluation = form.evaluate(values);
    const problems = { ...whyNot(values), ...evaluation.problems };
    return {
      ...evaluation,
      problems,
      draft: Object.keys(problems).length === 0 ? evaluation.draft : null,
      preview: [...rows(), notListedRow, ...evaluation.preview],
      submitLabel: isCancelled ? evaluation.submitLabel : 'Replace order',
    };
  };
  return {
    ...form,
    title: 'Edit trigger order',
    initialFocus: focus,
    evaluate,
    confirmation: (draft) => [...rows(), ...form.confirmation(draft)],
    submit: async (draft) => {
      const cancelled = await cancel();
      if (cancelled && cancelled.kind !== 'accepted') return cancelled;
      const outcome = await form.submit(draft);
      return cancelled ? followedBy(cancelled, outcome) : outcome;
    },
  };
}

/** What happens to the order, and the gap in between. */
const sequenceRows = (row: OrderRow): FormRow[] => [
  { label: 'replaces', value: [span(orderSummary(row), 'title')], wraps: true },
  {
    label: 'sequence',
    value: [span('cancel, then create: no order is active in between', 'warn')],
    wraps: true,
  },
];

/** The service lists neither the wallet of an order nor its slippage. */
const notListedRow: FormRow = {
  label: 'check',
  value: [muted('wallet and slippage: the service does not list those of the order')],
  wraps: true,
};

/** The order as form values; what the service does not list keeps its default. */
function valuesOf(desk: Desk, { order, chain, expiresAtMs }: OrderRow): Values {
  if (!order || !chain) return {};
  const { amount, trigger } = order;
  const sold = soldToken(desk, chain, order.inputToken);
  const wallet = walletOf(desk, chain, sold);
  const trailing = readDecimal(trigger?.trailingPercentage?.toString());
  const hoursLeft = expiresAtMs === null ? 0 : Math.ceil((expiresAtMs - desk.now()) / 3_600_000);
  return {
    ...(wallet ? { walletId: wallet.choice } : {}),
    sell: nameOf(chain, order.inputToken),
    buy: nameOf(chain, order.outputToken),
    amount: sold && /^\d{1,80}$/.test(amount) ? formatAmount(BigInt(amount), sold.decimals) : '',
    behavior: trailing ? 'trailing' : 'immediate',
    metric: trigger?.metric ?? 'price_usd',
    direction: trigger?.direction ?? 'below',
    value: trailing ? '' : (trigger?.value ?? ''),
    trailing: trailing?.toFixed() ?? '',
    ...(hoursLeft > 0 ? { expiry: String(hoursLeft) } : {}),
  };
}

const nameOf = (chain: Chain, address: string): string =>
  address === chains[chain].nativeAddress ? chains[chain].nativeSymbol : address;

/** null while its decimals are unknown. */
function soldToken(desk: Desk, chain: Chain, address: string): Token | null {
  const known = desk.data.token(tokenId({ chain, address })) ?? quoteToken({ chain, address });
  return known ? { chain, address, symbol: known.symbol, decimals: known.decimals, namesakes: 0 } : null;
}

/** An order does not name its wallet: the only one that holds what it sells, else the default of its chain. */
function walletOf(desk: Desk, chain: Chain, sold: Token | null): SpotWallet | null {
  const wallets = spotWallets(desk, [chain]);
  const holders = sold ? wallets.filter((wallet) => (balanceOf(desk, wallet, sold) ?? 0n) > 0n) : [];
  return holders.length === 1 ? (holders[0] ?? null) : defaultWallet(desk, wallets);
}
