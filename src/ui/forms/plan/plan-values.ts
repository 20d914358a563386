import { allKinds, marketIds } from '../../../plans/plan-grammar.ts';
import type { PlanInput } from '../../../plans/plan-kind.ts';
import type { Values } from '../form-spec.ts';

export type Kind = (typeof allKinds)[number];

/** The kind of these values; the first where they name none. */
export const chosenKind = (values: Values): Kind =>
  allKinds.find(({ kind }) => kind === values['kind']) ?? (allKinds[0] as Kind);

/** Kinds share a field where all that have the input ask for the same: what was typed stays when another is chosen. */
const isShared = ({ id, standard, choices }: PlanInput): boolean =>
  allKinds.every(({ inputs }) => {
    const same = inputs.find((one) => one.id === id);
    return !same || (same.standard === standard && same.choices?.join() === choices?.join());
  });

/** The field of an input. */
export const fieldId = ({ kind }: Kind, input: PlanInput): string =>
  isShared(input) ? input.id : `${kind}.${input.id}`;

/** Values of the form at the start: every input of every kind at its standard. */
export const standardValues = (): Values =>
  Object.fromEntries(
    allKinds.flatMap((kind) => kind.inputs.map((input) => [fieldId(kind, input), input.standard ?? ''] as const)),
  );

/** The values of a kind, by input id and `marketIds`. */
export const inputValues = (kind: Kind, values: Values): Values => ({
  ...Object.fromEntries(marketIds.map((id) => [id, values[id] ?? ''])),
  ...Object.fromEntries(kind.inputs.map((input) => [input.id, values[fieldId(kind, input)] ?? ''])),
});

/** The same, back as values of the form; unknown ids are left out. */
export const formValues = (kind: Kind, values: Values): Values => ({
  kind: kind.kind,
  ...Object.fromEntries(
    [...marketIds, 'operations'].flatMap((id) => (values[id] === undefined ? [] : [[id, values[id]]])),
  ),
  ...Object.fromEntries(
    kind.inputs.flatMap((input) => {
      const value = values[input.id];
      return value === undefined ? [] : [[fieldId(kind, input), value]];
    }),
  ),
});
