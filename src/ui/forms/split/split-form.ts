import type { Operation } from '../../../actions/operations.ts';
import type { ExecuteSplit } from '../../../actions/transfers/execute-split.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import { amountText, usdValue } from '../../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../../desk/desk.ts';
import { keyLabel, withKeys } from '../../keys/keymap.ts';
import { type Line, muted, span } from '../../text/span.ts';
import { createAmountReader } from '../amount-field.ts';
import type { Evaluation, FormSpec, Remedy, Values } from '../form-spec.ts';
import { listRows } from '../group/wallet-numbers.ts';
import { balanceRow } from '../spot-rows.ts';
import { taskProgress } from '../task-progress.ts';
import { tokenName } from '../token-field.ts';
import { walletLabel } from '../transfer/move-inputs.ts';
import { defaultWallet, spotWallets } from '../wallet-choice.ts';
import { ownList, payees, readSplit, type SplitInputs, splitChains, splitFields } from './split-inputs.ts';
import { createPlanCache, type PlanCache, planLeftMs } from './split-plan.ts';
import { confirmationRows, partRows, planRows, type SplitDraft, splitRows } from './split-rows.ts';

/**
 * Splits a native token over several wallets: the service plans it, which moves nothing, and its plan is executed as it
 * was shown while it is valid. Planning again is one key. `prefill` overrides the default values.
 */
export function splitForm(desk: Desk, prefill: Values = {}): FormSpec<SplitDraft> {
  const plans = createPlanCache(desk);
  const readAmount = createAmountReader(desk);
  const read = (values: Values): SplitInputs => readSplit(desk, values, readAmount);
  const first = defaultWallet(desk, spotWallets(desk, splitChains));
  let taskId: string | null = null;
  return {
    id: 'split',
    title: 'Split',
    initial: { walletId: first?.choice ?? '', amount: '', to: ownList, wallets: '', shares: '', ...prefill },
    initialFocus: 'amount',
    wants: ['groups'],
    subject: (values) => subject(read(values)),
    fields: (values) => splitFields(desk, values, read(values)),
    evaluate: (values) => evaluate(desk, plans, read(values), values.to === ownList),
    confirmation: (draft) => confirmationRows(desk, draft),
    operation: toOperation,
    offer: (values) => offerPlan(desk, plans, read(values)),
    expiryReason: ({ plan }) =>
      planLeftMs(plan, desk.now()) > 0
        ? null
        : withKeys('The plan has expired and nothing was sent: plan again with {form.remedy}.', desk.keymap),
    submit: async (draft) => {
      plans.drop();
      const outcome = await desk.actions.send(toOperation(draft));
      if (outcome.kind === 'accepted') taskId = outcome.taskId;
      return outcome;
    },
    progress: () => taskProgress(desk, taskId, 'the desk'),
    onClose: () => plans.close(),
  };
}

const subject = ({ from, token, parts }: SplitInputs): Line =>
  from && token
    ? [
        span(`Split ${tokenName(token)} of ${walletLabel(from)}`, 'title', { bold: true }),
        muted(parts.length > 0 ? `   to ${counted(parts.length)}` : ''),
      ]
    : [span('Split', 'title')];

const counted = (count: number): string => `${count} wallet${count === 1 ? '' : 's'}`;

function evaluate(desk: Desk, plans: PlanCache, inputs: SplitInputs, isList: boolean): Evaluation<SplitDraft> {
  const { from, token, balance, amount, parts, request, problems } = inputs;
  const { plan, problem } = request ? plans.read(request) : { plan: null, problem: null };
  const usd = token && amount && usdValue(desk, token, amount.baseUnits);
  const isLive = plan !== null && planLeftMs(plan, desk.now()) > 0;
  const chosen = parts.map(({ wallet }) => wallet.walletId);
  const list = payees(desk);
  return {
    problems,
    preview: [
      ...balanceRow(desk, { sell: token, balance }),
      ...(from && token && amount ? splitRows(desk, { from, token, amount, balance, usd }) : []),
      ...(plan ? planRows(desk, plan) : []),
      ...(problem ? [{ label: 'plan', value: [span(planProblem(problem), 'danger')], wraps: true }] : []),
      ...(isList && !plan
        ? listRows(
            list,
            chosen.flatMap((id) => list.find(({ walletId }) => walletId === id) ?? []),
          )
        : []),
      ...partRows(parts),
    ],
    draft:
      isLive && from && token && amount
        ? { plan, usd, from, token, parts, amount, balance, summary: summaryOf(inputs) }
        : null,
    submitLabel: isLive ? 'Execute split' : plans.isAsking() ? 'Planning' : 'Plan split',
  };
}

const planProblem = ({ code, message }: { readonly code: string; readonly message: string }): string =>
  code === 'SPLIT_DISABLED'
    ? 'This service offers no splits (SPLIT_DISABLED).'
    : `No plan: ${cleanText(code, textLimits.symbol)} ${cleanText(message, 200)}`;

function summaryOf({ from, token, amount, parts }: SplitInputs): string {
  const exact = token && amount ? amountText(amount.baseUnits, token, tokenName(token)) : '';
  return `${exact} from ${from ? walletLabel(from) : '…'} to ${counted(parts.length)}`;
}

/** Planning moves nothing, so it needs no confirmation. */
function offerPlan(desk: Desk, plans: PlanCache, { request }: SplitInputs): Remedy | null {
  if (!request) return null;
  const [key = ''] = desk.keymap.keysOf('form.remedy');
  const { plan } = plans.read(request);
  return {
    text: plans.isAsking()
      ? 'Planning … nothing moves.'
      : `Press ${keyLabel(key)} to plan it${plan ? ' again' : ''}: nothing moves until you execute the plan.`,
    open: () => plans.ask(request),
  };
}

const toOperation = ({ plan, usd, summary }: SplitDraft): Operation => {
  const draft: ExecuteSplit = { plan, usd, summary };
  return { kind: 'executeSplit', draft };
};
