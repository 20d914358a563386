import { describe, expect, test } from 'vitest';
import { spotFixture } from '../spot.fixture.ts';
import { exactMetric, readUsd, shortUsd, usdText } from '../trading/exact-usd.ts';
import type { NewTriggerOrder } from './trigger-order.ts';

function book() {
  const fixture = spotFixture();
  const { spot, token } = fixture;
  const wif = token('solana', 'WIF');
  const sol = token('solana', 'SOL');
  const { pool } = spot.book.marketOf(wif);
  const sellWif: NewTriggerOrder = {
    chain: 'solana',
    walletId: 'wal_main',
    inputToken: wif.address,
    outputToken: sol.address,
    amount: '100000000',
    slippageBps: 1000,
    expiryHours: 24,
    triggerMetric: 'price_usd',
    triggerDirection: 'below',
    triggerBehavior: 'immediate',
    triggerValue: '0.0001',
  };
  const priceNow = () => spot.book.priceUsd(wif);
  return {
    ...fixture,
    wif,
    sol,
    sellWif,
    priceNow,
    create: (change: Partial<NewTriggerOrder> = {}) => spot.account.createTrigger({ ...sellWif, ...change }),
    at: (times: number) => String(Number((priceNow() * times).toPrecision(9))),
    /** Moves the price of WIF by a factor, roughly. */
    move: (factor: number) => {
      if (factor > 1) pool.swap('native', BigInt(Math.round(Number(pool.nativeReserve) * (Math.sqrt(factor) - 1))));
      else pool.swap('token', BigInt(Math.round(Number(pool.tokenReserve) * (Math.sqrt(1 / factor) - 1))));
    },
  };
}

