import { type ArgKindName, argKind } from './arg-kinds.ts';
import { findVerb, verbsFrom, wordsBehind } from './parse-command.ts';
import { readWords } from './read-words.ts';
import { isFixed } from './verb.ts';
import { walkVerb } from './walk-verb.ts';

export interface Candidate {
  readonly text: string;
  /** What it is or does, for the line beside it. */
  readonly help: string;
}

/** Words that only the desk knows, by the kind of word; `column` depends on the pane that was typed, '' for none. */
export type Vocabulary = (kind: ArgKindName, pane: string) => readonly Candidate[];

export interface Completion {
  /** Where the word that is being typed begins, in UTF-16 units. */
  readonly from: number;
  readonly candidates: readonly Candidate[];
}

const mostCandidates = 50;

/** What the word at the end of `line` may become. */
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
  const { next, problem, args } = walkVerb(verb, line, wordsBehind(verb, whole));
  if (problem !== null) return { from, candidates: [] };
  const offered = next.flatMap((slot): readonly Candidate[] => {
    if (isFixed(slot)) return [{ text: slot.word, help: '' }];
    const { words: known = [] } = argKind(slot.kind);
    return [...vocabulary(slot.kind, args.pane ?? ''), ...known.map((text) => ({ text, help: '' }))];
  });
  return { from, candidates: beginningWith(isOpen ? last.text : '', offered) };
}

function beginningWith(typed: string, offered: readonly Candidate[]): Candidate[] {
  const wanted = typed.toLowerCase();
  const seen = new Set<string>();
  const found = offered
    .filter(({ text }) => text.toLowerCase().startsWith(wanted) && !seen.has(text) && seen.add(text))
    .slice(0, mostCandidates);
  // A word that is whole already needs no offer.
  return found.length === 1 && found[0]?.text.toLowerCase() === wanted ? [] : found;
}
