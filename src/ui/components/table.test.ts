import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { displayWidth } from '../../domain/text/text-width.ts';
import { lineWidth, plainText, span } from '../text/span.ts';
import { cellText } from '../text/texts.fixture.ts';
import { type Column, firstVisible, table } from './table.ts';

type Row = readonly string[];

const column = (index: number, over: Partial<Column<Row>> = {}): Column<Row> => ({
  id: `c${index}`,
  title: `C${index}`,
  align: 'left',
  priority: index + 1,
  cell: (row) => span(row[index] ?? ''),
  ...over,
});

const draw = (columns: readonly Column<Row>[], rows: readonly Row[], width: number, over = {}): string[] =>
  table({
    columns,
    rows,
    width,
    height: rows.length + 1,
    selected: null,
    focused: false,
    hasMarker: false,
    ...over,
  }).map(plainText);

test('every line is exactly as wide as asked, and there are as many as asked', () => {
  const anyColumn = fc.record({
    title: cellText,
    align: fc.constantFrom('left', 'right', 'decimal'),
    priority: fc.integer({ min: 1, max: 4 }),
    shrinkTo: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
  });
  const view = fc.record({
    columns: fc.array(anyColumn, { minLength: 1, maxLength: 5 }),
    rows: fc.array(fc.array(cellText, { minLength: 5, maxLength: 5 }), { maxLength: 8 }),
    width: fc.integer({ min: 3, max: 60 }),
    height: fc.integer({ min: 0, max: 12 }),
    selected: fc.option(fc.integer({ min: 0, max: 7 })),
    focused: fc.boolean(),
    hasMarker: fc.boolean(),
  });
  fc.assert(
    fc.property(view, ({ columns, ...rest }) => {
      const lines = table({
        ...rest,
        columns: columns.map(({ shrinkTo, ...over }, index) =>
          column(index, { ...over, ...(shrinkTo === undefined ? {} : { shrinkTo }) }),
        ),
      });
      expect(lines).toHaveLength(rest.height);
      const written = Math.min(rest.height, rest.rows.length + 1);
      for (const line of lines.slice(0, written)) expect(lineWidth(line)).toBe(rest.width);
      for (const line of lines.slice(written)) expect(line).toEqual([]);
    }),
    { numRuns: cases(300, 1_500) },
  );
});

test('numbers stand under each other by their decimal point', () => {
  const numbers = fc.array(
    fc.oneof(
      fc
        .tuple(fc.nat(99_999), fc.option(fc.nat(9_999)))
        .map(([whole, part]) => `${whole}${part === null ? '' : `.${part}`}`),
      fc.constant('–'),
    ),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(numbers, (texts) => {
      const lines = draw(
        [column(0, { align: 'decimal', title: 'A WIDE TITLE' })],
        texts.map((text) => [text]),
        20,
      ).slice(1);
      const points = lines.flatMap((line, index) => {
        const text = texts[index] ?? '';
        if (text === '–') return [];
        return [line.indexOf(text) + (text.includes('.') ? text.indexOf('.') : text.length)];
      });
      expect(new Set(points).size).toBeLessThanOrEqual(1);
    }),
    { numRuns: 500 },
  );
});

describe('columns', () => {
  const three = [column(0, { priority: 1 }), column(1, { priority: 3 }), column(2, { priority: 2 })];
  const rows = [['aaaa', 'bbbb', 'cccc']];

  test.each([
    [16, ['C0    C1    C2  ', 'aaaa  bbbb  cccc']],
    [15, ['C0   C1   C2   ', 'aaaa bbbb cccc ']],
    [14, ['C0   C1   C2  ', 'aaaa bbbb cccc']],
    [13, ['C0    C2     ', 'aaaa  cccc   ']],
    [9, ['C0   C2  ', 'aaaa cccc']],
    [8, ['C0      ', 'aaaa    ']],
    [3, ['C0 ', 'aa…']],
  ])('at %i cells give up air first, then leave whole, the least important first', (width, lines) => {
    expect(draw(three, rows, width)).toEqual(lines);
  });

  test('of the same priority leave together', () => {
    expect(draw([column(0), column(1, { priority: 2 }), column(2, { priority: 2 })], rows, 13)).toEqual([
      'C0           ',
      'aaaa         ',
    ]);
  });

  test('a soft one gives its width before a column leaves, down to its least', () => {
    const soft = [column(0, { shrinkTo: 3 }), column(1)];
    expect(draw(soft, [['abcdefgh', 'xxxx']], 10)).toEqual(['C0    C1  ', 'abcd… xxxx']);
    expect(draw(soft, [['abcdefgh', 'xxxx']], 8)).toEqual(['C0  C1  ', 'ab… xxxx']);
    expect(draw(soft, [['abcdefgh', 'xxxx']], 7)).toEqual(['C0     ', 'abcdef…']);
  });

  test('of one priority alone stay, cut, rather than leave nothing', () => {
    expect(draw([column(0, { priority: 1 }), column(1, { priority: 1 })], rows, 7)).toEqual(['C0   C…', 'aaaa b…']);
  });

  test('say by an arrow what they are sorted by', () => {
    expect(draw(three, rows, 30, { sort: { column: 'c1', descending: true } })[0]).toMatch(/C0 +C1↓ +C2/);
    expect(draw(three, rows, 30, { sort: { column: 'c1', descending: false } })[0]).toMatch(/C1↑/);
  });
});

