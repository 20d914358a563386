import { didYouMean } from '../../keys/nearest-words.ts';
import type { Word } from '../read-words.ts';
import { argKind } from './arg-kinds.ts';
import { type Args, type Fixed, type Form, type Group, isFixed, kindOfSlot, type Slot, type Verb } from './verb.ts';

/** Result of parsing the words after a verb. */
export interface Walk {
  readonly args: Args;
  /** What may follow the last word. */
  readonly next: readonly (Slot | Fixed)[];
  /** Error message for the first invalid word; null if all are valid. */
  readonly problem: string | null;
  /** The next missing slot; null if the command is complete. */
  readonly missing: Slot | Fixed | null;
}

interface State {
  readonly line: string;
  readonly words: readonly Word[];
  at: number;
  readonly args: Record<string, string>;
  next: (Slot | Fixed)[];
  /** An optional slot that the word at `at` did not match. */
  skipped: Slot | null;
}

/** Parses the words after the verb's name, in the form that they fit. Never throws. */
export function walkVerb(verb: Verb, line: string, words: readonly Word[]): Walk {
  const first = walkForm(verb, line, words);
  if (!verb.or) return first;
  const other = walkForm(verb.or, line, words);
  const best = fitOf(other) > fitOf(first) ? other : first;
  const next = [first, other].flatMap((walk) => (walk.problem === null ? walk.next : []));
  return { ...best, next };
}

/** How well the words fit a form: complete, incomplete, or wrong at a later or an earlier word. */
const fitOf = ({ problem, missing, taken }: FormWalk): number =>
  problem === null ? (missing ? Number.MAX_SAFE_INTEGER : Number.POSITIVE_INFINITY) : taken;

interface FormWalk extends Walk {
  /** Number of words that were read. */
  readonly taken: number;
}

function walkForm({ slots, groups = [] }: Form, line: string, words: readonly Word[]): FormWalk {
  const state: State = { line, words, at: 0, args: {}, next: [], skipped: null };
  const stop = takeSlots(slots, state) ?? takeGroups(groups, state);
  return {
    args: state.args,
    next: state.next,
    problem: stop && 'problem' in stop ? stop.problem : null,
    missing: stop && 'missing' in stop ? stop.missing : null,
    taken: state.at,
  };
}

type Stop = { readonly problem: string } | { readonly missing: Slot | Fixed };

function takeSlots(slots: readonly (Slot | Fixed)[], state: State): Stop | null {
  for (const slot of slots) {
    const word = state.words[state.at];
    if (!word) {
      state.next.push(slot);
      if (!slot.isOptional) return { missing: slot };
      continue;
    }
    if (isFixed(slot)) {
      if (word.text.toLowerCase() === slot.word) state.at++;
      else if (!slot.isOptional) return { problem: `Unexpected ${quoted(word.text)}: expected ${quoted(slot.word)}.` };
      continue;
    }
    const { text, end } = textFor(slot, word, state);
    const value = kindOfSlot(slot).read(text);
    if (value !== null) {
      state.args[slot.id] = value;
      state.at = end;
      state.skipped = null;
    } else if (slot.isOptional) state.skipped = slot;
    else return { problem: refusal(word.text, slot) };
  }
  return null;
}

/** What a slot takes of the line, and the index of the word after it. */
function textFor({ kind, until }: Slot, word: Word, { line, words, at }: State): { text: string; end: number } {
  if (kind === 'text') return { text: line.slice(word.from), end: words.length };
  if (!until) return { text: word.text, end: at + 1 };
  const next = words.findIndex(({ text }, index) => index > at && until.includes(text.toLowerCase()));
  const end = next === -1 ? words.length : next;
  const taken = words.slice(at, end).map(({ text }) => text);
  return { text: taken.join(' '), end };
}

function takeGroups(groups: readonly Group[], state: State): Stop | null {
  const left = [...groups];
  while (state.at < state.words.length) {
    const { text } = state.words[state.at] as Word;
    const named = left.filter(({ word }) => word === text.toLowerCase());
    const value = state.words[state.at + 1]?.text;
    const group = named.find(({ slots }) => value !== undefined && fits(slots[0], value)) ?? named.at(-1);
    if (!group) return { problem: leftover(text, left, state.skipped) };
    state.at++;
    if (value === undefined) state.next.push(...named.flatMap(({ slots }) => slots.slice(0, 1)));
    const stop = takeSlots(group.slots, state);
    if (stop) return stop;
    if (group.flag !== undefined) state.args[group.flag] ??= 'yes';
    left.splice(left.indexOf(group), 1);
  }
  state.next.push(...left.map(({ word }) => ({ word })));
  const required = left.find(({ isRequired }) => isRequired);
  return required ? { missing: { word: required.word } } : null;
}

/** `for 24h` and `for USDC` share a word; a duration is not a token. */
function fits(slot: Slot | undefined, word: string): boolean {
  if (!slot) return false;
  if (slot.kind === 'token' && argKind('hours').read(word) !== null) return false;
  return kindOfSlot(slot).read(word) !== null;
}

function leftover(text: string, groups: readonly Group[], skipped: Slot | null): string {
  if (skipped) return refusal(text, skipped);
  const words = groups.map(({ word }) => word);
  if (words.length === 0) return `Unexpected ${quoted(text)} after the end of the command.`;
  return `Unexpected ${quoted(text)}.${didYouMean(text, words)} Allowed here: ${[...new Set(words)].join(', ')}.`;
}

function refusal(text: string, slot: Slot): string {
  const { allowed, words = [] } = kindOfSlot(slot);
  return `Unexpected ${quoted(text)}.${didYouMean(text, words)} Allowed here: ${allowed}.`;
}

const quoted = (text: string): string => JSON.stringify(text.length > 24 ? `${text.slice(0, 23)}…` : text);
