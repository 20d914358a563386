import type Big from 'big.js';
import type { ExecuteSplit } from '../../../actions/transfers/execute-split.ts';
import type { SplitPlan } from '../../../actions/transfers/plan-split.ts';
import { formatUsd } from '../../../domain/numbers/format.ts';
import { amountText } from '../../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { TypedAmount } from '../amount-field.ts';
import type { FormRow } from '../form-spec.ts';
import { type Token, tokenName } from '../token-field.ts';
import { networkFeeRow, walletLabel } from '../transfer/move-inputs.ts';
import { usdRows } from '../usd-amount.ts';
import { type SpotWallet, walletRows } from '../wallet-choice.ts';
import type { SplitInputs } from './split-inputs.ts';
import { planLeftMs } from './split-plan.ts';
import { pctText } from './split-shares.ts';

export interface SplitDraft extends ExecuteSplit {
  readonly from: SpotWallet;
  readonly token: Token;
  readonly amount: TypedAmount;
  readonly balance: bigint | null;
  readonly parts: SplitInputs['parts'];
}

interface Spent extends Pick<SplitDraft, 'from' | 'token' | 'amount' | 'balance'> {
  readonly usd: Big | null;
}

/** The exact amount, and what stays in the wallet. */
export function splitRows(desk: Desk, { from, token, amount, balance, usd }: Spent): FormRow[] {
  const { baseUnits } = amount;
  const left = balance === null || balance < baseUnits ? null : balance - baseUnits;
  const row: FormRow = {
    label: 'split',
    value: [
      span(amountText(baseUnits, token, tokenName(token)), 'title'),
      muted(` = ${baseUnits} base units${usd ? ` ≈ ${formatUsd(usd)} USD` : ', USD value unknown'}`),
      muted(
        left === null
          ? ''
          : `; ${amountText(left, token, tokenName(token))} stays in ${walletLabel(from)}, less the network fee`,
      ),
    ],
    wraps: true,
  };
  return [...usdRows(desk, token, amount), row];
}

/** The service's own words about its plan, and how long it is valid. */
export function planRows(desk: Desk, plan: SplitPlan): FormRow[] {
  const leftS = Math.ceil(planLeftMs(plan, desk.now()) / 1_000);
  return [
    {
      label: 'plan',
      value: [leftS > 0 ? span(`valid for ${leftS} s`, leftS > 10 ? 'accent' : 'warn') : span('expired', 'danger')],
    },
    ...(plan.summary === '' ? [] : [{ label: 'summary', value: [span(plan.summary)], wraps: true }]),
    { label: 'rates', value: [muted(plan.rates.join(' · ') || 'none given')], wraps: true },
    ...plan.warnings.map((text): FormRow => ({ label: 'warning', value: [span(text, 'warn')], wraps: true })),
  ];
}

/** The receiving wallets with their shares and full addresses. */
export const partRows = (parts: SplitInputs['parts']): FormRow[] =>
  parts.map(({ wallet, share }, index) => ({
    label: index === 0 ? 'to' : '',
    value: [
      span(`${pctText(share.pctBips)} ${wallet.label}`, 'title'),
      muted(` on ${wallet.chain ?? 'several chains'} ${wallet.address}`),
    ],
    wraps: true,
  }));

/** The plan with the time left, what is spent, and every receiving wallet. */
export const confirmationRows = (desk: Desk, draft: SplitDraft): FormRow[] => [
  ...walletRows(desk, draft.from),
  ...splitRows(desk, draft),
  ...planRows(desk, draft.plan),
  ...partRows(draft.parts),
  networkFeeRow(draft.from),
];
