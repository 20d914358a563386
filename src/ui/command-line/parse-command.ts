import { didYouMean } from '../keys/nearest-words.ts';
import type { Intent } from './plan/intent.ts';
import { readWords, type Word } from './read-words.ts';
import { type Fixed, isFixed, kindOfSlot, type Slot, usagesOf, type Verb } from './verbs/verb.ts';
import { verbs } from './verbs/verbs.ts';
import { walkVerb } from './verbs/walk-verb.ts';

/** Result of parsing a line. */
export type Parsed =
  | { readonly kind: 'empty' }
  | { readonly kind: 'intent'; readonly verb: Verb; readonly intent: Intent }
  /** A valid beginning; `needs` says what comes next. */
  | { readonly kind: 'incomplete'; readonly needs: string }
  | { readonly kind: 'wrong'; readonly problem: string };

/** Parses a line. Pure and total. */
export function parseCommand(line: string): Parsed {
  const words = readWords(line);
  if (words.length === 0) return { kind: 'empty' };
  const verb = findVerb(words);
  if (!verb) return withoutVerb(line, words);
  const { args, problem, missing } = walkVerb(verb, line, wordsAfter(verb, words));
  if (problem !== null) return { kind: 'wrong', problem };
  if (missing) return { kind: 'incomplete', needs: `${usagesOf(verb).join(' or ')}   next: ${nextWords(missing)}` };
  const intent = verb.intent(args);
  return typeof intent === 'string' ? { kind: 'wrong', problem: intent } : { kind: 'intent', verb, intent };
}

const nameWords = ({ name }: Verb): string[] => name.split(' ');

/** The verb the line begins with; the longest match wins. */
export function findVerb(words: readonly Word[]): Verb | null {
  const isNamed = (verb: Verb): boolean => nameWords(verb).every((part, at) => words[at]?.text.toLowerCase() === part);
  return verbs.filter(isNamed).sort((a, b) => nameWords(b).length - nameWords(a).length)[0] ?? null;
}

export const wordsAfter = (verb: Verb, words: readonly Word[]): readonly Word[] => words.slice(nameWords(verb).length);

/** Verbs whose name starts with the line, in table order. */
export const verbsFrom = (line: string): readonly Verb[] => {
  const typed = line.trimStart().toLowerCase().replace(/\s+/g, ' ');
  return verbs.filter(({ name }) => name.startsWith(typed));
};

function withoutVerb(line: string, words: readonly Word[]): Parsed {
  const begun = verbsFrom(line);
  if (begun.length > 0) return { kind: 'incomplete', needs: begun.map(({ name }) => name).join(', ') };
  const names = verbs.map(({ name }) => name);
  const typed = words[0]?.text ?? '';
  const shown = JSON.stringify(typed.length > 24 ? `${typed.slice(0, 23)}…` : typed);
  const second = words[1] ? didYouMean(`${typed} ${words[1].text}`, names) : '';
  const hint = didYouMean(typed, names) || second;
  return { kind: 'wrong', problem: `Unknown command ${shown}.${hint} Allowed: ${names.join(', ')}.` };
}

const nextWords = (slot: Slot | Fixed): string => (isFixed(slot) ? slot.word : kindOfSlot(slot).allowed);
