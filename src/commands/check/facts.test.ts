import { describe, expect, test } from 'vitest';
import { dec } from '../../domain/numbers/decimal.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { settleFacts } from './facts.ts';
import { nativeUnitFact } from './native-unit.ts';
import { rateLimitHeaders } from './rate-limits.ts';
import type { RawAnswer } from './read-operation.ts';

const answer = (id: string, json: unknown, headers: Record<string, string> = {}): RawAnswer => ({
  endpoint: allEndpoints.find((endpoint) => endpoint.id === id)!,
  status: 200,
  headers: new Headers(headers),
  json,
});
const config = { balances: { nativeUnit: 'as-given' } } as const;
const factsOf = (...answers: RawAnswer[]): Record<string, string> =>
  Object.fromEntries(settleFacts(answers, config).map(({ question, finding }) => [question, finding]));

const wallet = (nativeBalance: string, nativeBalanceUsd: unknown, chain = 'solana') => ({
  chain,
  nativeBalance,
  nativeBalanceUsd,
  nativeSymbol: 'SOL',
});

describe('the unit of native balances', () => {
  const unit = (...wallets: object[]) => nativeUnitFact(wallets, dec('150.3'), 'as-given');

  test('base units, whole coins, or not to be told', () => {
    expect(unit(wallet('1500000000', 225.5))).toEqual({
      question: 'nativeBalance unit',
      finding: 'base units: the balance of 1 wallet fits the price',
      config: '[balances]\nnative_unit = "base-units"',
      isWrong: false,
    });
    expect(unit(wallet('1.5', '225.5'), wallet('2', 300))).toMatchObject({
      finding: 'whole coins: the balances of 2 wallets fit the price',
      config: '[balances]\nnative_unit = "whole"',
    });
    for (const unclear of [wallet('0', 0), wallet('7', 300), wallet('x', null), {}])
      expect(unit(unclear)).toMatchObject({ finding: expect.stringMatching(/^unknown/), config: null });
    expect(unit(wallet('1.5', 225.5), wallet('1500000000', 225.5))).toMatchObject({
      finding: 'it differs from wallet to wallet',
      config: null,
    });
  });

  test('on other chains, and without a price of SOL, by what a coin can cost', () => {
    expect(nativeUnitFact([wallet('2000000000000000000', 6_000, 'base')], null, 'as-given')).toMatchObject({
      config: '[balances]\nnative_unit = "base-units"',
    });
    expect(nativeUnitFact([wallet('2', 6_000, 'base')], dec('150'), 'as-given')).toMatchObject({
      config: '[balances]\nnative_unit = "whole"',
    });
    expect(nativeUnitFact([wallet('1.5', 225.5)], null, 'whole')).toMatchObject({ config: null, isWrong: false });
  });
});

test('times are told by their size', () => {
  const calls = (firstSeenAt: number) => answer('alpha.recentCalls', { data: { calls: [{ firstSeenAt }] } });
  expect(factsOf(calls(1_716_000_000_000))['times of alpha']).toBe('milliseconds; the desk decides by size');
  expect(factsOf(calls(1_700_000_000))['times of alpha']).toBe('seconds; the desk decides by size');
  expect(factsOf()['times of alpha']).toBe('unknown: no answer shows it');
});

test('bare answers, the spelling of feeds, wallets and names of chains', () => {
  const facts = factsOf(
    answer('ws.session', { connection: {}, subscriptions: [] }),
    answer('ws.streams', { data: { streams: [{ id: 'alpha.signalFeed.global' }] }, requestId: 'r' }),
    answer('account.me', { userId: 'u' }),
    answer('account.wallets', { data: [{ walletId: 'w', chain: 'svm' }, { walletId: 'v' }], requestId: 'r' }),
    answer('portfolio.positions', { data: { positions: [{ network: 'sol' }] }, requestId: 'r' }),
    answer('account.usage', { data: { keyId: 'k', constraints: {} }, requestId: 'r' }),
  );
  expect(facts).toMatchObject({
    'socket calls': 'ws.session: bare; ws.auth: unknown; ws.streams: envelope',
    'other answers': 'bare: account.me; the others in an envelope',
    'spelling of feeds': 'alpha.signalFeed.global; the desk follows the catalog',
    wallets: 'none with state, 1 of 2 with chain',
    'names of chains': 'account.wallets svm; portfolio.positions sol',
    'limits of the key': 'given, without what has been used of them',
  });
});

test('headers that tell a limit', () => {
  const headers = { 'X-RateLimit-Remaining': '41', 'retry-after': '2', 'content-type': 'application/json' };
  expect(rateLimitHeaders([answer('account.me', {}, headers)])).toEqual([
    { name: 'retry-after', example: '2' },
    { name: 'x-ratelimit-remaining', example: '41' },
  ]);
});
