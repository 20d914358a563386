import { expect, test } from 'vitest';
import { changedTables, startLooks } from './saved-tables.ts';

const sort = { orders: { column: 'status', descending: false } };
const columns = { orders: { order: ['status'], hidden: ['now'] }, tape: { order: [], hidden: ['maker'] } };

test('what is written down is what is found again', () => {
  const tables = changedTables({ sort, columns }, { sort: {}, columns: {} });
  expect(Object.keys(tables ?? {})).toEqual(['orders', 'tape']);
  expect(startLooks(JSON.parse(JSON.stringify(tables)))).toEqual({ sort, columns });
});

test('nothing is written when neither columns nor sorting have changed', () => {
  expect(changedTables({ sort, columns }, { sort, columns })).toBeNull();
  expect(changedTables({ sort: {}, columns: {} }, { sort, columns })).toEqual({});
});

test('a pane that this version does not have is passed over', () => {
  expect(startLooks({ later: { sort: { column: 'x', descending: true } } })).toEqual({ sort: {}, columns: {} });
});
