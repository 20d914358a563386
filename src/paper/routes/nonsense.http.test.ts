import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../platform/time/clock.ts';
import { type PaperService, startPaperService } from '../service/service.ts';

let service: PaperService;
beforeAll(async () => {
  service = await startPaperService({ seed: 1, speed: 1, stateDir: null, clock: systemClock });
});
afterAll(() => service.close());

interface Refusal {
  readonly error: { readonly code: string; readonly message: string; readonly details?: { readonly fields?: unknown } };
  readonly requestId: string;
}

async function call(method: string, path: string, body?: object): Promise<{ status: number; answer: Refusal }> {
  const response = await fetch(`${service.baseUrl}/api/v2/${path}`, {
    method,
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as Refusal };
}

const order = {
  chain: 'solana',
  walletId: 'wal_main',
  inputToken: 'So11111111111111111111111111111111111111112',
  outputToken: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
  amount: '100000000',
  triggerMetric: 'price_usd',
  triggerDirection: 'below',
  triggerValue: '0.2',
};
const trailing = { ...order, triggerBehavior: 'trailing', triggerValue: null, trailingPercentage: 10 };

/** A mean order passes, so that each of the others is refused for the one thing that is wrong with it. */
test.each([order, trailing])('an order that makes sense is taken', async (body) => {
  expect(await call('POST', 'trigger/order', body)).toMatchObject({ status: 200 });
});

test.each<[field: string, words: string, method: string, path: string, body?: object]>([
  ['expiryHours', 'from 0, which is never, to 87600', 'POST', 'trigger/order', { ...order, expiryHours: 1e15 }],
  ['expiryHours', 'whole number', 'POST', 'trigger/order', { ...order, expiryHours: -1 }],
  ['expiryHours', 'whole number', 'POST', 'trigger/order', { ...order, expiryHours: 1.5 }],
  [
    'trailingPercentage',
    'only for triggerBehavior trailing',
    'POST',
    'trigger/order',
    { ...order, trailingPercentage: 10 },
  ],
  ['triggerValue', 'only for triggerBehavior immediate', 'POST', 'trigger/order', { ...trailing, triggerValue: '0.2' }],
  ['trailingPercentage', 'from 0.01 to 99', 'POST', 'trigger/order', { ...trailing, trailingPercentage: 100 }],
  ['triggerValue', 'above 0', 'POST', 'trigger/order', { ...order, triggerValue: '0' }],
  ['triggerValue', 'above 0', 'POST', 'trigger/order', { ...order, triggerValue: '-1' }],
  ['amount', 'amount', 'POST', 'trigger/order', { ...order, amount: '0' }],
  ['amount', 'amount', 'POST', 'trigger/order', { ...order, amount: '1.5' }],
  ['amount', 'amount', 'POST', 'trigger/order', { ...order, amount: `1${'0'.repeat(90)}` }],
  ['slippageBps', 'from 0 to 10000', 'POST', 'trigger/order', { ...order, slippageBps: 10_001 }],
  ['status', 'open, closed or all', 'GET', 'portfolio/positions?status=maybe'],
  ['chain', 'solana, base, bsc or monad', 'GET', 'tokens/search?q=sol&chain=moon'],
  ['platform', 'all, discord, telegram, x or trade', 'GET', 'alpha/global-calls?platform=pigeon'],
  ['end_time', 'not be before start_time', 'GET', 'perp/fills?start_time=2000&end_time=1000'],
  ['end_time', 'not be before start_time', 'GET', 'perp/funding?start_time=2000&end_time=1000'],
  ['limit', 'from 0 to 100', 'GET', 'trigger/orders?limit=101'],
  ['resolution', 'resolution must be', 'GET', `tokens/solana:${order.outputToken}/price/chart?resolution=3m`],
  [
    'sz',
    'either sz or sizeUsd',
    'POST',
    'perp/order',
    { walletId: 'wal_perp', coin: 'BTC', isBuy: true, sz: '1', sizeUsd: '9' },
  ],
])('%s: “%s” answers %s %s %j', async (field, words, method, path, body) => {
  const { status, answer } = await call(method, path, body);
  expect([status, answer.error]).toEqual([
    400,
    expect.objectContaining({
      code: 'INVALID_PARAMS',
      message: expect.stringContaining(words),
      details: {
        fields: expect.arrayContaining([expect.objectContaining({ field, message: expect.stringContaining(words) })]),
      },
    }),
  ]);
});
