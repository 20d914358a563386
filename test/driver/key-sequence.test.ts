import { expect, test } from 'vitest';
import { keySequence } from './key-sequence.ts';

test.each([
  ['c', 'c'],
  ['é', 'é'],
  ['👩‍🚀', '👩‍🚀'],
  ['-', '-'],
  ['Enter', '\r'],
  ['Esc', '\x1b'],
  ['S-Tab', '\x1b[Z'],
  ['Up', '\x1b[A'],
  ['S-Up', '\x1b[1;2A'],
  ['C-Left', '\x1b[1;5D'],
  ['C-c', '\x03'],
  ['C-Z', '\x1a'],
  ['C-[', '\x1b'],
  ['M-x', '\x1bx'],
  ['M-Enter', '\x1b\r'],
])('%s', (key, bytes) => {
  expect(keySequence(key)).toBe(bytes);
});

test.each(['Entr', '', 'C-é', 'X-c', 'ab'])('"%s" is not a key', (key) => {
  expect(() => keySequence(key)).toThrow(`no key is called "${key}"`);
});
