import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tablesFile } from './tables-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swapdeck-tables-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const kept = {
  positions: { sort: { column: 'pnl', descending: true }, columns: { order: ['pnl', 'coin'], hidden: ['liq'] } },
  tape: { columns: { order: ['price'], hidden: [] } },
};

test('what is written is read back, and only the owner can read the file', () => {
  const file = tablesFile(join(folder, 'state'));
  expect(file.read()).toEqual({ tables: {} });
  file.write({ tables: kept });
  expect(tablesFile(join(folder, 'state')).read()).toEqual({ tables: kept });
  expect(statSync(join(folder, 'state', 'tables.json')).mode & 0o777).toBe(0o600);
});

test.each([
  '',
  'no json',
  'null',
  '[]',
  '7',
  '{"tables":[]}',
  '{"tables":null}',
  '{"tables":{"positions":7,"tape":{"columns":{"order":"price"}},"orders":{"sort":{"column":1}}}}',
])('%j gives the default tables', (text) => {
  writeFileSync(join(folder, 'tables.json'), text);
  expect(tablesFile(folder).read()).toEqual({ tables: {} });
});

test('one invalid table does not affect the others', () => {
  writeFileSync(
    join(folder, 'tables.json'),
    JSON.stringify({ version: 9, tables: { ...kept, orders: { sort: 'status' }, later: { width: 3 } } }),
  );
  expect(tablesFile(folder).read()).toEqual({ tables: { ...kept, later: {} } });
});
