import { expect, test } from 'vitest';
import type { Peer } from '../peer.ts';
import {
  baseAero,
  baseEth,
  baseUnits,
  decimal,
  expectEach,
  isoTime,
  jup,
  orNull,
  sol,
  text,
  until,
} from '../shapes.ts';

const buyAero = {
  chain: 'base',
  walletId: 'wal_base',
  inputToken: baseEth,
  outputToken: baseAero,
  amount: '10000000000000000',
  triggerMetric: 'price_usd',
  triggerDirection: 'below',
};
const condition = { metric: text, direction: text, value: decimal, trailingPercentage: null };
const order = {
  orderId: text,
  status: text,
  chain: text,
  inputToken: text,
  outputToken: text,
  amount: baseUnits,
  createdAt: isoTime,
  updatedAt: isoTime,
  expiresAt: orNull(isoTime),
};
const hoursBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 3_600_000;

/** Trigger orders: created, paged through, fired and cancelled. */
export function triggerOperations({ sdk, call }: Peer): void {
  test('an immediate order waits, is found again, and is cancelled once', async () => {
    const created = await sdk.trigger.create({ ...buyAero, triggerValue: '0.25', expiryHours: 6, slippageBps: 200 });
    expect(created).toEqual({
      ...order,
      status: 'active',
      chain: 'base',
      inputToken: baseEth,
      outputToken: baseAero,
      amount: buyAero.amount,
      trigger: { metric: 'price_usd', direction: 'below', value: '0.25', trailingPercentage: null },
    });
    const { createdAt, expiresAt } = created as typeof created & { expiresAt: string };
    expect(hoursBetween(createdAt, expiresAt)).toBe(6);
    expect(await sdk.trigger.get(created.orderId)).toEqual(created);

    const { orderId } = created;
    expect(await sdk.trigger.cancel(orderId)).toEqual({ orderId, status: 'cancelled' });
    const cancelled = await sdk.trigger.get(orderId);
    expect(cancelled).toEqual({ ...created, status: 'cancelled', updatedAt: isoTime });
    expect(Date.parse(cancelled.updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
    await expect(sdk.trigger.cancel(orderId)).rejects.toMatchObject({ status: 400, apiCode: 'INVALID_PARAMS' });
    await expect(sdk.trigger.get('ord_none')).rejects.toMatchObject({ status: 404, apiCode: 'NOT_FOUND' });
  });

  test('a trailing order tells its distance and the level at which it would fire now', async () => {
    const created = await sdk.trigger.create({
      ...buyAero,
      triggerDirection: 'above',
      triggerBehavior: 'trailing',
      trailingPercentage: 7.5,
      expiryHours: 0,
    });
    expect(created).toEqual({
      ...order,
      status: 'active',
      chain: 'base',
      expiresAt: null,
      trigger: { metric: 'price_usd', direction: 'above', value: decimal, trailingPercentage: 7.5 },
    });
    const { priceUsd } = await sdk.tokens.getPrice(`base:${baseAero}`);
    // Above its lowest price since creation by 7.5 %; the market may have moved a little between the two calls.
    expect(Number(created.trigger.value)).toBeGreaterThan(priceUsd! * 1.04);
    expect(Number(created.trigger.value)).toBeLessThan(priceUsd! * 1.11);
  });

  test('an order whose condition holds fires and its swap is made', async () => {
    const { orderId } = await sdk.trigger.create({ ...buyAero, triggerValue: '1000' });
    await until(
      () => sdk.trigger.get(orderId),
      ({ status }) => expect(status).toBe('success'),
    );
    const [trade] = await sdk.portfolio.getHistory({ chain: 'base', limit: 1 });
    expect(trade).toMatchObject({ inputToken: baseEth, inputAmount: buyAero.amount, outputToken: baseAero });
  });

  test('pages by cursor give every order once, newest first', async () => {
    const { orders: all, nextCursor: end } = await sdk.trigger.list({ limit: 100 });
    expect(end).toBeNull();
    expectEach(all, {
      ...order,
      trigger: expect.toBeOneOf([condition, { ...condition, trailingPercentage: expect.any(Number) }]),
    });
    const times = all.map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toEqual(times.toSorted((a, b) => b - a));

    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await sdk.trigger.list({ limit: 4, ...(cursor !== null && { cursor }) });
      expect(page.orders.length).toBeLessThanOrEqual(4);
      paged.push(...page.orders.map(({ orderId }) => orderId));
      cursor = page.nextCursor;
    } while (cursor !== null && paged.length <= all.length);
    expect(paged).toEqual(all.map(({ orderId }) => orderId));
    expect((await sdk.trigger.list()).orders).toHaveLength(Math.min(20, all.length));
  });

  test('what breaks a rule of the contract is refused, with the field', async () => {
    const refused = async (change: object, field: string) => {
      const answer = await call('POST', '/api/v2/trigger/order', {
        json: { ...buyAero, triggerValue: '1', ...change },
      });
      expect(answer, JSON.stringify(change)).toMatchObject({
        status: 400,
        body: { error: { code: 'INVALID_PARAMS', message: expect.stringContaining(field) } },
      });
    };
    await refused({ triggerValue: undefined }, 'triggerValue');
    await refused({ triggerBehavior: 'trailing' }, 'trailingPercentage');
    await refused({ triggerBehavior: 'trailing', trailingPercentage: 0.001 }, 'trailingPercentage');
    await refused({ triggerBehavior: 'trailing', trailingPercentage: 99.5 }, 'trailingPercentage');
    await refused({ triggerMetric: 'volume' }, 'triggerMetric');
    await refused({ triggerDirection: 'sideways' }, 'triggerDirection');
    await refused({ chain: 'tron' }, 'chain');
    await refused({ amount: '0.5' }, 'amount');
    await refused({ expiryHours: -1 }, 'expiryHours');
    const limit = await call('GET', '/api/v2/trigger/orders?limit=101');
    expect(limit).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PARAMS' } } });
    await expect(sdk.trigger.list({ cursor: 'made-up' })).rejects.toMatchObject({ apiCode: 'INVALID_PARAMS' });
  });

  test('a Solana wallet needs its durable nonce account first', async () => {
    const buyJup = {
      chain: 'solana',
      walletId: 'wal_sniper',
      inputToken: sol,
      outputToken: jup,
      amount: '100000000',
      triggerMetric: 'market_cap_usd',
      triggerDirection: 'below',
      triggerValue: '1000',
    };
    await expect(sdk.trigger.create(buyJup)).rejects.toMatchObject({ status: 400, apiCode: 'NONCE_NOT_INITIALIZED' });
    const { taskId } = await sdk.account.enableMultisend('wal_sniper');
    await until(
      () => sdk.tasks.getStatus(taskId),
      ({ status }) => expect(status).toBe('success'),
    );
    expect(await sdk.trigger.create(buyJup)).toMatchObject({ status: 'active', trigger: { metric: 'market_cap_usd' } });
  });
}
