import { kindOf } from '../../../plans/kinds/kinds.ts';
import { isEnded } from '../../../plans/plan.ts';
import { type PlanRow, planRows } from '../../../stores/orders/plan-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { span } from '../../text/span.ts';
import type { FormRow, FormSpec } from '../form-spec.ts';
import { capsRow } from './limits-plan-form.ts';
import { planOutcome, progressRow } from './plan-change.ts';

/** Lets a paused plan go on, which is a decision: it says why the plan paused and what it may still do. Has no fields. */
export function resumePlanForm(desk: Desk, { key, summary }: PlanRow): FormSpec<true> {
  const rowNow = () => planRows(desk.plans.getState()).find((row) => row.key === key);
  const rows = (): FormRow[] => {
    const row = rowNow();
    if (!row) return [];
    return [
      { label: 'paused', value: [span(row.plan.why, 'warn')], wraps: true },
      progressRow(row),
      capsRow(row),
      { label: 'after a gap', value: [span(kindOf(row.plan.spec).gapRule)], wraps: true },
    ];
  };
  return {
    id: 'plan-resume',
    title: 'Resume plan',
    isLocal: true,
    initial: {},
    confirmWords: {
      text: 'The plan goes on and sends its orders by itself. Press y to resume it or Esc to go back.',
      button: 'Resume',
      purpose: 'to resume it',
    },
    subject: () => [span(summary, 'title')],
    fields: () => [],
    evaluate: () => {
      const plan = rowNow()?.plan;
      const why =
        !plan || isEnded(plan) ? 'This plan has ended.' : plan.state === 'paused' ? null : 'This plan is not paused.';
      const blocked = desk.actions.whyRefused(null);
      return {
        problems: why === null ? {} : { form: why },
        preview: rows(),
        draft: why === null && blocked === null ? true : null,
        submitLabel: 'Resume …',
        blocked,
      };
    },
    confirmation: rows,
    confirmLocally: () => ({ by: 'key' }),
    expiryReason: () => desk.actions.whyRefused(null),
    submit: async () => planOutcome(desk, desk.actions.plans.resume(key), `${summary} resumed`),
  };
}
