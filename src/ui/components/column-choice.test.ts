import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { lineWidth, span } from '../text/span.ts';
import { type ColumnChoice, chosenColumns, moveColumn, orderedColumns, toggleColumn } from './column-choice.ts';
import { type Column, table } from './table.ts';

const ids = ['a', 'b', 'c', 'd'];
const columns = ids.map((id) => ({ id }));
const shownIds = (choice: ColumnChoice | undefined): string[] => chosenColumns(columns, choice).map(({ id }) => id);

/** Any choice: of this version, of another one, or made by hand. */
const anyChoice: fc.Arbitrary<ColumnChoice | undefined> = fc.option(
  fc.record({ order: fc.array(fc.constantFrom(...ids, 'gone')), hidden: fc.array(fc.constantFrom(...ids, 'gone')) }),
  { nil: undefined },
);
const anyStep = fc.record({
  id: fc.constantFrom(...ids),
  step: fc.constantFrom('toggle' as const, 1 as const, -1 as const),
});

test('without a choice the columns are as they were', () => {
  expect(chosenColumns(columns, undefined)).toEqual(columns);
});

test('an order, a hidden column, and one that the choice does not know', () => {
  expect(shownIds({ order: ['c', 'a', 'gone'], hidden: ['a'] })).toEqual(['c', 'd', 'b']);
  expect(orderedColumns(columns, { order: ['d', 'c', 'b'], hidden: [] }).map(({ id }) => id)).toEqual(
    ids.toReversed().toSpliced(3, 1).toSpliced(0, 0, 'a'),
  );
});

test('whatever the choice, every column is there once, and at least one is shown', () => {
  fc.assert(
    fc.property(anyChoice, (choice) => {
      expect([...orderedColumns(columns, choice)].sort((a, b) => a.id.localeCompare(b.id))).toEqual(columns);
      expect(shownIds(choice).length).toBeGreaterThan(0);
    }),
    { numRuns: cases(200, 500) },
  );
});

test('no way of showing, hiding and moving leaves a table without columns', () => {
  fc.assert(
    fc.property(anyChoice, fc.array(anyStep, { maxLength: 30 }), (start, steps) => {
      let choice = start;
      for (const { id, step } of steps) {
        const before = shownIds(choice);
        if (step !== 'toggle') choice = moveColumn(columns, choice, id, step);
        else {
          const toggled = toggleColumn(columns, choice, id);
          expect(toggled === null).toBe(before.length === 1 && before[0] === id);
          choice = toggled ?? choice;
          if (toggled) expect(shownIds(choice).includes(id)).toBe(!before.includes(id));
        }
        expect(shownIds(choice).length).toBeGreaterThan(0);
        expect(new Set(shownIds(choice)).size).toBe(shownIds(choice).length);
      }
    }),
    { numRuns: cases(200, 500) },
  );
});

test('a move changes places with the neighbour and stops at the ends', () => {
  expect(shownIds(moveColumn(columns, undefined, 'b', 1))).toEqual(['a', 'c', 'b', 'd']);
  expect(shownIds(moveColumn(columns, undefined, 'a', -1))).toEqual(ids);
  expect(shownIds(moveColumn(columns, undefined, 'd', 1))).toEqual(ids);
});

test('in any order and with any columns hidden, every line of the table has its exact width', () => {
  const cells = ids.map(
    (id, index): Column<number> => ({
      id,
      title: `T${id}`,
      align: (['left', 'right', 'decimal', 'left'] as const)[index] ?? 'left',
      priority: index + 1,
      cell: (row) => span(`${'漢x'.repeat(row % 5)}${row}.5`),
    }),
  );
  fc.assert(
    fc.property(
      anyChoice,
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.nat(99), { maxLength: 6 }),
      (choice, width, rows) => {
        const lines = table({
          columns: chosenColumns(cells, choice),
          rows,
          width,
          height: 5,
          selected: 0,
          focused: true,
          tintOf: (row) => (row % 2 === 0 ? 'up' : null),
        });
        expect(lines).toHaveLength(5);
        for (const line of lines.slice(0, rows.length + 1)) expect(lineWidth(line)).toBe(width);
      },
    ),
    { numRuns: cases(200, 500) },
  );
});
