import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jup, sol } from '../desk-data.fixture.ts';
import { callFigures } from './call-figures.ts';
import { callersOf, changeOf } from './callers.ts';
import { hearCalls, hearPrices } from './hear-calls.ts';
import type { SignalToken } from './signal-token.ts';
import { callSum, signal } from './signals.fixture.ts';
import { createSignalsStore, type Signal } from './signals.ts';

const token = (address: string, over: Partial<SignalToken> = {}): SignalToken => ({
  chain: 'solana',
  network: 'sol',
  address,
  symbol: null,
  name: null,
  ...over,
});

function heard(calls: readonly Partial<Signal>[], prices: Readonly<Record<string, string>> = {}) {
  const store = createSignalsStore();
  hearCalls(
    store,
    calls.map((over, at) => signal({ atMs: (at + 1) * 10_000, ...over })),
    'read',
  );
  hearPrices(
    store,
    Object.entries(prices).map(([address, usd]) => ({ token: token(address), usd, atMs: 1e12 })),
  );
  return { store, rows: () => callersOf(store.getState().heard) };
}

describe('a caller', () => {
  test('has the calls, tokens, median, best, part that is up, and the last call', () => {
    const { rows } = heard(
      [
        { token: token(jup), priceUsd: '1' },
        { token: token(jup), priceUsd: '4' },
        { token: token(sol), priceUsd: '100' },
        { token: token('C'), priceUsd: null },
      ],
      { [jup]: '2', [sol]: '110', C: '5' },
    );
    const [caller] = rows();
    expect(caller).toMatchObject({
      name: 'lena sol',
      userName: 'lena.sol',
      tokens: 3,
      priced: 3,
      up: 2,
      lastMs: 40_000,
    });
    expect(caller?.medianPct?.toFixed()).toBe('10');
    expect(caller?.bestPct?.toFixed()).toBe('100');
    expect(caller?.calls.map(({ changePct }) => changePct?.toFixed() ?? null)).toEqual([null, '10', '-50', '100']);
  });

  test('of an even number of priced calls has the mean of the middle two', () => {
    const { rows } = heard([{ priceUsd: '1' }, { priceUsd: '2' }], { [jup]: '3' });
    expect(rows()[0]?.medianPct?.toFixed()).toBe('125');
  });

  test('without any known price has no figures rather than zeros', () => {
    expect(heard([{ priceUsd: '1' }]).rows()[0]).toMatchObject({ priced: 0, medianPct: null, bestPct: null, up: 0 });
  });

  test('is one on each platform, whatever the case of the name or of the display name', () => {
    const { rows } = heard([
      { platform: 'x', userName: 'Lena' },
      { platform: 'x', userName: 'lena', caller: 'other' },
      { platform: 'discord', userName: 'lena' },
      { platform: 'x', userName: null, caller: 'LENA' },
    ]);
    expect(rows().map(({ platform, calls }) => [platform, calls.length])).toEqual([
      ['x', 3],
      ['discord', 1],
    ]);
  });

  test('is not somebody whose wallet was copied, nor a call without a name', () => {
    expect(heard([{ kind: 'trade' }, { kind: 'creation' }, { caller: null, userName: null }]).rows()).toEqual([]);
  });
});

test('a call that a list, a feed and a token’s context tell is one, with what each knows', () => {
  const { store, rows } = heard([{ atMs: 10_000, priceUsd: null }]);
  hearCalls(store, [signal({ atMs: 10_400, priceUsd: '1', isBot: true })], null);
  hearCalls(store, [signal({ atMs: 10_400, priceUsd: '9' })], 'context');
  expect(rows()).toMatchObject([{ calls: [{ priceUsd: '1' }], isBot: true }]);
  expect(store.getState().heard).toMatchObject({ live: 0, reads: new Set(['read', 'context']) });
  hearCalls(store, [signal({ atMs: 20_000 })], null);
  hearCalls(store, [], 'context');
  expect(store.getState().heard).toMatchObject({ live: 1, reads: new Set(['read', 'context']) });
});

