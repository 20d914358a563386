import type { Outcome } from '../../actions/outcome.ts';
import type { Field, ReferencePrice, Values } from './form-spec.ts';

/** A confirmation can be pressed only after it has been on screen for a moment. */
export const armAfterMs = 300;

export interface FormState {
  readonly values: Values;
  /** Cursor per text field, counted in graphemes. */
  readonly cursors: Readonly<Record<string, number>>;
  /** Field id, or `cancel` or `submit`. */
  readonly focus: string;
  /** Prefilled fields that nobody has changed yet: the first thing typed replaces what stands there. */
  readonly pristine: readonly string[];
  /** Fields that were left or changed: only their problems are shown before the first try. */
  readonly touched: readonly string[];
  readonly attempted: boolean;
  readonly phase: 'edit' | 'confirm' | 'sending' | 'done';
  readonly confirm: {
    /** The word that has to be typed, and why; null where one key is enough. */
    readonly word: { readonly text: string; readonly why: string; readonly typed: string } | null;
    readonly focus: 'cancel' | 'send';
    readonly shownAtMs: number;
    readonly referencePrice: ReferencePrice | undefined;
  } | null;
  readonly outcome: Outcome | null;
  /** Why a confirmation was taken back. */
  readonly note: string | null;
  /** A choice that was typed into: a letter does nothing there, and that is said. */
  readonly typedInto: string | null;
}

export type FormEvent =
  | { readonly type: 'type'; readonly text: string; readonly fields: readonly Field[] }
  | { readonly type: 'backspace' | 'delete' | 'cursorLeft' | 'cursorRight' | 'cursorHome' | 'cursorEnd' | 'clear' }
  | { readonly type: 'choose'; readonly step: 1 | -1; readonly fields: readonly Field[] }
  | { readonly type: 'move'; readonly step: 1 | -1; readonly fields: readonly Field[] }
  | { readonly type: 'focus'; readonly field: string }
  | { readonly type: 'refuse'; readonly focus: string | null }
  | {
      readonly type: 'confirm';
      readonly nowMs: number;
      readonly referencePrice: ReferencePrice | undefined;
      readonly word?: { readonly text: string; readonly why: string } | null;
    }
  | { readonly type: 'word'; readonly typed: string }
  | { readonly type: 'switchButton' | 'back' | 'send' | 'apply' }
  | { readonly type: 'disarm'; readonly reason: string }
  | { readonly type: 'note'; readonly note: string }
  | { readonly type: 'fill'; readonly values: Values }
  | { readonly type: 'outcome'; readonly outcome: Outcome };

export const startForm = (values: Values, fields: readonly Field[], startsAt?: string): FormState => ({
  values,
  cursors: Object.fromEntries(Object.entries(values).map(([id, value]) => [id, graphemes(value).length])),
  focus: startsAt ?? fields[0]?.id ?? 'cancel',
  pristine: Object.keys(values).filter((id) => values[id] !== ''),
  touched: [],
  attempted: false,
  phase: 'edit',
  confirm: null,
  outcome: null,
  note: null,
  typedInto: null,
});

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** An emoji is one press of backspace, so text is edited in graphemes. */
export const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

const longestValue = 120;

/** The whole behaviour of a form but for drawing and sending. */
export function formReducer(before: FormState, event: FormEvent): FormState {
  const state = before.typedInto === null ? before : { ...before, typedInto: null };
  switch (event.type) {
    case 'type':
      return type(state, event.text, event.fields);
    case 'backspace':
      return edit(state, (parts, at) => [parts.toSpliced(Math.max(0, at - 1), at > 0 ? 1 : 0), Math.max(0, at - 1)]);
    case 'delete':
      return edit(state, (parts, at) => [parts.toSpliced(at, 1), at]);
    case 'clear':
      return edit(state, () => [[], 0]);
    case 'cursorLeft':
      return moveCursor(state, (at) => at - 1);
    case 'cursorRight':
      return moveCursor(state, (at) => at + 1);
    case 'cursorHome':
      return moveCursor(state, () => 0);
    case 'cursorEnd':
      return moveCursor(state, () => Number.POSITIVE_INFINITY);
    case 'choose':
      return choose(state, event.step, event.fields);
    case 'move':
      return moveFocus(state, event.step, event.fields);
    case 'focus':
      return state.phase === 'edit' ? { ...state, focus: event.field, touched: touch(state) } : state;
    case 'refuse':
      return { ...state, attempted: true, focus: event.focus ?? state.focus, note: null };
    case 'confirm':
      return {
        ...state,
        phase: 'confirm',
        attempted: true,
        outcome: null,
        note: null,
        confirm: {
          word: event.word ? { ...event.word, typed: '' } : null,
          focus: 'cancel',
          shownAtMs: event.nowMs,
          referencePrice: event.referencePrice,
        },
      };
    case 'word': {
      const { confirm } = state;
      return confirm?.word
        ? { ...state, confirm: { ...confirm, word: { ...confirm.word, typed: event.typed } } }
        : state;
    }
    case 'switchButton':
      return state.confirm
        ? { ...state, confirm: { ...state.confirm, focus: state.confirm.focus === 'cancel' ? 'send' : 'cancel' } }
        : state;
    case 'back':
      return { ...state, phase: 'edit', confirm: null };
    case 'disarm':
      return state.phase === 'confirm' ? { ...state, phase: 'edit', confirm: null, note: event.reason } : state;
    case 'note':
      return { ...state, note: event.note, outcome: null };
    case 'fill':
      return fill(state, event.values);
    case 'send':
      // Only a confirmation on screen can become a request, and leaving the phase here makes a second press meaningless.
      return state.phase === 'confirm' ? { ...state, phase: 'sending', confirm: null } : state;
    case 'apply':
      return state.phase === 'edit' ? { ...state, phase: 'sending', outcome: null, note: null } : state;
    case 'outcome':
      return settle(state, event.outcome);
  }
}

