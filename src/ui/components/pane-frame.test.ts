import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { type Line, lineWidth, plainText, span } from '../text/span.ts';
import { cellText } from '../text/texts.fixture.ts';
import { type PaneFrame, paneFrame } from './pane-frame.ts';

const line = fc.array(cellText, { maxLength: 4 }).map((parts): Line => parts.map((text) => span(text)));

const frame = (over: Partial<PaneFrame>): string[] =>
  paneFrame({ title: 'Balances', focused: false, width: 30, height: 3, body: [], ...over }).map(plainText);

test('is exactly as wide and high as asked, whatever stands in it', () => {
  const any = fc.record({
    number: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
    title: cellText,
    right: line,
    focused: fc.boolean(),
    width: fc.integer({ min: 8, max: 90 }),
    height: fc.integer({ min: 2, max: 12 }),
    body: fc.array(line, { maxLength: 14 }),
  });
  fc.assert(
    fc.property(any, (one) => {
      const lines = paneFrame(one);
      expect(lines).toHaveLength(one.height);
      for (const drawn of lines) expect(lineWidth(drawn)).toBe(one.width);
      const box = one.focused ? ['┏', '┓', '┃', '┗', '┛'] : ['╭', '╮', '│', '╰', '╯'];
      const [top = '', ...rest] = lines.map(plainText);
      expect([top[0], top.at(-1), rest.at(-1)?.[0], rest.at(-1)?.at(-1)]).toEqual([box[0], box[1], box[3], box[4]]);
      for (const drawn of rest.slice(0, -1)) expect([drawn[0], drawn.at(-1)]).toEqual([box[2], box[2]]);
    }),
    { numRuns: cases(400, 1_500) },
  );
});

test('has number and title at the left of the border and what matters at the right', () => {
  expect(frame({ number: 3, right: [span('12.50')] })).toEqual(
    ['╭─ 3 Balances ──────── 12.50 ─╮', '│                            │', '╰────────────────────────────╯'].map(
      (text, index) => (index === 0 ? text.replace('──────── 12', '─────── 12') : text),
    ),
  );
});

test('focus is weight, not colour alone', () => {
  expect(frame({ focused: true })[0]).toMatch(/^┏━ Balances ━+┓$/);
});

test('where the right does not fit whole, its last parts leave, whole, and the first stays longest', () => {
  const right = [span('12 s old', 'warn'), span('  '), span('/sol 1 of 3', 'accent'), span('  '), span('19,894.74')];
  const top = (width: number): string => frame({ number: 3, right, width })[0] ?? '';
  expect(top(52)).toContain(' 12 s old  /sol 1 of 3  19,894.74 ─╮');
  expect(top(49)).toContain(' 12 s old  /sol 1 of 3 ─╮');
  expect(top(36)).toContain(' 12 s old ─╮');
  expect(top(27)).toBe('╭─ 3 Balances ─ 12 s old ─╮');
  expect(top(24)).toBe('╭─ 3 Balances ─────────╮');
});
