import type { Operation } from '../../../actions/operations.ts';
import type { RetireWallet } from '../../../actions/transfers/send-transfer.ts';
import { chains } from '../../../domain/market/chain.ts';
import { quoteToken } from '../../../domain/market/token.ts';
import type { BalanceRow } from '../../../stores/portfolio/balance-rows.ts';
import { usdValue } from '../../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../../desk/desk.ts';
import { keyLabel } from '../../keys/keymap.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { Evaluation, FormRow, FormSpec, Remedy, Values } from '../form-spec.ts';
import { openForm } from '../open-form.ts';
import { soldRow, tokenRows } from '../spot-rows.ts';
import { taskProgress } from '../task-progress.ts';
import { type Token, tokenName } from '../token-field.ts';
import { type SpotWallet, walletRows } from '../wallet-choice.ts';
import { leftBehind, leftBehindRows } from './left-behind.ts';
import { createMoveFields, type MoveInputs, networkFeeRow, receiverRow, walletLabel } from './move-inputs.ts';
import { transferForm } from './transfer-form.ts';

interface Draft extends RetireWallet {
  readonly from: SpotWallet;
  readonly to: SpotWallet;
  readonly sent: Token;
  readonly balance: bigint | null;
}

/**
 * Moves the whole balance of one token to another wallet, then archives the wallet. Says what else stays behind in it, and
 * offers to move that first. `prefill` overrides the default values.
 */
export function retireForm(desk: Desk, prefill: Values = {}): FormSpec<Draft> {
  const move = createMoveFields(desk, prefill);
  let correlationId = desk.actions.newCorrelationId();
  let taskId: string | null = null;
  return {
    id: 'retire',
    title: 'Retire wallet',
    initial: move.initial,
    subject: (values) => subject(move.read(values)),
    fields: (values) => {
      const [from, token, to] = move.fields(values);
      return [from, to, { ...token, label: 'Move' }];
    },
    fillToken: move.fillToken,
    evaluate: (values) => evaluate(desk, move.read(values), correlationId),
    confirmation: (draft) => confirmationRows(desk, draft),
    operation: toOperation,
    offer: (values) => offerMove(desk, move.read(values)),
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

const subject = ({ from, to }: MoveInputs): Line =>
  from
    ? [
        span(`Retire ${walletLabel(from)}${to ? ` into ${walletLabel(to)}` : ''}`, 'title', { bold: true }),
        muted(`   on ${chains[from.chain].name}`),
      ]
    : [span('Retire a wallet', 'title')];

function evaluate(desk: Desk, inputs: MoveInputs, correlationId: string): Evaluation<Draft> {
  const { from, to, token, balance } = inputs;
  const isEmpty = balance === 0n && token !== null;
  const problems = {
    ...inputs.problems,
    ...(isEmpty ? { token: `The wallet holds no ${tokenName(token)}: move another token, or archive it.` } : {}),
  };
  const draft: Draft | null =
    from && to && token && Object.keys(problems).length === 0
      ? {
          fromWalletId: from.walletId,
          toWalletId: to.walletId,
          token: { chain: token.chain, address: token.address },
          usd: balance === null ? null : usdValue(desk, token, balance),
          correlationId,
          summary: `${walletLabel(from)} into ${walletLabel(to)}, moving all its ${tokenName(token)}`,
          from,
          to,
          sent: token,
          balance,
        }
      : null;
  return {
    problems,
    preview: from && token ? effectRows(desk, { from, to, sent: token, balance }) : [],
    draft,
    submitLabel: 'Retire wallet',
  };
}

type Effect = Pick<Draft, 'from' | 'sent' | 'balance'> & { readonly to: SpotWallet | null };

/** What moves, what stays, and that the wallet is archived. */
function effectRows(desk: Desk, { from, to, sent, balance }: Effect): FormRow[] {
  const isNative = quoteToken(sent)?.kind === 'native';
  return [
    balance === null
      ? { label: 'move', value: [span(`all its ${tokenName(sent)}`, 'title'), muted(', how much is unknown')] }
      : { ...soldRow(sent, balance, usdValue(desk, sent, balance)), label: isNative ? 'move at most' : 'move' },
    ...(isNative
      ? [
          {
            label: 'reserve',
            value: [
              muted(`the service keeps some ${tokenName(sent)} back for gas and rent, which stays in the wallet`),
            ],
            wraps: true,
          },
        ]
      : []),
    ...leftBehindRows(desk, leftBehind(desk, from, sent)),
    ...(to ? [receiverRow(to)] : []),
    {
      label: 'then',
      value: [
        span(
          `archives ${walletLabel(from)}: it leaves wallet lists and balances; its trigger orders are not moved`,
          'warn',
        ),
      ],
      wraps: true,
    },
    ...tokenRows(desk, 'token', sent),
    networkFeeRow(from),
  ];
}

const confirmationRows = (desk: Desk, draft: Draft): FormRow[] => [
  ...walletRows(desk, draft.from),
  ...effectRows(desk, draft),
  {
    label: 'correlation',
    value: [muted(`${draft.correlationId}: the same one again is the same transfer`)],
    wraps: true,
  },
];

/** Native coins pay the fees of the others, so they are never offered to be moved first. */
function offerMove(desk: Desk, { from, to, token }: MoveInputs): Remedy | null {
  const rest = from && token ? leftBehind(desk, from, token).filter(({ tokenAddress }) => tokenAddress !== null) : [];
  const [first] = rest;
  if (!from || !to || !first) return null;
  const [key = ''] = desk.keymap.keysOf('form.remedy');
  const others = rest.length === 1 ? '' : ` (first of ${rest.length} tokens)`;
  return {
    text: `Press ${keyLabel(key)} to move ${first.symbol} to ${walletLabel(to)} first${others}. This form keeps your input.`,
    open: () => openForm(desk, transferForm(desk, prefillOf(from, to, first))),
  };
}

const prefillOf = (from: SpotWallet, to: SpotWallet, { tokenAddress }: BalanceRow): Values => ({
  walletId: from.choice,
  to: to.walletId,
  token: tokenAddress ?? '',
  amount: '100%',
});

function toOperation({ from: _from, to: _to, sent: _sent, balance: _balance, ...draft }: Draft): Operation {
  return { kind: 'retireWallet', draft };
}