test('the newest price counts, and what is no price does not', () => {
  const { store, rows } = heard([{ priceUsd: '1' }]);
  for (const [usd, atMs] of [
    ['3', 2e12],
    ['2', 1e12],
    ['0', 3e12],
    ['nonsense', 4e12],
  ] as const)
    hearPrices(store, [{ token: token(jup), usd, atMs }]);
  expect(rows()[0]?.calls[0]?.priceNowUsd).toBe('3');
});

test('the case of an EVM address does not make another token; that of a Solana address does', () => {
  const evm = (address: string) => token(address, { chain: 'base', network: 'base' });
  expect(heard([{ token: evm('0xAb') }, { token: evm('0xaB') }]).rows()[0]?.tokens).toBe(1);
  expect(heard([{ token: token('Ab') }, { token: token('aB') }]).rows()[0]?.tokens).toBe(2);
});

test('for any calls, every figure is between those of the single calls', () => {
  const price = fc.integer({ min: 1, max: 1_000 }).map(String);
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 12 }), price, (prices, now) => {
      const [caller] = heard(
        prices.map((priceUsd) => ({ priceUsd })),
        { [jup]: now },
      ).rows();
      const changes = prices.map((then) => changeOf(then, now)!);
      expect(caller?.priced).toBe(prices.length);
      expect(caller?.up).toBe(changes.filter((change) => change.gt(0)).length);
      for (const change of changes) expect(caller!.bestPct!.gte(change)).toBe(true);
      expect(changes.filter((change) => change.lte(caller!.medianPct!)).length * 2).toBeGreaterThanOrEqual(
        prices.length,
      );
      expect(changes.filter((change) => change.gte(caller!.medianPct!)).length * 2).toBeGreaterThanOrEqual(
        prices.length,
      );
    }),
  );
});

test('as many calls are kept as the desk needs, the oldest go first', () => {
  const store = createSignalsStore();
  const calls = Array.from({ length: 3_200 }, (_, at) => signal({ atMs: at * 1_000 + 1, userName: `u${at}` }));
  hearCalls(store, calls, 'read');
  expect(store.getState().heard.calls.size).toBe(3_000);
  expect(callersOf(store.getState().heard).some(({ userName }) => userName === 'u0')).toBe(false);
});

describe('the figures of a called token', () => {
  const own = callSum({ mentions: 3, firstSeenMs: 5, priceAtCallUsd: '2', priceNowUsd: '3', readAtMs: 1 });
  const everyone = callSum({ mentions: 10, firstSeenMs: 9, priceNowUsd: '4', changePct: '3.33', readAtMs: 2 });

  test('come from both lists: the change since the call by the price at the call, now by the newest read', () => {
    const figures = callFigures({ calls: { own, everyone }, priceUsd: '1' });
    expect(figures).toMatchObject({ mentions: 10, firstSeenMs: 5, priceAtCallUsd: '2', priceNowUsd: '4' });
    expect(figures.changePct?.toFixed()).toBe('100');
  });

  test('of the public feed have its change as sent, and no price at the call, which it does not send', () => {
    const figures = callFigures({ calls: { own: null, everyone }, priceUsd: '1' });
    expect(figures).toMatchObject({ mentions: 10, priceAtCallUsd: null });
    expect(figures.changePct?.toFixed()).toBe('3.33');
  });

  test('of a call that no list has yet are its price alone', () => {
    expect(callFigures({ calls: null, priceUsd: '1' })).toEqual({
      mentions: null,
      firstSeenMs: null,
      priceAtCallUsd: '1',
      priceNowUsd: null,
      changePct: null,
    });
  });

  test.each(['0', '-1', 'nonsense', '9'.repeat(300)])('a price of %s gives no change', (priceAtCallUsd) => {
    expect(callFigures({ calls: { own: { ...own, priceAtCallUsd }, everyone: null }, priceUsd: null }).changePct).toBe(
      null,
    );
  });
});
