import { allKinds, grammarOf, isSwitch, kindWord, type Place, sellsFirst } from '../../../plans/plan-grammar.ts';
import type { PlanInput } from '../../../plans/plan-kind.ts';
import { paneIds } from '../../panes/pane-ids.ts';
import { type ArgKind, argKind, paneWord, plainValue } from './arg-kinds.ts';
import type { Args, Fixed, Group, Slot, Verb } from './verb.ts';

type Kind = (typeof allKinds)[number];

const labelOf = ({ label }: PlanInput): string => label.toUpperCase().replaceAll(' ', '-');

/** What the command line takes for an input: one of its choices, an amount, or a word that its kind reads. */
function argOf(input: PlanInput): ArgKind {
  const { choices, help, standard, id } = input;
  if (choices)
    return {
      label: choices.join('|'),
      allowed: choices.join(' or '),
      words: choices,
      read: (word) => choices.find((choice) => choice.toLowerCase() === word.toLowerCase()) ?? null,
    };
  const isAmount = id === 'size' || id === 'amount';
  const { read } = argKind('planWord');
  return {
    label: labelOf(input),
    allowed: `${input.label.toLowerCase()}: ${help}`,
    words: standard ? [standard] : [],
    read: (word) => (isAmount ? (plainValue(word) ?? (/[%a-z]$/i.test(word) ? read(word) : null)) : read(word)),
  };
}

/** `3400..3300`, kept as typed. */
const rangeOf = (from: PlanInput, to: PlanInput): ArgKind => ({
  label: `${labelOf(from)}..${labelOf(to)}`,
  allowed: `two values with .. between them, such as 3400..3300 (${from.help})`,
  read: (word) => (/^[^\s<>.][^\s<>]*?\.\.[^\s<>.][^\s<>]*$/.test(word) ? word : null),
});

function slotsOf(place: Place, { trades }: Kind): readonly (Slot | Fixed)[] {
  if (place.is === 'market')
    return trades === 'perp' ? [{ id: 'coin', kind: 'market' }] : [{ id: 'sell', kind: 'token' }];
  return place.is === 'range'
    ? [{ id: place.from.id, kind: 'planWord', own: rangeOf(place.from, place.to) }]
    : [{ id: place.input.id, kind: 'planWord', own: argOf(place.input) }];
}

const wordsOf = (kind: Kind): string[] => ['for', ...grammarOf(kind).named.map(({ word }) => word)];

/** Whether the kind's own example has several words after the input's: `exits 1R 50%, 2R 50%`. */
function isLong({ word }: PlanInput, kind: Kind): boolean {
  const words = kind.usage.split(' ');
  const at = words.indexOf(word);
  const next = words.findIndex((one, index) => index > at && wordsOf(kind).includes(one));
  return at >= 0 && (next === -1 ? words.length : next) - at > 2;
}

/** A word with its value; one that is a yes or a no may stand alone. */
function groupOf(input: PlanInput, kind: Kind): Group {
  const until = isLong(input, kind) ? { until: wordsOf(kind) } : {};
  const slot: Slot = { id: input.id, kind: 'planWord', own: argOf(input), ...until };
  return isSwitch(input)
    ? { word: input.word, slots: [{ ...slot, isOptional: true }], flag: input.id }
    : { word: input.word, slots: [slot], isRequired: input.standard === undefined };
}

const forToken: Group = { word: 'for', slots: [{ id: 'buy', kind: 'token' }], isRequired: true };

function verbOf(kind: Kind): Verb {
  const { places, named } = grammarOf(kind);
  const name = kindWord(kind.kind);
  const pane = paneIds.find((id) => paneWord(id) === name);
  return {
    name,
    help: `Start a plan: ${kind.title}; without more words, ${pane ? `focus the ${pane} pane` : 'open its empty form'}`,
    slots: [
      ...(sellsFirst(kind) ? [{ word: 'sell', isOptional: true }] : []),
      ...places.flatMap((place) => slotsOf(place, kind)),
    ],
    groups: [...(kind.trades === 'spot' ? [forToken] : []), ...named.map((input) => groupOf(input, kind))],
    or: { slots: [] },
    examples: [`${name} ${kind.usage}`, name],
    intent: (args) => {
      if (Object.keys(args).length === 0 && pane) return { kind: 'command', id: `focus.${pane}` };
      return { kind: 'plan', plan: kind.kind, values: withRanges(places, args) };
    },
  };
}

/** `3400..3300` as its two values. */
function withRanges(places: readonly Place[], args: Args): Args {
  const values = { ...args };
  for (const place of places) {
    const text = place.is === 'range' ? args[place.from.id] : undefined;
    if (place.is !== 'range' || text === undefined) continue;
    const [from = '', to = ''] = text.split('..');
    values[place.from.id] = from;
    values[place.to.id] = to;
  }
  return values;
}

/** One verb for each kind of plan, from the table of kinds. */
export const planVerbs: readonly Verb[] = allKinds.map(verbOf);
