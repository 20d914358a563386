import { allKinds, grammarOf, isSwitch, kindWord } from '../../../plans/plan-grammar.ts';
import type { PlanInput } from '../../../plans/plan-kind.ts';

type Kind = (typeof allKinds)[number];

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

function inputRow(input: PlanInput, isNamed: boolean): string {
  const { label, help, word, standard, choices } = input;
  const typed = isNamed ? code(isSwitch(input) ? word : `${word} …`) : 'by its place';
  const without = !isNamed || standard === undefined ? 'must be given' : standard === '' ? 'none' : code(standard);
  return `| ${label} | ${typed} | ${choices ? choices.map(code).join(' or ') : help} | ${without} |`;
}

function section(kind: Kind): string[] {
  const { named } = grammarOf(kind);
  return [
    `## ${kind.title}`,
    '',
    '```',
    `:${kindWord(kind.kind)} ${kind.usage}`,
    '```',
    '',
    `It trades ${kind.trades === 'perp' ? 'a perp market' : 'one token for another'}. After a gap: ${kind.gapRule}`,
    '',
    '| input | on the command line | what it is | without it |',
    '| --- | --- | --- | --- |',
    ...kind.inputs.map((input) => inputRow(input, named.includes(input))),
    '',
  ];
}

/** docs/plan-kinds.md, from the table of kinds. */
export const planKindsDoc = (): string =>
  [
    '# Kinds of plans',
    '',
    'Written by `npm run docs` from `src/plans/kinds/`, which the form, the command line and `swapdeck plan create` read too.',
    '[plans.md](plans.md) says what a plan is.',
    '',
    ...allKinds.flatMap(section),
  ].join('\n');
