import { expect, test } from 'vitest';
import { createTriggerOrder, getTriggerOrder, listTriggerOrders } from '../../protocol/endpoints/trigger.ts';
import { spotFixture, startMs } from '../exchange/spot/spot.fixture.ts';
import { triggerRoutes } from './trigger.ts';

const hourMs = 3_600_000;

function lab() {
  const { spot, token } = spotFixture();
  const routes = triggerRoutes(spot);
  const context = { key: { keyId: 'k', scopes: [] }, userId: 'usr_1', nowMs: startMs, requestId: 'req_1' };
  const call = (endpoint: object, input: object) =>
    routes.find((route) => route.endpoint === endpoint)!.handle(input, context) as Record<string, unknown>;
  const pair = { inputToken: token('base', 'ETH').address, outputToken: token('base', 'AERO').address };
  const create = (expiryHours: number) =>
    call(createTriggerOrder, {
      body: {
        chain: 'base',
        walletId: 'wal_base',
        ...pair,
        amount: '10000',
        slippageBps: 100,
        expiryHours,
        triggerMetric: 'price_usd',
        triggerDirection: 'below',
        triggerBehavior: 'immediate',
        triggerValue: '0.01',
      },
    });
  return { call, create, passTo: (ms: number) => spot.advance(startMs + ms, 0) };
}

test('created, fetched and listed orders tell when they expire, and then they do', () => {
  const { call, create, passTo } = lab();
  const { orderId, expiresAt } = create(1);
  expect(expiresAt).toBe(new Date(startMs + hourMs).toISOString());
  const params = { orderId };
  expect(call(getTriggerOrder, { params })).toMatchObject({ expiresAt, status: 'active' });
  expect(call(listTriggerOrders, { query: { limit: 1 } })).toMatchObject({ orders: [{ orderId, expiresAt }] });
  passTo(hourMs - 1);
  expect(call(getTriggerOrder, { params })).toMatchObject({ status: 'active' });
  passTo(hourMs);
  expect(call(getTriggerOrder, { params })).toMatchObject({ expiresAt, status: 'expired' });
});

test('an order without expiry says null', () => {
  const { create } = lab();
  expect(create(0)).toMatchObject({ expiresAt: null });
});
