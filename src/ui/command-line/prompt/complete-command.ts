import { findVerb, verbsFrom, wordsAfter } from '../parse-command.ts';
import { readWords } from '../read-words.ts';
import type { ArgKindName } from '../verbs/arg-kinds.ts';
import { isFixed, kindOfSlot } from '../verbs/verb.ts';
import { walkVerb } from '../verbs/walk-verb.ts';
import type { Candidate, Completion } from './completion.ts';

/** Completion words from the desk's data by argument kind. `pane`: the typed pane, '' if none; used for columns. */
export type Vocabulary = (kind: ArgKindName, pane: string) => readonly Candidate[];

const maxCandidates = 50;

/** Completions of the last word of `line`. */
export function completeCommand(line: string, vocabulary: Vocabulary): Completion {
  const words = readWords(line);
  const last = words.at(-1);
  const isOpen = last !== undefined && !/[\s<>]$/.test(line);
  const from = isOpen ? last.from : line.length;
  const whole = isOpen ? words.slice(0, -1) : words;
  const verb = findVerb(whole);
  if (!verb) {
    const start = line.length - line.trimStart().length;
    return { from: start, candidates: verbsFrom(line).map(({ name, help }) => ({ text: name, help })) };
  }
  const { next, problem, args } = walkVerb(verb, line, wordsAfter(verb, whole));
  if (problem !== null) return { from, candidates: [] };
  const offered = next.flatMap((slot): readonly Candidate[] => {
    if (isFixed(slot)) return [{ text: slot.word, help: '' }];
    const { words: known = [] } = kindOfSlot(slot);
    return [...vocabulary(slot.kind, args.pane ?? ''), ...known.map((text) => ({ text, help: '' }))];
  });
  return { from, candidates: beginningWith(isOpen ? last.text : '', offered) };
}

function beginningWith(typed: string, offered: readonly Candidate[]): Candidate[] {
  const wanted = typed.toLowerCase();
  const seen = new Set<string>();
  const found = offered
    .filter(({ text }) => text.toLowerCase().startsWith(wanted) && !seen.has(text) && seen.add(text))
    .slice(0, maxCandidates);
  // Nothing to complete if the word is already complete.
  return found.length === 1 && found[0]?.text.toLowerCase() === wanted ? [] : found;
}
