import { expect, test } from 'vitest';
import { type FakeDesk, fakeDesk } from '../../desk/fake-desk.fixture.ts';
import { paneLines } from '../pane-lines.ts';
import { visibleRows } from '../pane-rows.ts';
import { positionsPane } from './positions-pane.ts';

/** ETH is short 4.2 with the mark at 3,498.1. */
const order = (oid: number, limitPx: string, over: object = {}) => ({
  coin: 'ETH',
  side: 'buy',
  limitPx,
  sz: '0.0',
  oid,
  orderType: 'stopMarket',
  ...over,
});

function withOrders(...orders: readonly object[]): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  fake.answer('perpOrders', orders, fake.clock.nowMs);
  return fake;
}

/** The cells of a column in the row of ETH, as text and tone. */
function cell({ desk }: FakeDesk, id: 'stop' | 'target') {
  const row = visibleRows(desk, 'positions').rows.find((one) => 'key' in one && one.key === 'ETH');
  const column = positionsPane.columns.find((one) => one.id === id);
  const { text, tone } = column?.cell(row as never) ?? { text: '', tone: '' };
  return [text, tone];
}

const details = ({ desk }: FakeDesk): string[] => {
  const row = visibleRows(desk, 'positions').rows.find((one) => 'key' in one && one.key === 'ETH');
  const list = positionsPane.details(row as never, desk);
  return list.filter(({ label }) => /^(stop|take profit)$/.test(label)).map(({ label, value }) => `${label}: ${value}`);
};

test.each<[string, readonly object[], readonly [string, string], readonly string[]]>([
  ['none', [], ['no stop', 'warn'], ['stop: no stop', 'take profit: no take profit']],
  [
    'one for the whole position',
    [order(1, '3700')],
    ['3,700.0', 'muted'],
    ['stop: 3,700, whole position', 'take profit: no take profit'],
  ],
  [
    'several: that for the whole position, then the nearest',
    [order(1, '3600', { sz: '1' }), order(2, '3900'), order(3, '3550', { sz: '1' })],
    ['3,900.0 +2', 'muted'],
    [
      'stop: 3,900, whole position',
      'stop: 3,550, 1.0000 of 4.2000 ETH',
      'stop: 3,600, 1.0000 of 4.2000 ETH',
      'take profit: no take profit',
    ],
  ],
  [
    'one for a part',
    [order(1, '3700', { sz: '1.2' })],
    ['3,700.0', 'warn'],
    ['stop: 3,700, 1.2000 of 4.2000 ETH', 'take profit: no take profit'],
  ],
  [
    'one of the other side, which closes nothing',
    [order(1, '3300', { side: 'sell' })],
    ['no stop', 'warn'],
    ['stop: no stop', 'take profit: no take profit'],
  ],
])('a stop: %s', (_name, orders, stop, all) => {
  const fake = withOrders(...orders);
  expect(cell(fake, 'stop')).toEqual(stop);
  expect(details(fake)).toEqual(all);
});

test('a target stands beside it, and none is a dash', () => {
  expect(cell(withOrders(order(1, '3100', { orderType: 'takeProfitMarket' })), 'target')).toEqual(['3,100.0', 'muted']);
  expect(cell(withOrders(), 'target')).toEqual(['–', 'muted']);
});

test('while the open orders are not read, or the last read failed, no stop is not claimed', () => {
  const fake = withOrders();
  fake.cache.removeQueries({ queryKey: ['desk', 'perpOrders'] });
  expect(cell(fake, 'stop')).toEqual(['…', 'muted']);
  expect(details(fake)).toEqual(['stop: not read yet', 'take profit: not read yet']);
  fake.answer('perpOrders', [], fake.clock.nowMs);
  fake.fail('perpOrders', new Error('down'), fake.clock.nowMs);
  expect(cell(fake, 'stop')).toEqual(['unknown', 'muted']);
  expect(details(fake)).toEqual(['stop: unknown', 'take profit: unknown']);
});

test('no stop is seen in a narrow pane', () => {
  const { desk } = withOrders();
  const lines = paneLines(desk, 'positions', { x: 0, y: 0, width: 38, height: 8 });
  const warning = lines.flat().find(({ text }) => text.includes('no stop'));
  expect(warning?.tone).toBe('warn');
});

test('it sorts and exports by the price', () => {
  const fake = withOrders(order(1, '3700'));
  const row = visibleRows(fake.desk, 'positions').rows.find((one) => 'key' in one && one.key === 'ETH') as never;
  expect(positionsPane.sortValue(row, 'stop')?.toString()).toBe('3700');
  expect(positionsPane.fields?.(row, fake.desk)).toContainEqual({ name: 'stop_price', value: '3700' });
  expect(positionsPane.fields?.(row, fake.desk)).toContainEqual({ name: 'take_profit_price', value: null });
});
