import { expect, test } from 'vitest';
import { hostileTexts, isCellSafe } from '../../stores/desk-data.fixture.ts';
import { lineWidth, plainText } from '../text/span.ts';
import { rawLines } from './raw-lines.ts';

test('an answer is printed as JSON, below each other, and keeps its indentation where a line goes on', () => {
  expect(rawLines({ coin: 'BTC', at: [1, { x: null }] }, 40).map(plainText)).toEqual([
    '{',
    '  "coin": "BTC",',
    '  "at": [',
    '    1,',
    '    {',
    '      "x": null',
    '    }',
    '  ]',
    '}',
  ]);
  for (const line of rawLines({ text: 'word '.repeat(50) }, 30)) expect(lineWidth(line)).toBeLessThanOrEqual(30);
});

test.each(hostileTexts)('%j in an answer stays in its cells', (text) => {
  for (const line of rawLines({ [text]: text }, 30)) expect(isCellSafe(plainText(line))).toBe(true);
});

test('a row without an answer says so', () => {
  expect(rawLines(undefined, 60).map(plainText)).toEqual(['This row has no response of the service behind it.']);
});