describe('selection', () => {
  const rows = Array.from({ length: 20 }, (_, index): Row => [`row${index}`]);

  test('stays in view, and as little as possible is scrolled', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.integer({ min: 1, max: 20 }), fc.nat(49), (count, height, at) => {
        const selected = Math.min(at, count - 1);
        if (selected < 0) return;
        const first = firstVisible(count, height, selected);
        expect(selected).toBeGreaterThanOrEqual(first);
        expect(selected).toBeLessThan(first + height);
        expect(first).toBeGreaterThanOrEqual(0);
        expect(first).toBeLessThanOrEqual(Math.max(0, count - height));
      }),
    );
  });

  test('is marked by a sign, bold where the pane is focused', () => {
    const view = { columns: [column(0)], rows, width: 12, height: 4, selected: 10, focused: true };
    expect(table(view).map(plainText)).toEqual(['  C0        ', '  row9      ', '▸ row10     ', '  row11     ']);
    expect(table(view)[2]?.some(({ bold }) => bold)).toBe(true);
    expect(table({ ...view, focused: false })[2]?.some(({ bold }) => bold)).toBe(false);
    expect(plainText(table({ ...view, focused: false })[2] ?? [])).toContain('▸');
  });
});

describe('a row that says something instead of its cells', () => {
  const view = {
    columns: [column(0), column(1, { align: 'right' })],
    rows: [
      ['a', '1'],
      ['b, a row that cannot be read', '2'],
    ] as readonly Row[],
    height: 3,
    selected: 1,
    focused: true,
    noteOf: (row: Row) => (row[0]?.startsWith('b') ? span('unreadable: szi: expected a decimal', 'warn') : null),
  };

  test('takes the whole width and widens no column', () => {
    expect(table({ ...view, width: 24 }).map(plainText)).toEqual([
      '  C0  C1                ',
      '  a    1                ',
      '▸ unreadable: szi: expe…',
    ]);
  });

  test('drives no column out', () => {
    expect(plainText(table({ ...view, width: 9 })[1] ?? [])).toBe('  a    1 ');
  });
});

test('more rows than a call takes arguments', () => {
  const rows = Array.from({ length: 150_000 }, (_, at) => [String(at), `${at}.5`]);
  const lines = draw([column(0), column(1, { align: 'decimal' })], rows, 24);
  expect(lines).toHaveLength(rows.length + 1);
});

test('wide characters do not shift the next column', () => {
  const lines = draw(
    [column(0), column(1)],
    [
      ['漢字', 'x'],
      ['ab', 'x'],
      ['👩🚀', 'x'],
    ],
    12,
  );
  const places = lines.slice(1).map((line) => displayWidth(line.slice(0, line.indexOf('x'))));
  expect(new Set(places).size).toBe(1);
});

describe('columns that keep their width', () => {
  const keeping = (width: number, kept: number): string[] =>
    table({
      columns: [column(0), column(1, { align: 'right' })],
      rows: [['a', '1']] as readonly Row[],
      width,
      height: 2,
      selected: null,
      focused: false,
      steady: (id, needed) => Math.max(needed, id === 'c1' ? kept : 0),
    }).map(plainText);

  test('stand where they stood', () => {
    expect(keeping(20, 5)[1]).toBe('  a       1         ');
  });

  test('drive none out', () => {
    expect(keeping(10, 9)[1]).toBe('  a    1  ');
  });
});