describe('the trigger engine', () => {
  test('below: waits above the value, fires at it once, and settles', () => {
    const { spot, create, at, move, wait, on } = book();
    const order = create({ triggerValue: at(0.95) });
    wait(1000);
    expect(order.status).toBe('active');
    move(0.97);
    wait(1000);
    expect(order.status).toBe('active');
    move(0.95);
    wait(50);
    expect(order.status).toBe('triggered');
    const trades = spot.account.trades.trades.length;
    wait(10_000);
    expect(order.status).toBe('success');
    move(0.9);
    wait(5000);
    expect(spot.account.trades.trades).toHaveLength(trades + 1);
    expect(spot.tasks.find(order.taskId ?? '')).toMatchObject({ status: 'success', job: { orderId: order.orderId } });
    const types = on('automation.updates').map(({ data }) => (data as { type: string }).type);
    expect(types).toEqual(['automation', 'automation', 'swap']);
  });

  test('above: the same upwards, for market cap and liquidity too', () => {
    for (const triggerMetric of ['price_usd', 'market_cap_usd', 'liquidity_usd'] as const) {
      const { spot, wif, create, move, wait } = book();
      const now =
        triggerMetric === 'price_usd'
          ? spot.book.priceUsd(wif)
          : triggerMetric === 'market_cap_usd'
            ? spot.book.marketCapUsd(wif)
            : spot.book.liquidityUsd(wif);
      const order = create({ triggerMetric, triggerDirection: 'above', triggerValue: (now * 1.04).toFixed(8) });
      wait(500);
      expect(order.status).toBe('active');
      move(1.1);
      wait(3000);
      expect(order.status).toBe('success');
    }
  });

  test('a buy watches the token bought, a sale the token sold', () => {
    const { sol, wif, create, at, move, wait } = book();
    const buy = { inputToken: sol.address, outputToken: wif.address, amount: '1000000000' };
    const order = create({ ...buy, triggerValue: at(0.95) });
    move(0.93);
    wait(3000);
    expect(order.status).toBe('success');
  });

  test('trailing below: the level rises with the best value, never falls, and fires on the way back', () => {
    const { spot, wif, create, move, wait } = book();
    const { triggers } = spot.account;
    const order = create({ triggerBehavior: 'trailing', triggerValue: undefined, trailingPercentage: 10 });
    move(1.2);
    wait(100);
    const best = usdText(exactMetric(spot.book, 'price_usd', wif));
    expect(triggers.bestValue(order)).toBe(best);
    expect(triggers.level(order)).toBe(shortUsd((readUsd(best) * 9n) / 10n));
    move(0.95);
    wait(100);
    expect(order.status).toBe('active');
    expect(triggers.bestValue(order)).toBe(best);
    move(0.94);
    wait(100);
    expect(order).toMatchObject({ status: 'triggered', bestValue: best });
  });

  test('fires at its value to the last digit, not a step before', () => {
    const { spot, wif, create, wait } = book();
    const now = exactMetric(spot.book, 'price_usd', wif);
    const steps = [-1n, 0n, 1n];
    const orders = (['below', 'above'] as const).flatMap((triggerDirection) =>
      steps.map((step) => create({ triggerDirection, triggerValue: usdText(now + step) })),
    );
    // A digit finer than the value's own steps: just beyond it, on either side.
    orders.push(create({ triggerDirection: 'above', triggerValue: `${usdText(now).padEnd(26, '0')}1` }));
    wait(50);
    const fired = orders.map(({ status }) => status !== 'active');
    expect(fired).toEqual([false, true, true, true, true, false, false]);
  });

  test('what waits is saved and goes on waiting with the best value that it had', () => {
    const { spot, create, move, wait, at } = book();
    const trailing = create({ triggerBehavior: 'trailing', triggerValue: undefined, trailingPercentage: 10 });
    const immediate = create({ triggerValue: at(0.5) });
    move(1.3);
    wait(50);
    const { triggers } = spot.account;
    const best = triggers.bestValue(trailing);
    triggers.restore(JSON.parse(JSON.stringify(triggers.snapshot())));
    const [restored, other] = [trailing, immediate].map(({ orderId }) => triggers.get(orderId));
    expect(triggers.bestValue(restored!)).toBe(best);
    move(0.85);
    wait(50);
    expect([restored?.status, other?.status]).toEqual(['triggered', 'active']);
  });

  test('trailing above: a buy that follows the price down and fires on the rebound', () => {
    const { create, move, wait } = book();
    const trailing = { triggerBehavior: 'trailing', triggerValue: undefined, trailingPercentage: 5 } as const;
    const order = create({ ...trailing, triggerDirection: 'above' });
    move(0.8);
    wait(100);
    move(1.03);
    wait(100);
    expect(order.status).toBe('active');
    move(1.04);
    wait(100);
    expect(order.status).toBe('triggered');
  });

  test('expires to the millisecond; 0 hours never do', () => {
    const { spot, create, at, move } = book();
    const hour = create({ expiryHours: 1, triggerValue: at(0.5) });
    const never = create({ expiryHours: 0, triggerValue: at(0.5) });
    spot.advance(hour.createdAtMs + 3_600_000 - 1, 0);
    expect(hour.status).toBe('active');
    spot.advance(hour.createdAtMs + 3_600_000, 0);
    expect(hour.status).toBe('expired');
    move(0.4);
    spot.advance(hour.createdAtMs + 9_000_000_000, 0);
    expect(hour.status).toBe('expired');
    expect(never.status).toBe('triggered');
  });

  test('funds are looked at when it fires, not before', () => {
    const { create, at, wait } = book();
    const order = create({ amount: '999000000000', triggerValue: at(1.5) });
    expect(order.status).toBe('active');
    wait(50);
    expect(order.status).toBe('failed');
  });

  test('cancelling stops it, and works once', () => {
    const { spot, create, at, move, wait } = book();
    const order = create({ triggerValue: at(0.95) });
    expect(spot.account.cancelTrigger(order.orderId).status).toBe('cancelled');
    move(0.8);
    wait(3000);
    expect(order.status).toBe('cancelled');
    expect(() => spot.account.cancelTrigger(order.orderId)).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMS' }),
    );
    expect(() => spot.account.cancelTrigger('ord_none')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });

  test('a wallet without nonce accounts is refused until multisend is enabled', () => {
    const { spot, create, wait, on, sol } = book();
    const sniper = { walletId: 'wal_sniper' };
    expect(() => create(sniper)).toThrow(expect.objectContaining({ status: 400, code: 'NONCE_NOT_INITIALIZED' }));
    const before = spot.account.holding('wal_sniper', 'solana', sol.address);
    const { taskId } = spot.enableMultisend('wal_sniper');
    expect(() => create(sniper)).toThrow(expect.objectContaining({ code: 'NONCE_NOT_INITIALIZED' }));
    wait(2000);
    expect(spot.tasks.find(taskId)).toMatchObject({ status: 'success', job: { kind: 'nonce' } });
    expect(spot.account.holding('wal_sniper', 'solana', sol.address) < before).toBe(true);
    expect(on('portfolio.notifications')).toMatchObject([{ data: { type: 'svmNonce', taskId } }]);
    expect(create(sniper).status).toBe('active');
    expect(() => spot.enableMultisend('wal_base')).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }));
    expect(() => spot.enableMultisend('wal_x')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });
});

describe('the list', () => {
  test('pages newest first without repeats or gaps while orders come and go', () => {
    const { spot, create } = book();
    const made = Array.from({ length: 9 }, () => create().orderId);
    const seeded = 6;
    const first = spot.account.triggers.list(5);
    expect(first.orders.map((order) => order.orderId)).toEqual(made.slice(4).reverse());
    const late = create();
    spot.account.cancelTrigger(made[3]!);
    const second = spot.account.triggers.list(5, first.nextCursor ?? '');
    expect(second.orders.slice(0, 4).map((order) => order.orderId)).toEqual(made.slice(0, 4).reverse());
    const third = spot.account.triggers.list(100, second.nextCursor ?? '');
    expect(third.nextCursor).toBeNull();
    const all = [...first.orders, ...second.orders, ...third.orders];
    expect(new Set(all).size).toBe(made.length + seeded);
    expect(all).not.toContain(late);
  });

  test('a page of none keeps its place, and a made-up cursor is refused', () => {
    const { spot } = book();
    const { orders, nextCursor } = spot.account.triggers.list(0);
    expect(orders).toEqual([]);
    expect(spot.account.triggers.list(1, nextCursor ?? '').orders).toEqual(spot.account.triggers.list(1).orders);
    expect(() => spot.account.triggers.list(5, 'abc')).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }));
  });
});
