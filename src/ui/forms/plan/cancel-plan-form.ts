import type { Plan } from '../../../plans/plan.ts';
import { openPlans, type PlanRow, planRows } from '../../../stores/orders/plan-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { FormRow, FormSpec } from '../form-spec.ts';
import { planOutcome, progressRow } from './plan-change.ts';

interface CancelDraft {
  readonly leavesOrders: boolean;
  readonly resting: readonly string[];
}

/** Ends a plan; its resting orders are cancelled or stay at the service. */
export function cancelPlanForm(desk: Desk, { key, summary }: PlanRow): FormSpec<CancelDraft> {
  const rowNow = () => planRows(desk.plans.getState()).find((row) => row.key === key);
  return {
    id: 'plan-cancel',
    title: 'Cancel plan',
    isLocal: true,
    initial: { orders: 'cancel' },
    confirmWords: {
      text: 'Nothing new is placed from then on. Press y to cancel the plan or Esc to go back.',
      button: 'Cancel plan',
      purpose: 'to cancel the plan',
    },
    subject: () => [span(summary, 'title')],
    fields: () => [
      {
        id: 'orders',
        label: 'Its orders',
        kind: 'choice',
        choices: [
          { value: 'cancel', label: 'cancel what rests' },
          { value: 'leave', label: 'leave what rests' },
        ],
      },
    ],
    evaluate: (values) => {
      const row = rowNow();
      const isOpen = row !== undefined && openPlans({ plans: [row.plan] }).length > 0;
      const draft = { leavesOrders: values['orders'] === 'leave', resting: row ? restingOf(row) : [] };
      return {
        problems: isOpen ? {} : { form: 'This plan has ended.' },
        preview: row ? rows(row, draft) : [],
        draft: isOpen ? draft : null,
        submitLabel: 'Cancel plan …',
      };
    },
    confirmation: (draft) => {
      const row = rowNow();
      return row ? rows(row, draft) : [];
    },
    confirmLocally: () => ({ by: 'key' }),
    submit: async ({ leavesOrders }) =>
      planOutcome(desk, desk.actions.plans.cancel(key, leavesOrders), `${summary}: cancelling`),
  };
}

/** Its orders that rest at the service, as far as is known: `level 1`. */
function restingOf({ plan, now }: PlanRow): string[] {
  const mayRest = ({ order, state, key }: Plan['children'][number]): boolean =>
    (order.do === 'trigger' || (order.do === 'perp' && order.type === 'limit')) &&
    state === 'working' &&
    now.executions.get(key)?.isOpen !== false;
  return plan.children.filter(mayRest).map(({ key }) => key);
}

function rows(row: PlanRow, { leavesOrders, resting }: CancelDraft): FormRow[] {
  const list = resting.join(', ');
  const stays =
    resting.length === 0
      ? muted('none of its orders rests at the service')
      : leavesOrders
        ? span(`${list}: they stay at the service and fill without the plan`, 'warn')
        : span(`${list}: cancelled one after another; what fills meanwhile counts`);
  const unknown = row.plan.children.filter(({ state }) => state === 'unknown' || state === 'sending');
  return [
    progressRow(row),
    { label: 'orders', value: [stays], wraps: true },
    ...(unknown.length > 0
      ? [
          {
            label: 'unknown',
            value: [span(`${unknown.map(({ key }) => key).join(', ')}: settled first, in the activity pane`, 'warn')],
            wraps: true,
          },
        ]
      : []),
    { label: 'position', value: [muted('what has executed stays as it is')] },
  ];
}
