import { expect, test } from 'vitest';
import { displayWidth } from '../../domain/text/text-width.ts';
import { besideList, dataText } from './print-data.ts';

const pipe = { isTTY: false } as NodeJS.WriteStream;
const terminal = (columns: number) => ({ isTTY: true, columns }) as NodeJS.WriteStream;

const orders = [
  { orderId: 'ord_1', amount: '1500', note: 'A long note that says a lot about it', trigger: { value: '2' } },
  { orderId: 'ord_2', amount: '7', isOpen: false },
];
const listed = { id: 'trigger.list', data: { orders, nextCursor: 'abc' }, whole: { data: 'all', requestId: 'req_1' } };

test('json is everything that came', () => {
  expect(JSON.parse(dataText(listed, 'json', pipe))).toEqual(listed.whole);
});

test('ndjson has an item of the list a line, and what is beside it is told apart', () => {
  const lines = dataText(listed, 'ndjson', pipe).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(orders);
  expect(besideList(listed, { requestId: 'req_1' })).toBe('nextCursor=abc requestId=req_1');
});

test('a table has a column for each field: numbers to the right, objects as JSON', () => {
  expect(dataText(listed, 'table', pipe).split('\n')).toEqual([
    'orderId  amount  note                                  trigger        isOpen',
    'ord_1      1500  A long note that says a lot about it  {"value":"2"}',
    'ord_2         7                                                       false',
    '',
  ]);
});

test('on a terminal the table fits: long cells shrink, then the last columns go', () => {
  for (let columns = 10; columns < 90; columns++)
    for (const line of dataText(listed, 'table', terminal(columns)).split('\n'))
      expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  const [head, first] = dataText(listed, 'table', terminal(40)).split('\n');
  expect(head).toMatch(/^orderId +amount +note/);
  expect(first).toContain('…');
});

test('of two lists the one that the operation is named after is shown', () => {
  const data = { spotBalances: [{ coin: 'USDC' }], positions: [{ coin: 'BTC' }], accountValue: '5' };
  const answer = { id: 'perp.positions', data, whole: data };
  expect(dataText(answer, 'ndjson', pipe)).toBe('{"coin":"BTC"}\n');
  expect(besideList(answer, {})).toBe('spotBalances=[{"coin":"USDC"}] accountValue=5');
  expect(dataText({ ...answer, id: 'perp.account' }, 'ndjson', pipe)).toBe(`${JSON.stringify(data)}\n`);
});

test('data without a list is a table of its fields', () => {
  const data = { keyId: 'k1', scopes: ['a', 'b'], limits: { buys: true, none: {} } };
  expect(dataText({ id: 'account.usage', data, whole: data }, 'table', pipe).split('\n')).toEqual([
    'FIELD        VALUE',
    'keyId        k1',
    'scopes       ["a","b"]',
    'limits.buys  true',
    'limits.none  {}',
    '',
  ]);
});

test.each([[[]], [{ orders: [] }]])('an empty list prints nothing: %j', (data) => {
  for (const format of ['table', 'ndjson'] as const)
    expect(dataText({ id: 'x', data, whole: data }, format, pipe)).toBe('');
});

test('hostile names and values cannot control the terminal', () => {
  const data = [{ '\u001b[2Jname': 'a\u009b31m\u202eb\nc' }];
  for (const format of ['table', 'ndjson', 'json'] as const)
    expect(dataText({ id: 'x', data, whole: data }, format, pipe)).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  expect(dataText({ id: 'x', data, whole: data }, 'table', pipe).split('\n')).toHaveLength(3);
});
