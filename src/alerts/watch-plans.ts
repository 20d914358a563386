import { type Alert, toAlert } from './alert.ts';
import type { AlertFacts, PlanFact } from './alert-facts.ts';

/** What was last seen of each plan, by its id. */
export type PlansState = ReadonlyMap<string, { readonly state: string; readonly doubts: readonly string[] }>;

/** Plans that are done, that paused by themselves, or that wait because the outcome of an order is unknown. */
export function watchPlans(
  before: PlansState | null,
  { plans }: Pick<AlertFacts, 'plans'>,
): { readonly state: PlansState | null; readonly alerts: readonly Alert[] } {
  if (!plans) return { state: before, alerts: [] };
  const state = new Map(plans.map(({ id, state: is, doubts }) => [id, { state: is, doubts }]));
  if (!before) return { state, alerts: [] };
  const alerts = plans.flatMap((plan) => {
    // A plan that is new is active, so whatever else it is has just happened.
    const was = before.get(plan.id) ?? { state: 'active', doubts: [] };
    return [
      ...(plan.state !== was.state ? ending(plan) : []),
      ...plan.doubts.filter((key) => !was.doubts.includes(key)).map((key) => doubtful(plan, key)),
    ];
  });
  return { state, alerts };
}

/** A person who pauses, halts or cancels knows it. */
function ending(plan: PlanFact): Alert[] {
  if (plan.state === 'done') return [planAlert(plan, 'done', 'info', `Plan done: ${plan.summary}`)];
  return plan.state === 'paused' && plan.pausedBy === 'plan'
    ? [planAlert(plan, 'paused', 'warn', `Plan paused: ${plan.summary}: ${plan.why}`)]
    : [];
}

const doubtful = (plan: PlanFact, key: string): Alert =>
  planAlert(plan, `unknown:${key}`, 'error', `Plan waits: ${plan.summary}: the outcome of ${key} is unknown`);

/** The runner and the pipeline have a notice of each already. */
const planAlert = ({ id, summary, why, executed, target }: PlanFact, what: string, tone: Alert['tone'], text: string) =>
  toAlert({
    kind: 'plan',
    about: `plan:${id}:${what}`,
    tone,
    text,
    details: { planId: id, plan: summary, event: what.split(':')[0] ?? what, why, executed, target },
    isSaid: true,
  });
