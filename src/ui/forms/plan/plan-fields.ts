import { perpCoins } from '../../../alerts/alert-facts.ts';
import { allKinds } from '../../../plans/plan-grammar.ts';
import type { PlanInput } from '../../../plans/plan-kind.ts';
import { usualOperations } from '../../../plans/plan-worth.ts';
import { positionRows } from '../../../stores/portfolio/position-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import type { Field, Values } from '../form-spec.ts';
import { coinField } from '../perp/perp-market.ts';
import type { SpotFields } from '../spot-inputs.ts';
import { chosenKind, fieldId, type Kind } from './plan-values.ts';

/** The coin that the form starts with: of the first position, else the first market. */
export const firstCoin = ({ data }: Desk): string =>
  positionRows(data).find(({ position }) => position)?.key ?? perpCoins(data)[0] ?? '';

const inputWidth = 12;

/** The fields of a kind: which one, what it trades, its inputs, and how many operations it may send. */
export function planFields(desk: Desk, values: Values, spot: SpotFields): Field[] {
  const kind = chosenKind(values);
  const kinds = allKinds.map(({ kind: value, title }) => ({ value, label: title }));
  const market =
    kind.trades === 'perp'
      ? [coinField(desk, values['coin'] ?? '')]
      : spot.fields(values).filter(({ id }) => id !== 'amount');
  return [
    { id: 'kind', label: 'Plan', kind: 'choice', choices: kinds },
    ...market,
    ...kind.inputs.map((input) => inputField(kind, input)),
    {
      id: 'operations',
      label: 'Operations',
      kind: 'text',
      width: inputWidth,
      unit: `at most; empty: two an order and ${usualOperations(0)}`,
    },
  ];
}

function inputField(kind: Kind, input: PlanInput): Field {
  const { label, help, choices } = input;
  const id = fieldId(kind, input);
  if (choices) return { id, label, kind: 'choice', choices: choices.map((value) => ({ value, label: value })) };
  return { id, label, kind: 'text', width: inputWidth, unit: help };
}