/** A refusal goes back to the form with everything that was typed; any other ending is final for this form. */
function settle(state: FormState, outcome: Outcome): FormState {
  const canMend = outcome.kind === 'rejected' || outcome.kind === 'not-sent';
  return { ...state, phase: canMend ? 'edit' : 'done', outcome };
}

function type(state: FormState, text: string, fields: readonly Field[]): FormState {
  const field = fields.find(({ id }) => id === state.focus);
  if (!field || state.phase !== 'edit') return state;
  const preset = field.choices?.find(({ key }) => key !== undefined && key === text);
  if (preset) return withValue(state, field.id, preset.value);
  if (field.kind !== 'text') return { ...state, typedInto: field.id };
  const isFresh = state.pristine.includes(field.id);
  return edit(isFresh ? withValue(state, field.id, '') : state, (parts, at) => {
    const added = graphemes(text).slice(0, Math.max(0, (field.longest ?? longestValue) - parts.length));
    return [parts.toSpliced(at, 0, ...added), at + added.length];
  });
}

function edit(state: FormState, change: (parts: string[], at: number) => [string[], number]): FormState {
  const value = state.values[state.focus];
  if (value === undefined || state.phase !== 'edit') return state;
  const parts = graphemes(value);
  const [changed, at] = change(parts, state.cursors[state.focus] ?? parts.length);
  const text = changed.join('');
  // A typed accent or joiner melts into the grapheme before it: the cursor counts what stands there afterwards.
  const cursor = Math.min(graphemes(changed.slice(0, at).join('')).length, graphemes(text).length);
  return {
    ...state,
    values: { ...state.values, [state.focus]: text },
    cursors: { ...state.cursors, [state.focus]: cursor },
    pristine: state.pristine.filter((id) => id !== state.focus),
    touched: touch(state),
    outcome: null,
    note: null,
  };
}

const touch = (state: FormState): readonly string[] =>
  state.touched.includes(state.focus) ? state.touched : [...state.touched, state.focus];

function withValue(state: FormState, id: string, value: string): FormState {
  return {
    ...state,
    values: { ...state.values, [id]: value },
    cursors: { ...state.cursors, [id]: graphemes(value).length },
    touched: touch(state),
    outcome: null,
    note: null,
  };
}

/** Values that were found, not typed: what is typed next into one of them replaces it. */
function fill(state: FormState, values: Values): FormState {
  const changed = Object.keys(values).filter((id) => values[id] !== state.values[id]);
  const ends = changed.map((id) => [id, graphemes(values[id] ?? '').length] as const);
  return {
    ...state,
    values,
    cursors: { ...state.cursors, ...Object.fromEntries(ends) },
    pristine: [...state.pristine.filter((id) => !changed.includes(id)), ...changed.filter((id) => values[id] !== '')],
    touched: touch(state),
    outcome: null,
    note: null,
  };
}

function moveCursor(state: FormState, move: (at: number) => number): FormState {
  const value = state.values[state.focus];
  if (value === undefined) return state;
  const length = graphemes(value).length;
  const at = Math.max(0, Math.min(length, move(state.cursors[state.focus] ?? length)));
  const pristine = state.pristine.filter((id) => id !== state.focus);
  return { ...state, pristine, cursors: { ...state.cursors, [state.focus]: at } };
}

function choose(state: FormState, step: 1 | -1, fields: readonly Field[]): FormState {
  const field = fields.find(({ id }) => id === state.focus);
  const choices = field?.choices ?? [];
  if (!field || choices.length === 0 || state.phase !== 'edit') return state;
  const at = choices.findIndex(({ value }) => value === state.values[field.id]);
  const next = at === -1 ? (step === 1 ? 0 : choices.length - 1) : (at + step + choices.length) % choices.length;
  return withValue(state, field.id, choices[next]?.value ?? '');
}

function moveFocus(state: FormState, step: 1 | -1, fields: readonly Field[]): FormState {
  const stops = [...fields.map(({ id }) => id), 'cancel', 'submit'];
  const at = Math.max(0, stops.indexOf(state.focus));
  return { ...state, focus: stops[(at + step + stops.length) % stops.length] ?? 'cancel', touched: touch(state) };
}
