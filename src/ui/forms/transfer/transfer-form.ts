import type Big from 'big.js';
import type { Operation } from '../../../actions/operations.ts';
import type { SendTransfer } from '../../../actions/transfers/send-transfer.ts';
import { chains } from '../../../domain/market/chain.ts';
import { quoteToken } from '../../../domain/market/token.ts';
import { amountText, usdValue } from '../../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../../desk/desk.ts';
import { type Line, muted, span } from '../../text/span.ts';
import { type AmountReader, amountField, createAmountReader, type TypedAmount } from '../amount-field.ts';
import type { Evaluation, FormRow, FormSpec, Values } from '../form-spec.ts';
import { shortfallOf } from '../spot-inputs.ts';
import { balanceRow, soldRow, tokenRows } from '../spot-rows.ts';
import { taskProgress } from '../task-progress.ts';
import { type Token, tokenName } from '../token-field.ts';
import { usdRows } from '../usd-amount.ts';
import { type SpotWallet, walletRows } from '../wallet-choice.ts';
import { createMoveFields, type MoveInputs, networkFeeRow, receiverRow, walletLabel } from './move-inputs.ts';

interface Draft extends SendTransfer {
  readonly from: SpotWallet;
  readonly to: SpotWallet;
  readonly sent: Token;
  readonly amount: TypedAmount;
  readonly balance: bigint | null;
}

/** Moves an amount of one token to another wallet of the account. `prefill` overrides the default values. */
export function transferForm(desk: Desk, prefill: Values = {}): FormSpec<Draft> {
  const move = createMoveFields(desk, prefill);
  const readAmount = createAmountReader(desk);
  // The same one again would be the same transfer: each attempt has its own.
  let correlationId = desk.actions.newCorrelationId();
  let taskId: string | null = null;
  return {
    id: 'transfer',
    title: 'Transfer',
    initial: { amount: '', ...move.initial },
    ...(prefill['walletId'] && !prefill['amount'] ? { initialFocus: 'amount' } : {}),
    subject: (values) => subject(move.read(values)),
    fields: (values) => {
      const [from, token, to] = move.fields(values);
      const inputs = move.read(values);
      return [from, token, amountField(inputs.token, inputs.balance, values.amount), to];
    },
    fillToken: move.fillToken,
    evaluate: (values) => evaluate(desk, move.read(values), values.amount ?? '', readAmount, correlationId),
    confirmation: (draft) => confirmationRows(desk, draft),
    operation: toOperation,
    submit: async (draft) => {
      correlationId = desk.actions.newCorrelationId();
      const outcome = await desk.actions.send(toOperation(draft));
      if (outcome.kind === 'accepted') taskId = outcome.taskId;
      return outcome;
    },
    progress: () => taskProgress(desk, taskId, 'the desk'),
    onClose: move.close,
  };
}

function subject({ from, to, token }: MoveInputs): Line {
  if (!from) return [span('Transfer', 'title')];
  const [name, receiver] = [token ? tokenName(token) : '…', to ? walletLabel(to) : '…'];
  return [
    span(`${name}: ${walletLabel(from)} → ${receiver}`, 'title', { bold: true }),
    muted(`   on ${chains[from.chain].name}`),
  ];
}

function evaluate(
  desk: Desk,
  inputs: MoveInputs,
  text: string,
  readAmount: AmountReader,
  correlationId: string,
): Evaluation<Draft> {
  const { from, to, token, balance } = inputs;
  const typed = readAmount(text, token, balance);
  const amount = typeof typed === 'string' ? null : typed;
  const short = shortfallOf(amount, token, balance);
  const problems = {
    ...inputs.problems,
    ...(typeof typed === 'string' ? { amount: typed } : short ? { amount: short } : {}),
  };
  const usd = token && amount && usdValue(desk, token, amount.baseUnits);
  const draft: Draft | null =
    from && to && token && amount && Object.keys(problems).length === 0
      ? {
          fromWalletId: from.walletId,
          toWalletId: to.walletId,
          token: { chain: token.chain, address: token.address },
          baseUnits: amount.baseUnits,
          usd,
          correlationId,
          summary: `${amountText(amount.baseUnits, token, tokenName(token))} from ${walletLabel(from)} to ${walletLabel(to)}`,
          from,
          to,
          sent: token,
          amount,
          balance,
        }
      : null;
  return {
    problems,
    preview: [
      ...balanceRow(desk, { sell: token, balance }),
      ...(token && amount ? sendRows(desk, token, amount, usd) : []),
      ...(from && token && amount ? staysRows(from, token, balance, amount.baseUnits) : []),
      ...(to ? [receiverRow(to)] : []),
      ...(token ? tokenRows(desk, 'token', token) : []),
      ...(from ? [networkFeeRow(from)] : []),
    ],
    draft,
    submitLabel: token ? `Send ${tokenName(token)}` : 'Send',
  };
}

const sendRows = (desk: Desk, token: Token, amount: TypedAmount, usd: Big | null): FormRow[] => [
  ...usdRows(desk, token, amount),
  { ...soldRow(token, amount.baseUnits, usd), label: 'send' },
];

/** What the sending wallet still has of the token afterwards. */
function staysRows(from: SpotWallet, token: Token, balance: bigint | null, baseUnits: bigint): FormRow[] {
  const label = `stays`;
  if (balance === null) return [{ label, value: [muted('unknown: the balance is unknown')] }];
  if (balance < baseUnits) return [];
  const left = balance - baseUnits;
  const isNative = quoteToken(token)?.kind === 'native';
  const fee = isNative ? ', less the network fee' : '';
  return [
    {
      label,
      value: [
        span(`${amountText(left, token, tokenName(token))} in ${walletLabel(from)}`),
        muted(` = ${left} base units${fee}`),
      ],
      wraps: true,
    },
    ...(isNative && left === 0n
      ? [{ label: '', value: [span(`leaves no ${tokenName(token)} for the network fee`, 'warn')], wraps: true }]
      : []),
  ];
}

const confirmationRows = (desk: Desk, draft: Draft): FormRow[] => [
  ...walletRows(desk, draft.from),
  ...sendRows(desk, draft.sent, draft.amount, draft.usd),
  receiverRow(draft.to),
  ...tokenRows(desk, 'token', draft.sent),
  ...staysRows(draft.from, draft.sent, draft.balance, draft.baseUnits),
  networkFeeRow(draft.from),
  {
    label: 'correlation',
    value: [muted(`${draft.correlationId}: the same one again is the same transfer`)],
    wraps: true,
  },
];

function toOperation({
  from: _from,
  to: _to,
  sent: _sent,
  amount: _amount,
  balance: _balance,
  ...draft
}: Draft): Operation {
  return { kind: 'sendTransfer', draft };
}
