import { expect, test } from 'vitest';
import { hostileTexts, isCellSafe } from '../../../stores/desk-data.fixture.ts';
import { fakeDesk, texts } from '../../desk/fake-desk.fixture.ts';
import { paneLines } from '../pane-lines.ts';
import { visibleRows } from '../pane-rows.ts';
import { tablePane } from '../panes.ts';

function shown(
  width: number,
  height: number,
  prepare: (fake: ReturnType<typeof fakeDesk>) => void = () => {},
): string[] {
  const fake = fakeDesk();
  fake.fill();
  fake.desk.ui.setState({ focus: 'perpOrders' });
  prepare(fake);
  return texts(paneLines(fake.desk, 'perpOrders', { x: 0, y: 0, width, height }));
}

test('the open orders with their distance', () => {
  const lines = shown(100, 16);
  expect(lines[0]).toMatch(/8 Perp orders .* 2 open/);
  expect(lines.find((line) => line.includes('95,000'))).toMatch(
    /▸ BTC +BUY +limit +95,000 +0\.0100 +950\.00 +97,032 +−2\.09 % +1 h/,
  );
  expect(lines.find((line) => line.includes('3,700'))).toMatch(/ETH +BUY +stop +3,700\.0 /);
});

test('an exit that the venue lists with size 0 is for the whole position', () => {
  const order = { coin: 'ETH', side: 'sell', limitPx: '3300', sz: '0.0', oid: 73, orderType: 'Stop Market' };
  const lines = shown(120, 16, ({ answer, desk }) => answer('perpOrders', [order], desk.now()));
  expect(lines.join('\n')).toMatch(/ETH +SELL +stop, whole position +3,300\.0 +all /);
});

test.each([
  [{ side: 'buy', sz: '0.0' }, 'whole position, short 4.2000 ETH'],
  [{ side: 'buy', sz: '0.5' }, '0.5000 of short 4.2000 ETH'],
  [{ side: 'sell', sz: '0.5' }, 'nothing: no position that it would reduce'],
])('the details of an exit %o say what it protects', (over, protects) => {
  const fake = fakeDesk();
  fake.fill();
  fake.answer('perpOrders', [{ coin: 'ETH', limitPx: '3700', oid: 73, orderType: 'stopMarket', ...over }], 1);
  const [row] = visibleRows(fake.desk, 'perpOrders').rows;
  const details = tablePane('perpOrders').details(row, fake.desk);
  expect(details).toContainEqual({ label: 'protects', value: protects });
});

test.each([
  [38, 5],
  [60, 14],
  [80, 22],
  [120, 38],
  [200, 58],
])('every line fills %i×%i', (width, height) => {
  const lines = shown(width, height);
  expect(lines).toHaveLength(height);
  for (const line of lines) expect([...line]).toHaveLength(width);
  expect(lines.join('\n')).toContain('95,000');
});

test('an empty pane says the next key; one that waits or failed says so', () => {
  const empty = shown(100, 16, ({ answer, desk }) => answer('perpOrders', [], desk.now())).join('\n');
  expect(empty).toContain('No open perp orders. n places one');
  const failed = shown(100, 16, ({ cache, fail, desk }) => {
    cache.clear();
    fail('perpOrders', new Error('no such road'), desk.now());
  }).join('\n');
  expect(failed).toContain('✕ no such road');
});

test('an unreadable order keeps its row', () => {
  const order = { coin: 'BTC', side: 'sell', limitPx: '99000', sz: '0.01', oid: 7, orderType: 'limit' };
  const lines = shown(100, 16, ({ answer, desk }) => answer('perpOrders', [{ coin: 'BTC' }, order], desk.now()));
  expect(lines[0]).toContain('2 open');
  expect(lines[2]).toContain('unreadable: ');
  expect(lines[3]).toContain('99,000');
});

test('remote text cannot break the screen', () => {
  for (const hostile of hostileTexts) {
    const lines = shown(100, 16, ({ answer, desk }) => {
      const order = { coin: hostile, side: hostile, limitPx: hostile, sz: '1', oid: 1, orderType: hostile };
      answer('perpOrders', [{ ...order, cloid: hostile }], desk.now());
    });
    for (const line of lines) expect(isCellSafe(line), JSON.stringify(line)).toBe(true);
  }
});
