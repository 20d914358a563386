import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrange, StableRowOrder } from './row-order.ts';
import { selectedIndex } from './selection.ts';
import { matching, type TablePane } from './table-pane.ts';

interface Row {
  readonly key: string;
  readonly value: Big | number | string | null;
}

const pane = {
  keyOf: ({ key }) => key,
  searchText: ({ key }) => key,
  sortValue: ({ value }) => value,
} as Partial<TablePane<Row>> as TablePane<Row>;

const rows = (...values: readonly Row['value'][]): Row[] => values.map((value, index) => ({ key: `k${index}`, value }));
const keys = (list: readonly Row[]): string[] => list.map(({ key }) => key);
const down = { column: 'x', descending: true };
const up = { column: 'x', descending: false };

describe('the order of rows', () => {
  test('without a sort is the order of the service, and the rows given are not changed', () => {
    const given = rows(3, 1, 2);
    expect(keys(arrange(pane, given, undefined))).toEqual(['k0', 'k1', 'k2']);
    arrange(pane, given, up);
    expect(keys(given)).toEqual(['k0', 'k1', 'k2']);
  });

  test.each([
    [
      [new Big('10'), new Big('9'), new Big('-1')],
      ['k2', 'k1', 'k0'],
    ],
    [
      [10, 9, -1],
      ['k2', 'k1', 'k0'],
    ],
    [
      ['b', 'a', 'C'],
      ['k1', 'k0', 'k2'],
    ],
  ])('sorts numbers as numbers and texts as texts: %j', (values, ascending) => {
    expect(keys(arrange(pane, rows(...values), up))).toEqual(ascending);
    expect(keys(arrange(pane, rows(...values), down))).toEqual(ascending.toReversed());
  });

  test('puts what is unknown last, whichever way it sorts', () => {
    expect(keys(arrange(pane, rows(null, 1, 2), up))).toEqual(['k1', 'k2', 'k0']);
    expect(keys(arrange(pane, rows(null, 1, 2), down))).toEqual(['k2', 'k1', 'k0']);
  });

  test('a filter of blanks is none', () => {
    expect(keys(matching(pane, rows(1, 2), '  '))).toHaveLength(2);
    expect(keys(matching(pane, rows(1, 2), ' K1 '))).toEqual(['k1']);
  });
});

describe('while a person works in the table', () => {
  const moved = (list: readonly Row[]): Row[] => list.map((row, index) => ({ ...row, value: 10 - index }));

  test('rows stay where they were, with their new numbers', () => {
    const order = new StableRowOrder();
    const given = rows(3, 1, 2);
    expect(keys(order.arrange(pane, given, up, false))).toEqual(['k1', 'k2', 'k0']);
    const held = order.arrange(pane, moved(given), up, true);
    expect(keys(held)).toEqual(['k1', 'k2', 'k0']);
    expect(held.map(({ value }) => value)).toEqual([9, 8, 10]);
    expect(keys(order.arrange(pane, moved(given), up, false))).toEqual(['k2', 'k1', 'k0']);
  });

  test('a row that comes or goes, and another sort, order them anew', () => {
    const order = new StableRowOrder();
    order.arrange(pane, rows(3, 1, 2), up, true);
    expect(keys(order.arrange(pane, rows(0, 1), up, true))).toEqual(['k0', 'k1']);
    expect(keys(order.arrange(pane, rows(0, 1), down, true))).toEqual(['k1', 'k0']);
    expect(keys(order.arrange(pane, rows(9, 1), down, true))).toEqual(['k1', 'k0']);
  });

  test('no row is lost or doubled, whatever happens', () => {
    const step = fc.record({
      values: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 8 }),
      sort: fc.constantFrom(undefined, up, down),
      held: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
        const order = new StableRowOrder();
        for (const { values, sort, held } of steps) {
          const given = rows(...values);
          expect(keys(order.arrange(pane, given, sort, held)).sort()).toEqual(keys(given).sort());
        }
      }),
    );
  });

  test('two rows that go by the same key are both shown', () => {
    const order = new StableRowOrder();
    const twins: Row[] = [
      { key: 'same', value: 1 },
      { key: 'same', value: 2 },
    ];
    order.arrange(pane, twins, up, true);
    expect(order.arrange(pane, twins, up, true).map(({ value }) => value)).toEqual([1, 2]);
  });
});

test.each([
  ['k1', true, 1],
  ['k1', false, 1],
  [undefined, true, 0],
  [undefined, false, null],
  ['gone', true, 0],
  ['gone', false, null],
])('with %s selected and focus %s the row %s is', (selected, focused, index) => {
  expect(selectedIndex(rows(1, 2), pane.keyOf, selected, focused)).toBe(index);
  expect(selectedIndex([], pane.keyOf, selected, focused)).toBeNull();
});
