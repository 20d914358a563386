import { expect, test } from 'vitest';
import { maxLineLength, type PromptEvent, promptReducer, startPrompt, withLine } from './prompt-state.ts';

const play = (...events: readonly PromptEvent[]) => events.reduce(promptReducer, startPrompt());
const insert = (text: string): PromptEvent => ({ type: 'insert', text });
const completion = (from: number, ...texts: readonly string[]) => ({
  from,
  candidates: texts.map((text) => ({ text, help: '' })),
});

test('text is edited in graphemes, at the cursor', () => {
  expect(play(insert('a👩‍🚀b'), { type: 'left' }, { type: 'backspace' })).toMatchObject({ text: 'ab', cursor: 1 });
  expect(play(insert('abc'), { type: 'home' }, { type: 'delete' }, insert('x'))).toMatchObject({
    text: 'xbc',
    cursor: 1,
  });
  expect(play(insert('abc'), { type: 'right' }, { type: 'left' }, { type: 'end' }).cursor).toBe(3);
  expect(play({ type: 'backspace' }, { type: 'left' })).toMatchObject({ text: '', cursor: 0 });
});

test('Ctrl-U takes the line away, Ctrl-W a word', () => {
  expect(play(insert('close BTC 50%'), { type: 'clear' }).text).toBe('');
  expect(play(insert('close BTC 50%'), { type: 'clearWord' }).text).toBe('close BTC ');
  expect(play(insert('close BTC '), { type: 'clearWord' }).text).toBe('close ');
});

test('a line has an end', () => {
  expect(play(insert('x'.repeat(maxLineLength + 50)), insert('y')).text).toBe('x'.repeat(maxLineLength));
});

test('one candidate is taken whole, with a blank behind it', () => {
  const one = completion(6, 'BTC');
  expect(play(insert('close B'), { type: 'complete', step: 1, completion: one })).toMatchObject({
    text: 'close BTC ',
    cursor: 10,
    cycle: null,
  });
});

test('several candidates come one after the other and round again, back with Shift-Tab; typing takes the one that stands', () => {
  const some = completion(6, 'BTC', 'BNB');
  const tab: PromptEvent = { type: 'complete', step: 1, completion: some };
  // What is found for the changed line must not replace the list that is under way.
  const later: PromptEvent = { type: 'complete', step: 1, completion: completion(0, 'other') };
  const back: PromptEvent = { type: 'complete', step: -1, completion: some };
  expect(play(insert('close B'), tab).text).toBe('close BTC');
  expect(play(insert('close B'), tab, later).text).toBe('close BNB');
  expect(play(insert('close B'), tab, later, later).text).toBe('close BTC');
  expect(play(insert('close B'), back).text).toBe('close BNB');
  expect(play(insert('close B'), tab, insert(' ')).cycle).toBeNull();
  expect(play(insert('x'), { type: 'complete', step: 1, completion: completion(0) }).text).toBe('x');
});

test('older lines come with Up, and Down leads back to what was being typed', () => {
  const history = ['one', 'two'];
  const up: PromptEvent = { type: 'recall', step: 1, history };
  const down: PromptEvent = { type: 'recall', step: -1, history };
  expect(play(insert('thr'), up).text).toBe('two');
  expect(play(insert('thr'), up, up, up).text).toBe('one');
  expect(play(insert('thr'), up, up, down).text).toBe('two');
  expect(play(insert('thr'), up, up, down, down)).toMatchObject({ text: 'thr', cursor: 3, recalled: null });
  expect(play(down).text).toBe('');
});

test('a refusal keeps what was typed, until it is changed', () => {
  const refused = play(insert('close X'), { type: 'refuse', problem: 'no' });
  expect(refused).toMatchObject({ text: 'close X', refused: 'no' });
  expect(promptReducer(refused, { type: 'backspace' }).refused).toBeNull();
});

test('what looks like an API key is not kept', () => {
  expect(withLine(['a'], 'filter sk_4f9a0b1c2d_x')).toEqual(['a']);
  expect(withLine(['a'], 'filter task_1')).toEqual(['a', 'filter task_1']);
});

test('a line that is run again moves to the end of the history; the oldest leave', () => {
  expect(withLine(['a', 'b', 'c'], 'a')).toEqual(['b', 'c', 'a']);
  expect(
    withLine(
      Array.from({ length: 200 }, (_, at) => String(at)),
      'x',
    ).slice(0, 1),
  ).toEqual(['1']);
});
