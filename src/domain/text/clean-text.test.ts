import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { hostileText } from '../../../test/run/hostile-text.ts';
import { cleanText, textLimits } from './clean-text.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const graphemes = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

describe('hostile strings', () => {
  test('come out without anything that moves a cursor or hides, within the cap, and stay as they are', () => {
    const forbidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
    fc.assert(
      fc.property(hostileText, fc.constantFrom(1, 2, 5, textLimits.symbol, textLimits.message), (raw, cap) => {
        const clean = cleanText(raw, cap);
        if (forbidden.test(clean)) return false;
        const parts = graphemes(clean);
        const isBounded = parts.every((part) => (part.match(/\p{M}/gu)?.length ?? 0) <= 2 && [...part].length <= 8);
        return parts.length <= cap && isBounded && clean.normalize('NFC') === clean && cleanText(clean, cap) === clean;
      }),
      { numRuns: cases(3_000, 20_000) },
    );
  });
});

test('no format, bidi or ignorable character passes, not one of all of them', () => {
  const hidden = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
  const passed: string[] = [];
  let count = 0;
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const char = String.fromCodePoint(codePoint);
    if (!hidden.test(char)) continue;
    count++;
    if (cleanText(`a${char}b`).includes(char)) passed.push(codePoint.toString(16));
  }
  expect(count).toBeGreaterThan(4_000);
  expect(passed).toEqual([]);
});

describe('escape sequences go whole', () => {
  test.each([
    ['CSI', 'a\x1b[1;31mb'],
    ['CSI with private parameters', 'a\x1b[?1049hb'],
    ['CSI with intermediates', 'a\x1b[1 qb'],
    ['C1 CSI', 'a\x9b2Jb'],
    ['OSC ended by BEL', 'a\x1b]0;owned\x07b'],
    ['OSC ended by ST', 'a\x1b]52;c;ZXZpbA==\x1b\\b'],
    ['C1 OSC', 'a\x9d0;owned\x9cb'],
    ['OSC with a line break inside', 'a\x1b]0;ow\u0000ned\x07b'],
    ['DCS', 'a\x1bPq#0;2\x1b\\b'],
    ['C1 DCS', 'a\x90q#0\x9cb'],
    ['SOS', 'a\x1bXhidden\x1b\\b'],
    ['PM', 'a\x1b^hidden\x1b\\b'],
    ['APC', 'a\x1b_Gi=1\x1b\\b'],
    ['C1 APC', 'a\x9fGi=1\x9cb'],
    ['character set', 'a\x1b(0b'],
    ['reset', 'a\x1bcb'],
    ['two in a row', 'a\x1b[0m\x1b[1mb'],
  ])('%s', (_, raw) => {
    expect(cleanText(raw)).toBe('a�b');
  });

  test('one without its end takes the rest, and says so', () => {
    expect(cleanText('a\x1b]0;title and all')).toBe('a�');
    expect(cleanText('a\x1b[31')).toBe('a�');
    expect(cleanText('a\x1b')).toBe('a�');
  });

  test('a line break inside a title leaves no title', () => {
    expect(cleanText('a\x1b]0;ow\nned\x07b')).toBe('a� �b');
  });
});

describe('characters', () => {
  test.each([
    ['control', 'a\x00b', 'a�b'],
    ['delete', 'a\x7fb', 'a�b'],
    ['C1', 'a\x84b', 'a�b'],
    ['bidi override', 'a\u202eb', 'a�b'],
    ['bidi isolate', 'a\u2066b', 'a�b'],
    ['Arabic letter mark', 'a\u061cb', 'a�b'],
    ['zero-width space', 'US\u200bDC', 'US�DC'],
    ['soft hyphen', 'US\u00adDC', 'US�DC'],
    ['Hangul filler', 'a\u3164b', 'a�b'],
    ['private use', 'a\ue0a0b', 'a�b'],
    ['tags', 'a\u{e0055}\u{e0053}b', 'a�b'],
    ['lone surrogate', 'a\ud83db', 'a�b'],
    ['noncharacter', 'a\ufffeb', 'a�b'],
    ['mark without a base', '\u0301a', '�a'],
    ['conjoining jamo that compose to nothing', 'a\u1100\u1100\u1100b', 'a�b'],
    ['unpaired joiner', 'a\u200db', 'a�b'],
  ])('%s leaves a mark', (_, raw, expected) => {
    expect(cleanText(raw)).toBe(expected);
  });

  test.each([
    ['line feed', 'a\nb', 'a b'],
    ['CR LF is one break', 'a\r\nb', 'a b'],
    ['tab', 'a\tb', 'a b'],
    ['next line', 'a\x85b', 'a b'],
    ['line separator', 'a\u2028b', 'a b'],
    ['no-break space', 'a\u00a0b', 'a b'],
    ['ideographic space', 'a\u3000b', 'a b'],
  ])('%s becomes a space', (_, raw, expected) => {
    expect(cleanText(raw)).toBe(expected);
  });

  test.each([
    ['accents compose', 'e\u0301', 'é'],
    ['jamo compose', '\u1112\u1161\u11ab', '한'],
    ['two marks stay', 'x\u0302\u0304', 'x\u0302\u0304'],
    ['the third goes', 'x\u0302\u0304\u0303', 'x\u0302\u0304�'],
    ['zalgo', `Z${'\u0316\u0317\u0318'.repeat(50)}o`, 'Z\u0316\u0317�o'],
    ['skin tones that pile up on a letter', `a${'🏽'.repeat(20)}`, `a${'🏽'.repeat(7)}�`],
    ['emoji lose joiner and skin', '👩🏽‍🚀', '👩🚀'],
    ['emoji lose the presentation selector', 'I ❤️ it', 'I ❤ it'],
    ['a keycap keeps its digit and cap', '1\ufe0f\u20e3', '1\u20e3'],
    ['a flag', '🇨🇭', '🇨🇭'],
    ['plain scripts stay', 'Привет 你好 ชื่อ क्ष', 'Привет 你好 ชื่อ क्ष'],
  ])('%s', (_, raw, expected) => {
    expect(cleanText(raw)).toBe(expected);
  });
});

describe('length', () => {
  test('is counted in graphemes, and a cut shows', () => {
    expect(cleanText('abcdef', 6)).toBe('abcdef');
    expect(cleanText('abcdefg', 6)).toBe('abcde…');
    expect(cleanText('日本語日本語', 3)).toBe('日本…');
    expect(cleanText('🇨🇭🇨🇭', 2)).toBe('🇨🇭🇨🇭');
    expect(cleanText('abc', 0)).toBe('…');
  });

  test('of a hostile answer is bounded before any work is done on it', () => {
    expect(cleanText(`a${'\u0301'.repeat(5_000_000)}`, 8)).toBe('á\u0301\u0301�…');
    expect(cleanText('\u200b'.repeat(1_000_000), 32)).toBe('�…');
    expect(cleanText('x'.repeat(5_000_000), 4)).toBe('xxx…');
  });
});

test('what is no text', () => {
  expect(cleanText(null)).toBe('');
  expect(cleanText(undefined)).toBe('');
  expect(cleanText(12.5)).toBe('12.5');
  expect(cleanText(false)).toBe('false');
  expect(cleanText({ toString: () => '\x1b[31m' })).toBe('�');
  expect(cleanText(['x'])).toBe('�');
});
