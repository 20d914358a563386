import Big from 'big.js';
import { isDecimalText } from '../../../domain/numbers/decimal.ts';
import { formatUsd } from '../../../domain/numbers/format.ts';
import { kindOf } from '../../../plans/kinds/kinds.ts';
import { isEnded, type PlanCaps, type PlanSpec } from '../../../plans/plan.ts';
import { type PlanRow, planRows } from '../../../stores/orders/plan-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';
import { findMarket } from '../perp/perp-market.ts';
import { planOutcome, progressRow } from './plan-change.ts';
import { readWhole } from './read-caps.ts';
import { limitsOf } from './spec-limits.ts';

interface LimitsDraft {
  readonly spec: PlanSpec;
  readonly caps: PlanCaps;
  readonly changes: readonly string[];
  readonly raisesUsd: boolean;
}

/** Changes what a plan may do: its caps, and the limits of its spec. Its size and its times stay. */
export function limitsPlanForm(desk: Desk, { key, summary, plan, market }: PlanRow): FormSpec<LimitsDraft> {
  const rowNow = () => planRows(desk.plans.getState()).find((row) => row.key === key);
  return {
    id: 'plan-limits',
    title: 'Limits of a plan',
    isLocal: true,
    initial: {
      operations: String(plan.caps.operations),
      usd: plan.caps.usd ?? '',
      ...Object.fromEntries(limitsOf(plan.spec).map((limit) => [limit.key, limit.show(plan.spec[limit.key])])),
    },
    confirmWords: {
      text: 'The plan goes on with these limits. Press y to change them or Esc to go back.',
      button: 'Change',
      purpose: 'to change them',
    },
    subject: () => [span(summary, 'title')],
    fields: () => [
      { id: 'operations', label: 'Operations', kind: 'text', width: 12, unit: 'orders, changes and cancels at most' },
      { id: 'usd', label: 'USD', kind: 'text', width: 12, unit: 'value at most; empty for no cap' },
      ...limitsOf(plan.spec).map(({ key: id, label, unit }): Field => {
        return { id, label, kind: 'text', width: 12, unit: unit(market?.kind === 'spot') };
      }),
    ],
    evaluate: (values) => evaluate(desk, rowNow(), values),
    confirmation: ({ changes }) => changeRows(changes),
    confirmLocally: ({ raisesUsd, caps }) =>
      raisesUsd && (caps.usd === null || new Big(caps.usd).gt(desk.caps.wordAboveUsd))
        ? { by: 'word', word: 'PLAN', why: `May trade more than ${formatUsd(desk.caps.wordAboveUsd)} USD in all.` }
        : { by: 'key' },
    submit: async ({ spec, caps }) =>
      planOutcome(desk, desk.actions.plans.change(key, spec, caps), `${summary}: limits changed`),
  };
}

function evaluate(desk: Desk, row: PlanRow | undefined, values: Values): Evaluation<LimitsDraft> {
  if (!row || isEnded(row.plan))
    return { problems: { form: 'This plan has ended.' }, preview: [], draft: null, submitLabel: 'Change limits …' };
  const { plan } = row;
  const problems: Record<string, string> = {};
  const caps = readCaps(row, values, problems);
  const spec = readSpec(desk, row, values, problems);
  const changes = [
    ...changed('operations', String(plan.caps.operations), String(caps.operations)),
    ...changed('USD', plan.caps.usd ?? 'no cap', caps.usd ?? 'no cap'),
    ...limitsOf(plan.spec).flatMap(({ key, label, show }) =>
      changed(label.toLowerCase(), show(plan.spec[key]) || 'none', show(spec[key]) || 'none'),
    ),
  ];
  if (changes.length === 0) problems['form'] ??= 'Nothing has changed.';
  const before = plan.caps.usd;
  const raisesUsd = before !== null && (caps.usd === null || new Big(caps.usd).gt(before));
  return {
    problems,
    preview: [progressRow(row), capsRow(row), ...changeRows(changes)],
    draft: Object.keys(problems).length === 0 ? { spec, caps, changes, raisesUsd } : null,
    submitLabel: 'Change limits …',
  };
}

const changed = (name: string, from: string, to: string): string[] => (from === to ? [] : [`${name} ${from} → ${to}`]);

const changeRows = (changes: readonly string[]): FormRow[] =>
  changes.map((text, index) => ({ label: index === 0 ? 'changes' : '', value: [span(text, 'title')], wraps: true }));

/** `3 of 50 operations, 1,034.00 of 6,900.00 USD used`. */
export function capsRow({ plan, progress: { usedUsd } }: PlanRow): FormRow {
  const { operations, usd } = plan.caps;
  const value = usd === null ? ', no cap in USD' : `, ${formatUsd(usedUsd)} of ${formatUsd(usd)} USD`;
  return { label: 'caps used', value: [span(`${plan.operations} of ${operations} operations`), muted(value)] };
}

/** A cap below what was used would hold the plan at once: pausing says that more clearly. */
function readCaps(
  { plan, progress: { usedUsd } }: PlanRow,
  values: Values,
  problems: Record<string, string>,
): PlanCaps {
  const operations = readWhole(values['operations'] ?? '');
  const isEnough = typeof operations === 'number' && operations >= plan.operations;
  if (!isEnough)
    problems['operations'] =
      typeof operations === 'number'
        ? `It has sent ${plan.operations} already: enter that or more.`
        : 'Enter a whole number above zero.';
  const text = (values['usd'] ?? '').trim().replaceAll(',', '');
  const usd = text === '' ? null : isDecimalText(text) && new Big(text).gte(usedUsd) ? text : undefined;
  if (usd === undefined) problems['usd'] = `Enter ${formatUsd(usedUsd)} USD, which it has used, or more.`;
  return { operations: isEnough ? operations : plan.caps.operations, usd: usd === undefined ? plan.caps.usd : usd };
}

function readSpec(desk: Desk, { plan, market }: PlanRow, values: Values, problems: Record<string, string>): PlanSpec {
  const perpDecimals = market?.kind === 'perp' ? (findMarket(desk, market.coin)?.szDecimals ?? 0) : null;
  const { schema } = kindOf(plan.spec);
  let spec = plan.spec;
  for (const { key, read } of limitsOf(plan.spec)) {
    const made = read(values[key] ?? '', perpDecimals);
    if (typeof made === 'string') problems[key] = made;
    else if (schema.safeParse({ ...spec, [key]: made.value }).success) spec = { ...spec, [key]: made.value };
    else problems[key] = 'This plan needs one: enter a value.';
  }
  return spec;
}
