import type { Key } from 'ink';
import { expect, test } from 'vitest';
import { keyName } from './key-name.ts';

const none = {} as Key;

test.each([
  ['a key of its own', 'c', none, ['c']],
  ['a named key', '', { upArrow: true } as Key, ['Up']],
  ['Shift-Tab', '', { tab: true, shift: true } as Key, ['S-Tab']],
  ['Ctrl with a letter', 'u', { ctrl: true } as Key, ['C-u']],
  ['Alt with a letter means nothing', 'x', { meta: true } as Key, []],
  ['keys that arrived in one chunk', 'o\t0.5 x\r\x15', none, ['o', 'Tab', '0', '.', '5', 'Space', 'x', 'Enter', 'C-u']],
  ['a character outside the first plane', '😀é', none, ['😀', 'é']],
])('%s', (_what, input, key, names) => {
  expect(keyName(input, key)).toEqual(names);
});
