import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../test/run/any-text.ts';
import { span } from '../text/span.ts';
import { keyWords, speakable, spokenLines } from './speakable.ts';

test.each([
  ['┏━ 1 Positions ━━━━ 3 open ━┓', '1 Positions, 3 open'],
  ['≈ 7,277.36 USD', 'about 7,277.36 USD'],
  ['10× → 5×c', '10 times to 5 times, cross'],
  ['⏎ shows all   Esc closes', 'Enter shows all, Esc closes'],
  ['▕██████░░░░▏ 3 of 5', '3 of 5'],
  ['‹50›  75', '50, 75'],
  ['plain words, as they are.', 'plain words, as they are.'],
])('%s is read as %s', (drawn, read) => expect(speakable(drawn)).toBe(read));

test('a capital letter is told from a small one, and a control key by its name', () => {
  expect(['H', 'h', 'C-p', 'M-1', 'S-Tab', 'Enter'].map(keyWords)).toEqual([
    'capital H',
    'h',
    'Control-p',
    'Alt-1',
    'Shift-Tab',
    'Enter',
  ]);
});

test('nothing that steers a terminal is ever said', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(speakable(text)).not.toMatch(/\p{Cc}/u);
    }),
  );
});

test('a line of frame alone says nothing', () => {
  expect(spokenLines([[span('╰────────╯')], [span('│ '), span('BTC'), span(' │')]])).toEqual(['BTC']);
});
