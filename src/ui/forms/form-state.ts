import type { Outcome } from '../../actions/pipeline/outcome.ts';
import { clamp } from '../../domain/numbers/clamp.ts';
import { graphemes } from '../../domain/text/graphemes.ts';
import type { Field, ReferencePrice, Values } from './form-spec.ts';

/** A confirmation accepts its key only after it has been on screen this long, ms. */
export const armAfterMs = 300;

export interface FormState {
  readonly values: Values;
  /** Cursor position per text field, in graphemes. */
  readonly cursors: Readonly<Record<string, number>>;
  /** Field id, `back` or `submit`. */
  readonly focus: string;
  /** Prefilled fields not edited yet: the first typed character replaces the value. */
  readonly pristine: readonly string[];
  /** Fields that were left or changed. Before the first submit, only their errors are shown. */
  readonly touched: readonly string[];
  readonly attempted: boolean;
  readonly phase: 'edit' | 'confirm' | 'sending' | 'done';
  readonly confirm: {
    /** The word to type and the reason; null if one key is enough. */
    readonly word: { readonly text: string; readonly why: string; readonly typed: string } | null;
    readonly focus: 'back' | 'send';
    readonly shownAtMs: number;
    /** First row shown where not all fit. */
    readonly scroll: number;
    /** Its last row has been shown. */
    readonly isRead: boolean;
    readonly referencePrice: ReferencePrice | undefined;
  } | null;
  readonly outcome: Outcome | null;
  /** Why the confirmation was cancelled, or another message for the user. */
  readonly note: string | null;
  /** Choice field that a letter was typed into, to show how to change it. */
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
  | { readonly type: 'scroll'; readonly step: number; readonly max: number }
  | { readonly type: 'switchButton' | 'back' | 'send' | 'apply' }
  | { readonly type: 'disarm'; readonly reason: string }
  | { readonly type: 'note' | 'continue'; readonly note: string }
  | { readonly type: 'fill'; readonly values: Values }
  | { readonly type: 'outcome'; readonly outcome: Outcome };

export const startForm = (values: Values, fields: readonly Field[], initialFocus?: string): FormState => ({
  values,
  cursors: Object.fromEntries(Object.entries(values).map(([id, value]) => [id, graphemes(value).length])),
  focus: initialFocus ?? fields.find(({ off }) => off === undefined)?.id ?? 'submit',
  pristine: Object.keys(values).filter((id) => values[id] !== ''),
  touched: [],
  attempted: false,
  phase: 'edit',
  confirm: null,
  outcome: null,
  note: null,
  typedInto: null,
});

/** Text is edited in graphemes, so Backspace removes a whole emoji. */
export { graphemes };

const defaultMaxLength = 120;

/** Form behaviour except drawing and sending. */
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
      return confirm(state, event);
    case 'word': {
      const { confirm } = state;
      return confirm?.word
        ? { ...state, confirm: { ...confirm, word: { ...confirm.word, typed: event.typed } } }
        : state;
    }
    case 'scroll':
      return scroll(state, event.step, event.max);
    case 'switchButton':
      return state.confirm
        ? { ...state, confirm: { ...state.confirm, focus: state.confirm.focus === 'back' ? 'send' : 'back' } }
        : state;
    case 'back':
      return { ...state, phase: 'edit', confirm: null };
    case 'disarm':
      return state.phase === 'confirm' ? { ...state, phase: 'edit', confirm: null, note: event.reason } : state;
    case 'note':
      return { ...state, note: event.note, outcome: null };
    case 'continue':
      return { ...state, phase: 'edit', note: event.note, outcome: null };
    case 'fill':
      return fill(state, event.values);
    case 'send':
      // Leaving the confirm phase here makes a second key press a no-op.
      return state.phase === 'confirm' ? { ...state, phase: 'sending', confirm: null } : state;
    case 'apply':
      return state.phase === 'edit' ? { ...state, phase: 'sending', outcome: null, note: null } : state;
    case 'outcome':
      return settle(state, event.outcome);
  }
}

function confirm(state: FormState, event: Extract<FormEvent, { readonly type: 'confirm' }>): FormState {
  const { word, nowMs, referencePrice } = event;
  return {
    ...state,
    phase: 'confirm',
    attempted: true,
    outcome: null,
    note: null,
    confirm: {
      word: word ? { ...word, typed: '' } : null,
      focus: 'back',
      shownAtMs: nowMs,
      scroll: 0,
      isRead: false,
      referencePrice,
    },
  };
}

/** `max`: how far it can be scrolled; there, the last row is shown. */
function scroll(state: FormState, step: number, max: number): FormState {
  const { confirm } = state;
  if (!confirm) return state;
  const to = clamp(Math.min(confirm.scroll, max) + step, 0, max);
  return { ...state, confirm: { ...confirm, scroll: to, isRead: confirm.isRead || to === max } };
}

/** Rejected and not-sent return to editing with all input kept; other outcomes are final. */
function settle(state: FormState, outcome: Outcome): FormState {
  const canRetry = outcome.kind === 'rejected' || outcome.kind === 'not-sent';
  return { ...state, phase: canRetry ? 'edit' : 'done', outcome };
}

function type(state: FormState, text: string, fields: readonly Field[]): FormState {
  const field = fields.find(({ id }) => id === state.focus);
  if (!field || state.phase !== 'edit') return state;
  const preset = field.choices?.find(({ key }) => key !== undefined && key === text);
  if (preset) return withValue(state, field.id, preset.value);
  if (field.kind !== 'text') return { ...state, typedInto: field.id };
  const isFresh = state.pristine.includes(field.id);
  return edit(isFresh ? withValue(state, field.id, '') : state, (parts, at) => {
    const added = graphemes(text).slice(0, Math.max(0, (field.maxLength ?? defaultMaxLength) - parts.length));
    return [parts.toSpliced(at, 0, ...added), at + added.length];
  });
}

function edit(state: FormState, change: (parts: string[], at: number) => [string[], number]): FormState {
  const value = state.values[state.focus];
  if (value === undefined || state.phase !== 'edit') return state;
  const parts = graphemes(value);
  const [changed, at] = change(parts, state.cursors[state.focus] ?? parts.length);
  const text = changed.join('');
  // A typed accent or joiner merges into the previous grapheme, so recount.
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

/** Sets values from a search. Changed fields become pristine, so typing replaces them. */
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
  const at = clamp(move(state.cursors[state.focus] ?? length), 0, length);
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
  const used = fields.filter(({ id, off }) => off === undefined || id === state.focus);
  const stops = [...used.map(({ id }) => id), 'back', 'submit'];
  const at = Math.max(0, stops.indexOf(state.focus));
  return { ...state, focus: stops[(at + step + stops.length) % stops.length] ?? 'back', touched: touch(state) };
}
