import { expect, test } from 'vitest';
import { fakeReads, hostileTexts, isCellSafe, wire } from '../desk-data.fixture.ts';
import { positionRows } from './position-rows.ts';

const withPositions = (positions: readonly unknown[]) => {
  const reads = fakeReads();
  reads.answer('positions', { ...wire.positions, positions }, 1);
  return reads;
};

test('a position has the mark, decimals and leverage of its market', () => {
  const reads = withPositions(wire.positions.positions);
  reads.answer('markets', wire.markets, 1);
  const [btc, eth] = positionRows(reads.data);
  expect(btc).toMatchObject({ key: 'BTC', coin: 'BTC', problem: null, szDecimals: 4, maxLeverage: 40 });
  expect(btc?.position?.markPx?.toFixed()).toBe('97031.5');
  expect(eth?.position?.side).toBe('short');
});

test('without its market, a position shows its size with the decimals sent', () => {
  const [row] = positionRows(withPositions([{ coin: 'BTC', szi: '0.015' }]).data);
  expect(row).toMatchObject({ szDecimals: 3, maxLeverage: null });
});

test('an unreadable item and one with an impossible size keep their places', () => {
  const rows = positionRows(
    withPositions([{ coin: 7 }, wire.positions.positions[0], { coin: 'DOGE', szi: 'lots' }]).data,
  );
  expect(rows.map(({ key, position }) => [key, position === null])).toEqual([
    ['unreadable-0', true],
    ['BTC', false],
    ['unreadable-2', true],
  ]);
  expect(rows[0]?.problem).toMatch(/coin/);
  expect(rows[2]?.problem).toMatch(/size/);
});

test('rows are rebuilt only when one of the two reads has changed', () => {
  const reads = withPositions(wire.positions.positions);
  const before = positionRows(reads.data);
  reads.answer('balances', wire.balances, 2);
  expect(positionRows(reads.data)).toBe(before);
  reads.answer('markets', wire.markets, 2);
  expect(positionRows(reads.data)).not.toBe(before);
});

test('there are no rows before the first read', () => {
  expect(positionRows(fakeReads().data)).toEqual([]);
});

test.each(hostileTexts)('a coin called %j is shown cleaned, but closed by its original name', (coin) => {
  const [row] = positionRows(withPositions([{ coin, szi: '1' }]).data);
  expect(row?.key).toBe(coin);
  expect(isCellSafe(row?.coin ?? '\n')).toBe(true);
  expect(row?.position?.coin).toBe(row?.coin);
});
