import { expect, test } from 'vitest';
import { createTriggerOrder, listTriggerOrders } from './trigger.ts';

const order = {
  amount: '1500000000',
  chain: 'solana',
  inputToken: 'So11111111111111111111111111111111111111112',
  outputToken: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  triggerDirection: 'above',
  triggerMetric: 'price_usd',
  triggerValue: '250.5',
  walletId: 'wal_main',
} as const;
const trailing = { ...order, triggerBehavior: 'trailing', triggerValue: undefined, trailingPercentage: 5 } as const;

test('defaults of the contract are filled in', () => {
  expect(createTriggerOrder.body.parse(order)).toEqual({
    ...order,
    expiryHours: 24,
    slippageBps: 1000,
    triggerBehavior: 'immediate',
  });
});

test.each([
  ['immediate with its value', order],
  ['trailing with its percentage', trailing],
  ['the smallest trailing percentage', { ...trailing, trailingPercentage: 0.01 }],
  ['the largest trailing percentage', { ...trailing, trailingPercentage: 99 }],
  ['an expiry of zero hours', { ...order, expiryHours: 0 }],
  ['market cap, below', { ...order, triggerMetric: 'market_cap_usd', triggerDirection: 'below' }],
  ['an amount beyond the safe integers', { ...order, amount: '340282366920938463463374607431768211456' }],
])('accepted: %s', (_, body) => {
  expect(createTriggerOrder.body.safeParse(body).error).toBeUndefined();
});

test.each([
  ['triggerValue', 'triggerValue is needed when triggerBehavior is immediate', { ...order, triggerValue: undefined }],
  [
    'trailingPercentage',
    'trailingPercentage is needed when triggerBehavior is trailing',
    { ...trailing, trailingPercentage: undefined },
  ],
  ['trailingPercentage', 'must be a number from 0.01 to 99', { ...trailing, trailingPercentage: 0.009 }],
  ['trailingPercentage', 'must be a number from 0.01 to 99', { ...trailing, trailingPercentage: 99.01 }],
  ['trailingPercentage', 'must be a number from 0.01 to 99', { ...trailing, trailingPercentage: '5' }],
  ['expiryHours', 'must be a whole number of 0 or more', { ...order, expiryHours: -1 }],
  ['expiryHours', 'must be a whole number of 0 or more', { ...order, expiryHours: 1.5 }],
  ['slippageBps', 'must be a whole number from 0 to 10000', { ...order, slippageBps: 0.5 }],
  ['chain', 'must be solana, base, bsc or monad', { ...order, chain: 'ethereum' }],
  ['triggerDirection', 'must be above or below', { ...order, triggerDirection: 'over' }],
  ['triggerMetric', 'must be price_usd, market_cap_usd or liquidity_usd', { ...order, triggerMetric: 'volume' }],
  ['triggerBehavior', 'must be immediate or trailing', { ...order, triggerBehavior: 'later' }],
  ['amount', 'must be a positive whole number of base units', { ...order, amount: '1.5' }],
  ['amount', 'must be a positive whole number of base units', { ...order, amount: '0' }],
  ['amount', 'must be a positive whole number of base units', { ...order, amount: '1e9' }],
  ['triggerValue', 'must be a plain decimal number', { ...order, triggerValue: '1e3' }],
  ['walletId', 'walletId is missing', { ...order, walletId: undefined }],
  ['inputToken', 'inputToken must not be empty', { ...order, inputToken: '' }],
  ['', 'unknown field price', { ...order, price: '1' }],
])('refused at %s: %s', (path, message, body) => {
  const issues = createTriggerOrder.body.safeParse(body).error?.issues ?? [];
  expect(issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  expect(issues[0]?.message).toContain(message);
});

test.each([
  [{}, 20],
  [{ limit: '0' }, 0],
  [{ limit: '100' }, 100],
  [{ limit: 7 }, 7],
])('list: %j asks for %d orders', (query, limit) => {
  expect(listTriggerOrders.query.parse(query).limit).toBe(limit);
});

test.each(['101', '-1', '1.5', '', ' ', 'ten', '0x10', '1e2'])('list: a limit of "%s" is refused', (limit) => {
  expect(listTriggerOrders.query.safeParse({ limit }).error?.issues[0]).toMatchObject({
    path: ['limit'],
    message: 'limit must be a whole number from 0 to 100',
  });
});

test('an order of an unknown status, with unknown fields and without the optional ones, is read', () => {
  const { orders, nextCursor } = listTriggerOrders.response.parse({
    orders: [{ orderId: 'o1', amount: '1', inputToken: 'a', outputToken: 'b', status: 'PAUSED', createdAt: 'x', n: 1 }],
  });
  expect(orders).toEqual([
    { orderId: 'o1', amount: '1', inputToken: 'a', outputToken: 'b', status: 'PAUSED', createdAt: 'x' },
  ]);
  expect(nextCursor).toBeUndefined();
});
