import { expect, test } from 'vitest';
import { hostileTexts, isCellSafe } from '../../../stores/desk-data.fixture.ts';
import { fakeDesk, texts } from '../../fake-desk.fixture.ts';
import { paneLines } from '../pane-lines.ts';

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

test('the open orders with their distance, and the fills below them', () => {
  const lines = shown(100, 16);
  expect(lines[0]).toMatch(/8 Perp orders .* 2 open/);
  expect(lines.find((line) => line.includes('95,000'))).toMatch(
    /▸ BTC +BUY +limit +95,000 +0\.0100 +950\.00 +97,032 +−2\.09 % +– +1 h/,
  );
  expect(lines.find((line) => line.includes('3,700'))).toMatch(/ETH +BUY +stop +3,700\.0 .* exit/);
  expect(lines.find((line) => line.includes('Trades of the last day'))).toMatch(/ 1 /);
  expect(lines.find((line) => line.includes('96,412'))).toMatch(
    /12:00:00 +BTC +BUY +96,412 +0\.1500 +14\.46K +6\.51 +0\.00/,
  );
});

test.each([
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
  const empty = shown(100, 16, ({ answer, desk }) => {
    answer('perpOrders', [], desk.now());
    answer('fills', [], desk.now());
  }).join('\n');
  expect(empty).toContain('No open perp orders. Press n to place one');
  expect(empty).toContain('None yet. What fills is listed here.');
  const failed = shown(100, 16, ({ cache, fail, desk }) => {
    cache.clear();
    fail('perpOrders', new Error('no such road'), desk.now());
  }).join('\n');
  expect(failed).toContain('✕ no such road');
});

test('many orders leave room for fills; an unreadable one keeps its row', () => {
  const order = (oid: number) => ({ coin: 'BTC', side: 'sell', limitPx: '99000', sz: '0.01', oid, orderType: 'limit' });
  const lines = shown(100, 16, ({ answer, desk }) =>
    answer('perpOrders', [{ coin: 'BTC' }, ...Array.from({ length: 30 }, (_, oid) => order(oid))], desk.now()),
  );
  expect(lines.join('\n')).toContain('unreadable: ');
  expect(lines.join('\n')).toContain('Trades of the last day');
});

test('remote text cannot break the screen', () => {
  for (const hostile of hostileTexts) {
    const lines = shown(100, 16, ({ answer, desk }) => {
      answer(
        'perpOrders',
        [{ coin: hostile, side: hostile, limitPx: hostile, sz: '1', oid: 1, orderType: hostile, cloid: hostile }],
        desk.now(),
      );
      answer('fills', [{ coin: hostile, side: hostile, px: hostile, sz: hostile, fee: hostile, time: 1 }], desk.now());
    });
    for (const line of lines) expect(isCellSafe(line), JSON.stringify(line)).toBe(true);
  }
});
