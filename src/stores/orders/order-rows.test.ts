import { expect, test } from 'vitest';
import { fakeReads, hostileTexts, isCellSafe, jup, sol, usdc, wire } from '../desk-data.fixture.ts';
import { orderRows } from './order-rows.ts';

const [buy, sale] = wire.orders.orders;

const withOrders = (...orders: readonly unknown[]) => {
  const reads = fakeReads();
  reads.answer('orders', { orders, nextCursor: null }, 1);
  return reads;
};

const jupInfo = { tokenId: `solana:${jup}`, symbol: 'JUP', name: 'Jupiter', decimals: 6 };

test('an open order has its sentence, current level and distance', () => {
  const reads = withOrders(buy);
  reads.token(jupInfo);
  reads.levels(`solana:${jup}`, { priceUsd: '2', marketCapUsd: '9', liquidityUsd: '8' });
  const [row] = orderRows(reads.data);
  expect(row?.sentence).toMatchObject({ verb: 'BUY', amountText: '0.5 SOL', symbol: 'JUP', tokenAddress: jup });
  expect(row).toMatchObject({ key: 'ord-1', status: 'active', isOpen: true, problem: null });
  expect(row?.now?.toFixed()).toBe('2');
  expect(row?.distancePct?.toFixed()).toBe('-20');
  expect(row?.expiresAtMs).toBe(Date.UTC(2026, 0, 1, 22));
});

test('the level is the metric’s; an unknown metric has none', () => {
  const trigger = { direction: 'above', value: '10' };
  const reads = withOrders(
    { ...buy, trigger: { ...trigger, metric: 'market_cap_usd' } },
    { ...buy, trigger: { ...trigger, metric: 'liquidity_usd' } },
    { ...buy, trigger: { ...trigger, metric: 'holders' } },
    { ...buy, trigger: { ...trigger, metric: 'constructor' } },
    { ...buy, trigger: null },
  );
  reads.levels(`solana:${jup}`, { priceUsd: '1', marketCapUsd: '2', liquidityUsd: '4' });
  expect(orderRows(reads.data).map(({ now }) => now?.toFixed() ?? null)).toEqual(['2', '4', null, null, null]);
  expect(orderRows(reads.data).map(({ distancePct }) => distancePct?.toFixed() ?? null)).toEqual([
    '400',
    '150',
    null,
    null,
    null,
  ]);
});

test('an order that has ended has no level', () => {
  const reads = withOrders(sale);
  reads.levels(`solana:${jup}`, { priceUsd: '1', marketCapUsd: '2', liquidityUsd: '4' });
  expect(orderRows(reads.data)[0]).toMatchObject({ status: 'cancelled', isOpen: false, now: null, distancePct: null });
});

test('selling part of the only holding is shown in per cent', () => {
  const reads = withOrders({ ...sale, status: 'active' });
  reads.token(jupInfo);
  reads.answer('holdings', wire.holdings, 1);
  expect(orderRows(reads.data)[0]?.sentence).toMatchObject({ verb: 'SELL', amountText: '40 %', symbol: 'JUP' });
  const [held] = wire.holdings.positions;
  reads.answer('holdings', { positions: [held, { ...held, walletAddress: sol }] }, 2);
  expect(orderRows(reads.data)[0]?.sentence?.amountText).toBe('40');
});

test('a token without a symbol is named by its address', () => {
  const reads = withOrders(buy);
  reads.token({ ...jupInfo, symbol: '' });
  expect(orderRows(reads.data)[0]?.sentence?.symbol).toBe('JUPy…DvCN');
});

test('an order without its chain, its trigger or its times is still shown', () => {
  const reads = withOrders({ ...buy, chain: null, trigger: null, createdAt: 'soon', updatedAt: null, expiresAt: null });
  expect(orderRows(reads.data)[0]).toMatchObject({
    isOpen: true,
    chain: null,
    now: null,
    createdAtMs: null,
    updatedAtMs: null,
    expiresAtMs: null,
  });
});

test('an unreadable order keeps its place and counts as closed', () => {
  const rows = orderRows(withOrders({ orderId: 5 }, buy).data);
  expect(rows.map(({ key, isOpen }) => [key, isOpen])).toEqual([
    ['unreadable-0', false],
    ['ord-1', true],
  ]);
  expect(rows[0]?.problem).toMatch(/orderId/);
});

test.each(hostileTexts)('%j in any field of an order does not get into its sentence', (text) => {
  for (const over of [
    { inputToken: text },
    { outputToken: text },
    { inputToken: usdc, outputToken: text },
    { status: text },
    { amount: text },
    { trigger: { metric: text, direction: text, value: text } },
  ]) {
    const [row] = orderRows(withOrders({ ...buy, ...over }).data);
    const { verb, amountText, symbol, conditionText } = row?.sentence ?? {};
    for (const shown of [verb, amountText, symbol, conditionText, row?.status])
      expect(isCellSafe(shown ?? '\n'), `${JSON.stringify(over)} gave ${JSON.stringify(shown)}`).toBe(true);
  }
});
