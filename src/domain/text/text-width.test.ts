import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../test/run/any-text.ts';
import { cases } from '../../../test/run/cases.ts';
import { cleanText } from './clean-text.ts';
import { cutEnd, cutMiddle, displayWidth, padEnd, padStart } from './text-width.ts';

test.each([
  ['', 0],
  ['abc', 3],
  ['日本', 4],
  ['é', 1],
  ['e\u0301', 1],
  ['−12 …', 5],
  ['🚀', 2],
  ['🇨🇭', 2],
])('%j takes %i columns', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test('the quick way agrees with the slow one for every character up to the Braille that charts are made of', () => {
  const differing = Array.from({ length: 0x2a00 }, (_, code) => `a${String.fromCharCode(code)}b`).filter(
    (text) => cleanText(text) === text && displayWidth(text) !== stringWidth(text),
  );
  expect(differing).toEqual([]);
});

test('and for several together', () => {
  fc.assert(
    fc.property(fc.string(), (text) => displayWidth(text) === stringWidth(text)),
    { numRuns: cases(1_000, 2_000) },
  );
});

describe('cutting', () => {
  test.each([
    ['Bonk Inu', 8, 'Bonk Inu'],
    ['Bonk Inu', 7, 'Bonk I…'],
    ['Bonk Inu', 1, '…'],
    ['Bonk Inu', 0, ''],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ])('%j at its end to %i', (text, width, expected) => {
    expect(cutEnd(text, width)).toBe(expected);
  });

  test.each([
    ['7xKXtg2CW87d97TXJSDpbD5jBkheTqA8', 9, '7xKX…TqA8'],
    ['7xKXtg2CW87d97TXJSDpbD5jBkheTqA8', 8, '7xKX…qA8'],
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 2, 'a…'],
    ['abcdef', 1, '…'],
    ['abcdef', 0, ''],
    ['日本語日本', 6, '日…本'],
  ])('%j in its middle to %i', (text, width, expected) => {
    expect(cutMiddle(text, width)).toBe(expected);
  });

  test('any cleaned text never gets wider than asked, and padding makes it exactly so wide', () => {
    const text = anyText(40).map((raw) => cleanText(raw));
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 30 }), (clean, width) => {
        const cuts = [cutEnd(clean, width), cutMiddle(clean, width)];
        return cuts.every(
          (cut) =>
            displayWidth(cut) <= width &&
            displayWidth(padEnd(cut, width)) === width &&
            displayWidth(padStart(cut, width)) === width,
        );
      }),
      { numRuns: cases(800, 5_000) },
    );
  });
});

test('padding goes to its side and leaves a wider text alone', () => {
  expect(padStart('日', 4)).toBe('  日');
  expect(padEnd('日', 4)).toBe('日  ');
  expect(padEnd('long', 2)).toBe('long');
});
