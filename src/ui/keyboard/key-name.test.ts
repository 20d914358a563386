import type { Key } from 'ink';
import { expect, test } from 'vitest';
import { keyName } from './key-name.ts';

const key = (over: Partial<Key> = {}): Key => over as Key;

test.each([
  ['', key({ upArrow: true }), ['Up']],
  ['', key({ downArrow: true }), ['Down']],
  ['', key({ leftArrow: true }), ['Left']],
  ['', key({ rightArrow: true }), ['Right']],
  ['', key({ pageUp: true }), ['PageUp']],
  ['', key({ pageDown: true }), ['PageDown']],
  ['', key({ home: true }), ['Home']],
  ['', key({ end: true }), ['End']],
  ['\r', key({ return: true }), ['Enter']],
  ['', key({ escape: true, meta: true }), ['Esc']],
  ['', key({ backspace: true }), ['Backspace']],
  ['', key({ delete: true }), ['Delete']],
  ['', key({ tab: true }), ['Tab']],
  ['', key({ tab: true, shift: true }), ['S-Tab']],
  ['c', key({ ctrl: true }), ['C-c']],
  ['', key({ ctrl: true }), []],
  ['x', key({ meta: true }), ['M-x']],
  ['X', key({ meta: true, shift: true }), ['M-X']],
  ['[200~', key({ meta: true }), []],
  ['a', key(), ['a']],
  ['A', key({ shift: true }), ['A']],
  [' ', key(), ['Space']],
  ['漢', key(), ['漢']],
  ['👍', key(), ['👍']],
  ['ab c', key(), ['a', 'b', 'Space', 'c']],
  ['y\r', key(), ['y', 'Enter']],
  ['o\t0.5\r\u0015', key(), ['o', 'Tab', '0', '.', '5', 'Enter', 'C-u']],
  ['ab\u007F', key(), ['a', 'b', 'Backspace']],
  ['a\u009Bb', key(), ['a', 'b']],
])('%j with %j is %j', (input, pressed, names) => {
  expect(keyName(input, pressed)).toEqual(names);
});
