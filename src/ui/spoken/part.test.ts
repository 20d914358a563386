import { expect, test } from 'vitest';
import { type Part, type Said, sayNew } from './part.ts';

const nothing: Said = new Set();
const pane: Part = { key: 'pane', lines: ['Positions.'] };
const row = (key: string, price: string): Part => ({ key, lines: [`${key} at ${price}`] });
const lost: Part = { key: 'lost', lines: ['Connection lost.'], isUrgent: true };

test('what is new is said once, and a number that moves is nothing new', () => {
  const first = sayNew(nothing, [pane, row('BTC', '1')], true);
  expect(first.lines).toEqual(['Positions.', 'BTC at 1']);
  const second = sayNew(first.said, [pane, row('BTC', '2')], true);
  expect(second.lines).toEqual([]);
  expect(sayNew(second.said, [pane, row('ETH', '3')], true).lines).toEqual(['ETH at 3']);
});

test('coming back to a row says it anew', () => {
  const first = sayNew(nothing, [row('BTC', '1')], true);
  const second = sayNew(first.said, [row('ETH', '1')], true);
  expect(sayNew(second.said, [row('BTC', '4')], true).lines).toEqual(['BTC at 4']);
});

test('between two keys only what is urgent is said; the rest waits for the next key', () => {
  const first = sayNew(nothing, [row('BTC', '1')], true);
  const between = sayNew(first.said, [lost, row('ETH', '1')], false);
  expect(between.lines).toEqual(['Connection lost.']);
  expect(sayNew(between.said, [lost, row('ETH', '2')], true).lines).toEqual(['ETH at 2']);
});

test('what is part of something else is not said beside it, and not afterwards', () => {
  const field: Part = { key: 'field', lines: ['Percentage: 50.'] };
  const value = (text: string): Part => ({ key: `value ${text}`, lines: [text], within: 'field' });
  const first = sayNew(nothing, [field, value('50')], true);
  expect(first.lines).toEqual(['Percentage: 50.']);
  const second = sayNew(first.said, [field, value('50')], true);
  expect(second.lines).toEqual([]);
  expect(sayNew(second.said, [field, value('5')], true).lines).toEqual(['5']);
});

test('what comes with something urgent counts as said', () => {
  const loaded: Part = { key: 'loaded', lines: ['3 rows. BTC'], isUrgent: true };
  const inside: Part = { key: 'row', lines: ['BTC'], within: 'loaded' };
  const first = sayNew(nothing, [loaded, inside], false);
  expect(first.lines).toEqual(['3 rows. BTC']);
  expect(sayNew(first.said, [loaded, inside], true).lines).toEqual([]);
});
