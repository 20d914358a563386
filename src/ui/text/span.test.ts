import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { displayWidth } from '../../domain/text/text-width.ts';
import { fitTo, type Line, lineWidth, plainText, span, spread, wrap } from './span.ts';
import { cellText } from './texts.fixture.ts';

const line = fc.array(cellText, { maxLength: 5 }).map((parts): Line => parts.map((text) => span(text)));
const width = fc.integer({ min: 0, max: 40 });

describe('fitTo', () => {
  test('comes out exactly as wide as asked, whatever the text', () => {
    fc.assert(
      fc.property(line, width, (spans, cells) => {
        expect(lineWidth(fitTo(spans, cells))).toBe(cells);
      }),
      { numRuns: cases(500, 2_000) },
    );
  });

  test('leaves a line that fits alone but for the padding, looks included', () => {
    const bold = span('ab', 'up', { bold: true });
    expect(fitTo([bold, span('c')], 5)).toEqual([bold, span('c'), span('  ')]);
    expect(fitTo([bold, span('c')], 3)).toEqual([bold, span('c')]);
  });

  test('cuts with …, keeps the look, and never cuts a wide character in half', () => {
    expect(fitTo([span('ab'), span('cdef', 'down')], 4)).toEqual([span('ab'), span('c…', 'down')]);
    expect(plainText(fitTo([span('漢字仮')], 4))).toBe('漢… ');
    expect(plainText(fitTo([span('漢字')], 1))).toBe('…');
    expect(fitTo([span('abc')], 0)).toEqual([]);
  });
});

describe('spread', () => {
  test('is exactly as wide as asked, and the right side stays whole while it fits', () => {
    fc.assert(
      fc.property(line, line, width, (left, right, cells) => {
        const spreadOut = spread(left, right, cells);
        expect(lineWidth(spreadOut)).toBe(cells);
        if (lineWidth(right) <= cells) expect(plainText(spreadOut).endsWith(plainText(right))).toBe(true);
      }),
      { numRuns: cases(250, 1_000) },
    );
  });

  test('the left side gives way', () => {
    expect(plainText(spread([span('a long left side')], [span('12.5')], 10))).toBe('a lon…12.5');
  });
});

describe('wrap', () => {
  test('keeps every word, in order, on lines that fit', () => {
    const words = fc.array(cellText, { maxLength: 8 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 30 }), (text, cells) => {
        const lines = wrap(text, cells).map(plainText);
        for (const one of lines) expect(displayWidth(one), JSON.stringify(lines)).toBeLessThanOrEqual(cells);
        expect(lines.join('').replace(/ /g, '')).toBe(text.replace(/ /g, ''));
      }),
      { numRuns: cases(250, 1_000) },
    );
  });

  test('breaks at words, and a word only when it is longer than a line', () => {
    expect(wrap('one two three', 7).map(plainText)).toEqual(['one two', 'three']);
    expect(wrap('7xKXtg2CW87d97', 5).map(plainText)).toEqual(['7xKXt', 'g2CW8', '7d97']);
    expect(wrap('', 5)).toEqual([]);
    expect(wrap('a', 5, 'danger')).toEqual([[span('a', 'danger')]]);
  });
});

test('the generator of these tests gives texts as cells hold them', () => {
  fc.assert(fc.property(cellText, (text) => cleanText(text) === text));
});
