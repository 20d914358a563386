import { clamp } from '../../../domain/numbers/clamp.ts';
import { graphemes } from '../../forms/form-state.ts';
import type { Candidate, Completion } from './completion.ts';

/** State of the command prompt. */
export interface PromptState {
  readonly text: string;
  /** In graphemes. */
  readonly cursor: number;
  /** Completion in progress: the original text, the candidates and the current one. */
  readonly cycle: { readonly base: string; readonly completion: Completion; readonly at: number } | null;
  /** History recall: how far back, and the line being typed before. */
  readonly recalled: { readonly back: number; readonly draft: string } | null;
  /** Why the line could not run. */
  readonly refused: string | null;
}

export type PromptEvent =
  | { readonly type: 'insert'; readonly text: string }
  | {
      readonly type: 'backspace' | 'delete' | 'left' | 'right' | 'home' | 'end' | 'clear' | 'clearWord';
    }
  | { readonly type: 'complete'; readonly step: 1 | -1; readonly completion: Completion }
  | { readonly type: 'recall'; readonly step: 1 | -1; readonly history: readonly string[] }
  | { readonly type: 'refuse'; readonly problem: string };

export const maxLineLength = 200;

export const startPrompt = (text = ''): PromptState => ({
  text,
  cursor: graphemes(text).length,
  cycle: null,
  recalled: null,
  refused: null,
});

/** Pure text editing of the prompt. */
export function promptReducer(state: PromptState, event: PromptEvent): PromptState {
  const parts = graphemes(state.text);
  const at = Math.min(state.cursor, parts.length);
  switch (event.type) {
    case 'insert': {
      const added = graphemes(event.text).slice(0, Math.max(0, maxLineLength - parts.length));
      return edited(state, parts.toSpliced(at, 0, ...added), at + added.length);
    }
    case 'backspace':
      return edited(state, parts.toSpliced(Math.max(0, at - 1), at > 0 ? 1 : 0), Math.max(0, at - 1));
    case 'delete':
      return edited(state, parts.toSpliced(at, 1), at);
    case 'clear':
      return edited(state, [], 0);
    case 'clearWord': {
      const before = parts.slice(0, at).join('');
      const kept = graphemes(before.replace(/\S+\s*$|\s+$/, ''));
      return edited(state, [...kept, ...parts.slice(at)], kept.length);
    }
    case 'left':
      return { ...state, cursor: Math.max(0, at - 1) };
    case 'right':
      return { ...state, cursor: Math.min(parts.length, at + 1) };
    case 'home':
      return { ...state, cursor: 0 };
    case 'end':
      return { ...state, cursor: parts.length };
    case 'complete':
      return complete(state, event.step, event.completion);
    case 'recall':
      return recall(state, event.step, event.history);
    case 'refuse':
      return { ...state, refused: event.problem };
  }
}

function edited(state: PromptState, parts: readonly string[], cursor: number): PromptState {
  const text = parts.join('');
  const kept = Math.min(cursor, graphemes(text).length);
  return { ...state, text, cursor: kept, cycle: null, refused: null };
}

/** Inserts the only candidate, or cycles through several. */
function complete(state: PromptState, step: 1 | -1, now: Completion): PromptState {
  const base = state.cycle?.base ?? state.text;
  const completion = state.cycle?.completion ?? now;
  const { candidates } = completion;
  if (candidates.length === 0) return state;
  const at = ((state.cycle?.at ?? (step === 1 ? -1 : 0)) + step + candidates.length) % candidates.length;
  const isOnly = candidates.length === 1;
  const text = `${base.slice(0, completion.from)}${candidates[at]?.text ?? ''}${isOnly ? ' ' : ''}`;
  return {
    ...state,
    text,
    cursor: graphemes(text).length,
    cycle: isOnly ? null : { base, completion, at },
    refused: null,
  };
}

/** Steps through the history, newest last; past the newest is the line being typed. */
function recall(state: PromptState, step: 1 | -1, history: readonly string[]): PromptState {
  const draft = state.recalled?.draft ?? state.text;
  const back = clamp((state.recalled?.back ?? 0) + step, 0, history.length);
  const text = back === 0 ? draft : (history[history.length - back] ?? draft);
  return {
    ...startPrompt(text),
    recalled: back === 0 ? null : { back, draft },
  };
}

/** Candidates to show: those being cycled through, else those of the typed text. */
export const shownCandidates = (
  state: PromptState,
  now: Completion,
): { readonly candidates: readonly Candidate[]; readonly at: number | null } =>
  state.cycle
    ? { candidates: state.cycle.completion.candidates, at: state.cycle.at }
    : { candidates: now.candidates, at: null };

const maxHistory = 200;

/** API keys of the service: one pasted by mistake must not be written to disk. */
const looksSecret = /\bsk_\w{6,}/i;

/** Appends a line to the history, without duplicates. */
export const withLine = (history: readonly string[], line: string): readonly string[] =>
  looksSecret.test(line) ? history : [...history.filter((old) => old !== line), line].slice(-maxHistory);
