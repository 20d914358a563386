import Big from 'big.js';
import { expect, test } from 'vitest';
import type { PlacePerpOrder } from '../../../actions/orders/place-perp-order.ts';
import { noRiskLimits } from '../../../domain/market/risk-limits.ts';
import { fakeDesk, readAtMs, readRows } from '../../desk/fake-desk.fixture.ts';
import { heatRows } from './heat-rows.ts';

const order = (over: Partial<PlacePerpOrder> = {}): PlacePerpOrder => ({
  walletId: 'w-main',
  coin: 'ETH',
  isBuy: false,
  sz: '1',
  orderType: 'limit',
  limitPx: '3500',
  reduceOnly: false,
  tp: null,
  sl: '3600',
  grouping: 'normalTpsl',
  cloid: `0x${'a'.repeat(32)}`,
  slippageBps: null,
  usd: new Big(3_500),
  ...over,
});

function rows(draft: PlacePerpOrder, maxHeatPct: string | null, orders?: unknown): string[] {
  const fake = fakeDesk({ caps: { risk: { ...noRiskLimits, maxHeatPct } } });
  fake.fill();
  if (orders) fake.answer('perpOrders', orders, readAtMs);
  return readRows(heatRows(fake.desk, draft));
}

test('the heat with the order filled stands beside the present one and the limit', () => {
  expect(rows(order(), '10')).toEqual(['heat after: 3,512.71 USD, 8.5 %   now 3,412.71, limit 10 % of the equity']);
});

test('a heat that is unknown is said', () => {
  expect(rows(order(), '10', [{ coin: 'ETH' }])).toEqual(['heat after: unknown']);
});

test('there is no row without a limit, and none for an order that only reduces', () => {
  expect(rows(order(), null)).toEqual([]);
  expect(rows(order({ reduceOnly: true }), '10')).toEqual([]);
});
