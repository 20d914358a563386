import { describe, expect, it } from 'vitest';
import type { Field } from './form-spec.ts';
import { type FormEvent, type FormState, formReducer, startForm } from './form-state.ts';

const fields: readonly Field[] = [
  { id: 'name', label: 'Name', kind: 'text' },
  {
    id: 'amount',
    label: 'Amount',
    kind: 'text',
    choices: [
      { value: '25%', label: '25%', key: 'q' },
      { value: '50%', label: '50%', key: 'h' },
    ],
  },
  {
    id: 'side',
    label: 'Side',
    kind: 'choice',
    choices: [
      { value: 'buy', label: 'buy' },
      { value: 'sell', label: 'sell' },
    ],
  },
];

const start = () => startForm({ name: '', amount: '', side: 'buy' }, fields);
const run = (state: FormState, ...events: FormEvent[]): FormState => events.reduce(formReducer, state);
const type = (text: string): FormEvent => ({ type: 'type', text, fields });
const typeEach = (text: string): FormEvent[] => Array.from(text, (char) => type(char));
const move = (step: 1 | -1): FormEvent => ({ type: 'move', step, fields });
const backspace: FormEvent = { type: 'backspace' };
const refused = { kind: 'rejected', code: 'NO_ROUTE', message: 'no route', requestId: 'req_1' } as const;

describe('a field that does not apply', () => {
  const off: readonly Field[] = fields.map((field) => (field.id === 'amount' ? { ...field, off: 'not used' } : field));
  const step = (by: 1 | -1): FormEvent => ({ type: 'move', step: by, fields: off });

  it('keeps its place and its value, and is skipped both ways', () => {
    const state = startForm({ name: '', amount: '5', side: 'buy' }, off);
    expect(run(state, step(1)).focus).toBe('side');
    expect(run(state, step(1), step(-1)).focus).toBe('name');
    expect(run(state, step(1), step(1)).values.amount).toBe('5');
  });

  it('is not where a form starts, and can be left if it has the focus', () => {
    const first = fields.map((field) => (field.id === 'name' ? { ...field, off: 'not used' } : field));
    expect(startForm({ name: '', amount: '', side: 'buy' }, first).focus).toBe('amount');
    expect(run({ ...start(), focus: 'amount' }, step(1)).focus).toBe('side');
  });
});

describe('text editing', () => {
  it.each([
    ['👨‍👩‍👧‍👦', 'a family joined by zero-width joiners'],
    ['🇩🇪', 'a flag of two letters'],
    ['👍🏽', 'a thumb with a skin tone'],
    ['e\u0301', 'a letter with a combining accent'],
  ])('takes %s back with one press of backspace, though it was typed in pieces', (grapheme) => {
    const typed = run(start(), type('a'), ...typeEach(grapheme), type('b'));
    expect(typed.values.name).toBe(`a${grapheme}b`);
    expect(typed.cursors.name).toBe(3);
    const once = run(typed, backspace);
    expect(once.values.name).toBe(`a${grapheme}`);
    expect(run(once, backspace).values.name).toBe('a');
    expect(run(once, backspace, backspace, backspace).values.name).toBe('');
  });

  it('edits where the cursor is', () => {
    const typed = run(start(), ...typeEach('abd'), { type: 'cursorLeft' }, type('c'));
    expect(typed.values.name).toBe('abcd');
    expect(run(typed, { type: 'cursorHome' }, { type: 'delete' }).values.name).toBe('bcd');
    expect(run(typed, { type: 'cursorHome' }, backspace).values.name).toBe('abcd');
    expect(run(typed, { type: 'cursorEnd' }, type('e')).values.name).toBe('abcde');
    expect(run(typed, { type: 'clear' }).values.name).toBe('');
  });

  it('replaces what was prefilled with the first thing typed, and only then', () => {
    const prefilled = startForm({ name: 'SOL' }, fields);
    expect(run(prefilled, ...typeEach('JUP')).values.name).toBe('JUP');
    expect(run(prefilled, backspace).values.name).toBe('SO');
    expect(run(prefilled, { type: 'cursorEnd' }, type('X')).values.name).toBe('SOLX');
  });

  it('bounds what a paste can put into a field', () => {
    expect(run(start(), type('x'.repeat(5_000))).values.name).toHaveLength(120);
  });
});

describe('choices', () => {
  it('go round, and take no letters', () => {
    const atSide = run(start(), move(1), move(1));
    expect(atSide.focus).toBe('side');
    expect(run(atSide, { type: 'choose', step: 1, fields }).values.side).toBe('sell');
    expect(run(atSide, { type: 'choose', step: -1, fields }).values.side).toBe('sell');
    expect(run(atSide, { type: 'choose', step: 1, fields }, { type: 'choose', step: 1, fields }).values.side).toBe(
      'buy',
    );
    expect(run(atSide, type('x')).values.side).toBe('buy');
  });

  it('set a text field by their letter', () => {
    const atAmount = run(start(), move(1));
    expect(run(atAmount, type('h')).values.amount).toBe('50%');
    expect(run(atAmount, type('1'), type('h')).values.amount).toBe('50%');
    expect(run(atAmount, type('h'), backspace).values.amount).toBe('50');
  });
});

describe('phases', () => {
  const confirm: FormEvent = { type: 'confirm', nowMs: 0, referencePrice: '1' };

  it('start a confirmation on Back', () => {
    expect(run(start(), confirm).confirm?.focus).toBe('back');
  });

  it('send only from a confirmation, once', () => {
    expect(run(start(), { type: 'send' }).phase).toBe('edit');
    const sending = run(start(), confirm, { type: 'send' });
    expect(sending.phase).toBe('sending');
    expect(run(sending, { type: 'send' })).toBe(sending);
    expect(run(sending, type('x'), backspace)).toEqual(sending);
  });

  it('take a confirmation back with the reason, and leave a sent one alone', () => {
    const disarm: FormEvent = { type: 'disarm', reason: 'resized' };
    expect(run(start(), confirm, disarm)).toMatchObject({ phase: 'edit', confirm: null, note: 'resized' });
    expect(run(start(), confirm, { type: 'send' }, disarm).phase).toBe('sending');
  });

  it('keep what was typed when the order is refused or not sent', () => {
    const typed = run(start(), ...typeEach('abc'), confirm, { type: 'send' });
    const back = run(typed, { type: 'outcome', outcome: refused });
    expect(back).toMatchObject({ phase: 'edit', values: { name: 'abc' }, outcome: refused });
    expect(run(back, type('d'))).toMatchObject({ values: { name: 'abcd' }, outcome: null });
  });

  it('end for good when the outcome is unknown: nothing invites to a second try', () => {
    const sending = run(start(), confirm, { type: 'send' });
    const ended = run(sending, { type: 'outcome', outcome: { ...refused, kind: 'unknown' } });
    expect(ended.phase).toBe('done');
    expect(run(ended, { type: 'send' }).phase).toBe('done');
  });
});
