import type { Confirmation } from '../../../actions/pipeline/confirmation.ts';
import type { PlanDraft } from '../../../actions/plans/plan-actions.ts';
import { contractChains } from '../../../domain/market/chain.ts';
import { formatPrice, formatUsd } from '../../../domain/numbers/format.ts';
import { arrivalPxOf } from '../../../plans/arrival-px.ts';
import { planCapsOf } from '../../../plans/plan-worth.ts';
import { addNotice } from '../../../stores/notices.ts';
import type { Desk } from '../../desk/desk.ts';
import { known } from '../../text/cells.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { Evaluation, FormSpec, Values } from '../form-spec.ts';
import { markAge } from '../position-form-parts.ts';
import { createSpotFields } from '../spot-inputs.ts';
import type { QuoteReading } from '../swap/swap-quote.ts';
import { defaultWallet, spotWallets } from '../wallet-choice.ts';
import { firstCoin, planFields } from './plan-fields.ts';
import { type BuiltPlan, createPlanReader, type PlanInputs, type PlanReader } from './plan-inputs.ts';
import { quotedPrice } from './plan-quote.ts';
import { accountRowsOf, firstOrderProblem } from './plan-risk.ts';
import { chosenKind, fieldId, formValues, type Kind, standardValues } from './plan-values.ts';
import { marginProblems } from './preview/plan-margin.ts';
import { planRows } from './preview/plan-rows.ts';
import { repeatable } from './repeatable.ts';

/** A plan as it is confirmed, with what it was built from. */
interface ConfirmedPlan extends PlanDraft {
  readonly inputs: PlanInputs;
  readonly plan: BuiltPlan;
}

/**
 * Starts a plan of any kind: its fields follow from the inputs of the kind, and below them is all that it intends. `values`:
 * by the ids of the kind's inputs and `marketIds`. It sends nothing itself; the plan's orders do, each through the pipeline.
 */
export function planForm(desk: Desk, kindName: string, values: Values = {}): FormSpec<ConfirmedPlan> {
  const spot = createSpotFields(desk, contractChains);
  const random = repeatable(desk.actions.newCloid);
  const reader = createPlanReader(desk, spot, random);
  const kind = chosenKind({ kind: kindName });
  const wallet = defaultWallet(desk, spotWallets(desk, contractChains));
  return {
    id: 'plan',
    title: 'New plan',
    isLocal: true,
    initial: {
      ...standardValues(),
      coin: firstCoin(desk),
      walletId: wallet?.choice ?? '',
      sell: '',
      buy: '',
      operations: '',
      ...formValues(kind, values),
    },
    initialFocus: firstFocus(kind, values),
    wants: ['fees', 'perpOrders'],
    confirmWords: startWords,
    subject: (typed) => subject(desk, reader.read(typed)),
    bookCoin: (typed) => reader.read(typed).market?.coin ?? null,
    fields: (typed) => planFields(desk, typed, spot),
    fillToken: spot.fillToken,
    evaluate: (typed) => evaluate(desk, reader, typed),
    confirmation: ({ inputs, plan }) => [...planRows(desk, inputs, plan, true), ...accountRowsOf(desk, inputs)],
    confirmLocally: (draft) => confirmationOf(desk, draft),
    expiryReason: () => desk.actions.whyRefused(null),
    submit: async (draft) => submit(desk, draft),
    onClose: () => {
      spot.close();
      reader.close();
    },
  };
}

const startWords = {
  text: 'The plan starts as shown, and sends its orders by itself. Press y to start it or Esc to go back.',
  button: 'Start',
  purpose: 'to start it',
};

/** Where the cursor starts: at the first field that nobody has filled in. */
function firstFocus(kind: Kind, values: Values): string {
  const open = kind.inputs.find(({ id, standard }) => standard === undefined && !values[id]);
  return open ? fieldId(kind, open) : 'kind';
}

function subject(desk: Desk, { kind, market, spot }: PlanInputs): Line {
  const title = span(kind.title, 'title', { bold: true });
  if (spot) return [title, muted(`   ${spot.sell?.symbol ?? '…'} → ${spot.buy?.symbol ?? '…'}`)];
  if (!market) return [title];
  return [title, muted(`   ${market.coin} mark `), known(market.markPx, formatPrice), muted(` ${markAge(desk)}`)];
}

function evaluate(desk: Desk, reader: PlanReader, typed: Values): Evaluation<ConfirmedPlan> {
  const inputs = reader.read(typed);
  const { kind, plan, market, reading } = inputs;
  const common = {
    submitLabel: `Start ${kind.title} …`,
    blocked: desk.actions.whyRefused(null),
    referencePrice: market?.markPx?.toFixed() ?? quotedText(plan, reading),
  };
  if (!plan) return { ...common, problems: inputs.problems, preview: [], draft: null };
  const sized = kind.inputs.find(({ id }) => id === 'size' || id === 'amount');
  const problems = {
    ...firstOrderProblem(desk, inputs, plan),
    ...marginProblems(desk, inputs, plan, sized ? fieldId(kind, sized) : 'form'),
    ...inputs.problems,
  };
  const isFine = Object.keys(problems).length === 0 && common.blocked === null;
  return {
    ...common,
    problems,
    preview: planRows(desk, inputs, plan, false),
    draft: isFine ? draftOf(inputs, plan) : null,
  };
}

/** The price of a quoted swap: of a confirmation that stands on it, the collar cancels one that has moved. */
const quotedText = (plan: BuiltPlan | null, reading: QuoteReading | null): string | undefined =>
  plan?.facts.kind === 'spot' && reading?.quote ? quotedPrice(plan.facts, reading.quote)?.toFixed() : undefined;

function draftOf(inputs: PlanInputs, plan: BuiltPlan): ConfirmedPlan {
  const { spec, walletId, summary, facts, worth, operations } = plan;
  return {
    walletId,
    summary,
    spec,
    caps: planCapsOf(operations, worth.usd),
    arrivalPx: arrivalPxOf(facts),
    inputs,
    plan,
  };
}

/** By a word where its value in all is above the user's limit, or unknown. */
function confirmationOf({ caps }: Desk, { plan: { worth } }: ConfirmedPlan): Confirmation {
  const why = !worth.usd
    ? 'The desk has no price to value it.'
    : worth.usd.gt(caps.wordAboveUsd)
      ? `Worth more than ${formatUsd(caps.wordAboveUsd)} USD in all.`
      : null;
  return why === null ? { by: 'key' } : { by: 'word', word: 'PLAN', why };
}

function submit(desk: Desk, { inputs: _inputs, plan: _plan, ...draft }: ConfirmedPlan) {
  const made = desk.actions.plans.create(draft);
  if ('why' in made) return { kind: 'not-sent', code: 'PLAN', message: made.why, requestId: null } as const;
  addNotice(desk.notices, { atMs: desk.now(), tone: 'ok', text: `${draft.summary} started` });
  desk.ui.setState(({ selected }) => ({ selected: { ...selected, plans: made.id } }));
  return { kind: 'accepted', message: `${draft.summary} started`, requestId: '', taskId: null } as const;
}
