import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { paperUserId } from '../account/wallets.ts';
import type { KeyUse } from '../limits/constraints.ts';
import { Bus, type StreamMessage } from '../world/bus.ts';
import { World } from '../world/world.ts';

/* Whatever changes the portfolio or an automation is told on the user's streams, by a call or by the market itself. */

const sol = 'So11111111111111111111111111111111111111112';
const jup = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const startMs = Date.UTC(2026, 0, 1);

let world: World;
let messages: StreamMessage[];
let nowMs: number;
beforeEach(() => {
  const bus = new Bus();
  messages = [];
  bus.subscribe((message) => messages.push(message));
  nowMs = startMs;
  world = new World({ clock: new FakeClock(startMs), random: seededRandom(4), bus, startMs, userId: paperUserId });
});

async function call<T>(id: string, input: object): Promise<T> {
  const use = {} as KeyUse;
  const route = world
    .routes((keyId) => ({ keyId, scopes: [], constraints: null, usage: use }))
    .find(({ endpoint }) => endpoint.id === id)!;
  const context = { key: { keyId: 'k', scopes: [] }, userId: paperUserId, nowMs, requestId: 'req_1' };
  return (await route.handle(input, context)) as T;
}

function pass(ms: number) {
  for (let left = ms; left > 0; left -= 50) {
    nowMs += 50;
    world.advance(nowMs, 50);
  }
}

/** Type and task of what the user was told since the last look, by stream. */
function told(stream: 'portfolio.notifications' | 'automation.updates') {
  const mine = messages.filter((message) => message.stream === stream);
  expect(mine.every(({ userId }) => userId === paperUserId)).toBe(true);
  return mine.map(({ data }) => (data as { type: string }).type);
}

const swap = {
  chain: 'solana',
  inputMint: sol,
  outputMint: jup,
  amount: '50000000',
  walletId: 'wal_main',
  slippageBps: 500,
};
const order = {
  chain: 'solana',
  inputToken: sol,
  outputToken: jup,
  amount: '10000000',
  walletId: 'wal_main',
  triggerMetric: 'price_usd',
  triggerDirection: 'below',
  triggerBehavior: 'immediate',
  triggerValue: '0.0001',
  slippageBps: 500,
  expiryHours: 1,
};
const target = { walletId: 'wal_perp', coin: 'BTC' };

describe('spot', () => {
  it('a swap is told when it is taken and when it settles, with its task', async () => {
    const { taskId } = await call<{ taskId: string }>('swap.execute', { body: swap });
    expect(told('portfolio.notifications')).toEqual(['swap']);
    expect(messages.at(-1)?.data).toMatchObject({ taskId, userId: paperUserId });
    messages = [];
    pass(10_000);
    expect(told('portfolio.notifications')).toContain('swap');
    expect(told('automation.updates')).not.toContain('swap');
  });

  it('a nonce account is told when it stands', async () => {
    await call('account.enableMultisend', { params: { walletId: 'wal_sniper' } });
    pass(10_000);
    expect(told('portfolio.notifications')).toContain('svmNonce');
  });

  it('an order is told on both streams when it is made, when it is cancelled, and when it expires', async () => {
    await call('account.enableMultisend', { params: { walletId: 'wal_main' } });
    pass(10_000);
    messages = [];
    const { orderId } = await call<{ orderId: string }>('trigger.create', { body: order });
    expect([told('automation.updates'), told('portfolio.notifications')]).toEqual([['automation'], ['automation']]);
    await call('trigger.cancel', { params: { orderId } });
    expect(told('automation.updates')).toHaveLength(2);
    await call('trigger.create', { body: order });
    messages = [];
    nowMs += 3_600_000;
    pass(50);
    expect(told('automation.updates')).toContain('automation');
  });

  it('an order that fires is told when it fires and when its swap settles', async () => {
    await call('account.enableMultisend', { params: { walletId: 'wal_main' } });
    pass(10_000);
    await call('trigger.create', { body: { ...order, triggerDirection: 'above' } });
    messages = [];
    pass(10_000);
    expect(told('automation.updates')).toEqual(expect.arrayContaining(['automation', 'swap']));
    expect(told('portfolio.notifications')).toEqual(expect.arrayContaining(['automation', 'swap']));
  });
});

describe('perps', () => {
  it.each<[string, string, object]>([
    ['an order that rests', 'perp.placeOrder', { ...target, isBuy: true, sz: '0.01', limitPx: '50000' }],
    ['an order at the market', 'perp.placeOrder', { ...target, isBuy: true, sz: '0.001' }],
    ['leverage', 'perp.setLeverage', { ...target, coin: 'AVAX', leverage: 3 }],
  ])('%s is told', async (_what, id, body) => {
    const answer = await call(id, { body });
    expect(JSON.stringify(answer)).not.toContain('error');
    expect(told('portfolio.notifications')).toEqual(['perpsOrder']);
  });

  it('a change, a cancel and a close are told; a refusal is not', async () => {
    const placed = { ...target, isBuy: true, sz: '0.01', limitPx: '50000' };
    const { results } = await call<{ results: { oid: number }[] }>('perp.placeOrder', { body: placed });
    const { oid } = results[0]!;
    await call('perp.modifyOrder', { body: { ...placed, oid, limitPx: '50001' } });
    await call('perp.cancelOrder', { body: { ...target, oid } });
    expect(told('portfolio.notifications')).toHaveLength(3);
    const { positions } = await call<{ positions: { coin: string }[] }>('perp.positions', { query: {} });
    await call('perp.closePosition', { body: { ...target, coin: positions[0]!.coin, percentage: 100 } });
    expect(told('portfolio.notifications')).toHaveLength(4);
    await call('perp.cancelOrder', { body: { ...target, oid } });
    expect(told('portfolio.notifications')).toHaveLength(4);
  });
});

it('every event of the market is of a stream of the catalog, with that stream’s filters and data', () => {
  pass(60_000);
  expect(messages.length).toBeGreaterThan(500);
  for (const { stream: id, filter, data, userId } of messages) {
    const stream = allStreams.find((candidate) => candidate.id === id);
    expect(stream, id).toBeDefined();
    expect(Object.keys(filter).sort()).toEqual(stream!.filters.map(({ name }) => name).sort());
    expect(userId !== undefined).toBe(stream!.visibility === 'presence');
    const read = stream!.payload.safeParse(structuredClone(data));
    expect(read.success, `${id}: ${JSON.stringify(data)}`).toBe(true);
  }
});
