import Big from 'big.js';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { localZone, setClockZone, startOfDay, utc } from '../../domain/time/clock-zone.ts';
import { jup, mainAddress, sol, wire } from '../desk-data.fixture.ts';
import { operationRecord } from '../orders/operation-records.fixture.ts';
import { fakeStores } from '../stores.fixture.ts';
import { equityOf, takeOpening } from './equity.ts';
import { inFlight } from './in-flight.ts';
import { isFromDayStart, type Opening, openingOf, withOpening } from './openings.ts';
import { perpTotals } from './perp-totals.ts';
import { spotTotal } from './spot-total.ts';

const zoneBefore = process.env.TZ;
afterEach(() => {
  setClockZone(utc);
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

const midnight = Date.UTC(2026, 0, 2);
const hourMs = 3_600_000;

/** Stores with everything read at `atMs`, for an account that is known. */
function filled(atMs = midnight) {
  const clock = { nowMs: atMs };
  const fake = fakeStores(() => clock.nowMs);
  const read = () => {
    for (const name of ['positions', 'markets', 'balances', 'holdings', 'wallets'] as const)
      fake.answer(name, wire[name], clock.nowMs);
  };
  fake.stores.session.setState({ accountId: 'me' });
  fake.stores.records.setState({ isLoaded: true });
  read();
  const equity = () => equityOf(fake.stores, clock.nowMs);
  const take = () => takeOpening(fake.stores, clock.nowMs);
  return { ...fake, clock, read, equity, take };
}

describe('equity', () => {
  test('is the spot wallets and the perp account, to the cent and from one snapshot', () => {
    const { data, equity } = filled();
    const spot = spotTotal(data).usd;
    const perps = perpTotals(data)?.valueUsd ?? new Big(0);
    expect(equity().totalUsd?.toFixed()).toBe(spot.plus(perps).toFixed());
    expect(equity()).toMatchObject({ unpriced: 0, missing: [] });
  });

  test.each(['balances', 'holdings', 'positions'] as const)('is unknown until %s are read', (missing) => {
    const fake = fakeStores(() => midnight);
    for (const name of ['positions', 'markets', 'balances', 'holdings'] as const)
      if (name !== missing) fake.answer(name, wire[name], midnight);
    const { totalUsd, missing: words } = equityOf(fake.stores, midnight);
    expect(totalUsd).toBeNull();
    expect(words).toHaveLength(1);
  });

  test('counts balances without a price, except empty ones', () => {
    const { answer, equity } = filled();
    const [held] = wire.holdings.positions;
    answer(
      'holdings',
      {
        positions: [
          { ...held, balanceUsd: null },
          { ...held, balanceUsd: null, latestBalanceRaw: '0', tokenAddress: 'X' },
        ],
      },
      midnight,
    );
    expect(equity().unpriced).toBe(1);
  });

  test('has the maintenance margin as a share of the account value', () => {
    const { data } = filled();
    // BTC at 40×: 14,554.725 / 80; ETH at 25×: 14,692.02 / 50.
    expect(perpTotals(data)?.maintenanceUsd?.toFixed(4)).toBe('475.7745');
    expect(perpTotals(data)?.marginRatioPct?.toFixed(3)).toBe('1.893');
  });
});

describe('today’s PnL', () => {
  test('counts from the first complete read of the day', () => {
    const { stores, clock, read, equity, take } = filled(midnight + 7 * hourMs);
    expect(equity().todayUsd).toBeNull();
    take();
    expect(equity().todayUsd?.toFixed()).toBe('0');
    clock.nowMs += hourMs;
    read();
    const [opening] = Object.values(stores.openings.getState())[0] ?? [];
    expect(opening && isFromDayStart(opening)).toBe(false);
    take();
    expect(Object.values(stores.openings.getState())[0]).toHaveLength(1);
    clock.nowMs = midnight + 24 * hourMs + 2_000;
    read();
    expect(equity().todayUsd).toBeNull();
    take();
    expect(Object.values(stores.openings.getState())[0]).toHaveLength(2);
    expect(equity().opening && isFromDayStart(equity().opening as Opening)).toBe(true);
  });

  test('does not begin with a stale read, with a part missing, or while money moves', () => {
    const { stores, clock, read, take } = filled();
    const count = () => Object.keys(stores.openings.getState()).length;
    clock.nowMs += 60_000;
    take();
    expect(count()).toBe(0);
    read();
    stores.records.setState({ records: [operationRecord({ operation: 'swap.execute', state: 'sent' })] });
    take();
    expect(count()).toBe(0);
    stores.records.setState({ records: [], isLoaded: false });
    take();
    expect(count()).toBe(0);
    stores.trading.setState({ lock: 'another desk' });
    take();
    expect(count()).toBe(1);
  });

  test('belongs to the account and the wallet of its perp account', () => {
    const { stores, equity, take } = filled();
    take();
    expect(equity().opening).not.toBeNull();
    stores.session.setState({ accountId: 'another' });
    expect(equity().opening).toBeNull();
    stores.session.setState({ accountId: null });
    expect(equity().opening).toBeNull();
  });
});

describe('an opening', () => {
  const at = (atMs: number): Opening => ({ atMs, equityUsd: '1', unrealised: {} });

  test.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'])(
    'is the earliest of the day in %s, at any time, with clock changes',
    (zone) => {
      process.env.TZ = zone;
      setClockZone(localZone());
      const time = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
      fc.assert(
        fc.property(fc.array(time, { maxLength: 5 }), time, (times, nowMs) => {
          const startMs = startOfDay(nowMs);
          const local = new Date(startMs);
          expect([local.getHours(), local.getMinutes()]).toEqual([0, 0]);
          expect(local.getDate()).toBe(new Date(nowMs).getDate());
          expect(nowMs - startMs).toBeLessThan(25 * hourMs);
          const kept = times.reduce<readonly Opening[]>((all, atMs) => withOpening(all, at(atMs)), []);
          const found = openingOf(kept, nowMs);
          for (const { atMs } of kept)
            if (atMs >= startMs && atMs <= nowMs) expect(found?.atMs).toBeLessThanOrEqual(atMs);
          if (found) expect(found.atMs >= startMs && found.atMs <= nowMs).toBe(true);
          expect(openingOf(withOpening(kept, at(nowMs)), nowMs)).not.toBeNull();
        }),
      );
    },
  );

  test('from the future, before the clock was set back, does not count; the day it belongs to is found again', () => {
    const kept = withOpening([at(midnight)], at(midnight + 25 * hourMs));
    expect(openingOf(kept, midnight + hourMs)).toEqual(at(midnight));
    expect(openingOf(kept, midnight + 24.5 * hourMs)).toBeNull();
    expect(withOpening(kept, at(midnight + 24 * hourMs * 9))).toHaveLength(1);
  });
});

describe('in flight', () => {
  const amount = 10_000_000_000n;
  const transfer = (over: object = {}, to: object | null = { address: 'dest', before: '0' }) =>
    operationRecord({
      operation: 'transfers.send',
      state: 'accepted',
      taskId: 't',
      task: null,
      evidence: {
        kind: 'transfer',
        chain: 'solana',
        token: sol,
        amount: `${amount}`,
        from: { address: mainAddress, before: '100000000000' },
        to,
      },
      ...over,
    });
  const [native] = wire.balances.wallets;
  const balancesWith = (from: string, to: string) => ({
    ...wire.balances,
    wallets: [
      {
        ...native,
        chain: 'solana',
        walletAddress: mainAddress,
        nativeBalance: from,
        nativeBalanceUsd: new Big(from).times(100).toFixed(),
      },
      {
        ...native,
        chain: 'solana',
        walletAddress: 'dest',
        nativeBalance: to,
        nativeBalanceUsd: new Big(to).times(100).toFixed(),
      },
    ],
  });
  const of = (from: string, to: string, record: ReturnType<typeof transfer>) => {
    const { data, answer } = filled();
    answer('balances', balancesWith(from, to), midnight);
    return inFlight(data, [record]);
  };

  test.each([
    ['not gone yet', '100.0', '0.0', '0'],
    ['gone, not arrived', '89.99', '0.0', '1000'],
    ['half arrived', '90.0', '5.0', '500'],
    ['arrived', '90.0', '10.0', '0'],
  ])('%s', (_, from, to, usd) => {
    expect(of(from, to, transfer()).usd.toFixed()).toBe(usd);
  });

  test('of a split is all that left, until its task ends and the balances are read after it', () => {
    const task = (atMs: number, isOver: boolean) => ({
      atMs,
      status: 's',
      isOver,
      txHash: null,
      code: null,
      message: null,
    });
    const split = (over: object) => transfer({ operation: 'splits.execute', ...over }, null);
    expect(of('90.0', '3.0', split({ task: task(1, false) })).usd.toFixed()).toBe('1000');
    expect(of('90.0', '10.0', split({ task: task(midnight + 1, true) })).usd.toFixed()).toBe('1000');
    expect(of('90.0', '10.0', split({ task: task(midnight - 1, true) }))).toMatchObject({
      unknown: 0,
      isSettling: false,
    });
  });

  test('is unknown without its evidence; what was refused moves nothing', () => {
    expect(of('90.0', '0.0', transfer({ evidence: { kind: 'retired-wallet' } })).unknown).toBe(1);
    expect(of('90.0', '0.0', transfer({ state: 'rejected' })).isSettling).toBe(false);
  });

  test('of tokens has the price of the token', () => {
    const { data, answer } = filled();
    const [held] = wire.holdings.positions;
    answer(
      'holdings',
      {
        positions: [
          {
            ...held,
            walletAddress: mainAddress,
            tokenAddress: jup,
            tokenDecimal: 6,
            latestTokenUsdPrice: '2',
            latestBalanceRaw: '1000000',
          },
        ],
      },
      midnight,
    );
    const evidence = {
      kind: 'transfer',
      chain: 'solana',
      token: jup,
      amount: '3000000',
      from: { address: mainAddress, before: '4000000' },
      to: { address: 'dest', before: '0' },
    };
    expect(inFlight(data, [transfer({ evidence })]).usd.toFixed()).toBe('6');
  });
});
