import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../client/http/errors.ts';
import { bindActions } from '../desk-actions.ts';
import { fakeContext } from '../pipeline/fake-context.fixture.ts';
import type { SplitRequest } from './plan-split.ts';

const shares = ['w-main', 'w-base'].map((walletId) => ({ walletId, pctBips: 5_000 }));
const request: SplitRequest = { walletId: 'w-main', chain: 'solana', baseUnits: 160_000_000n, to: { shares } };

function planned(answer: object, change: Partial<SplitRequest> = {}) {
  const fake = fakeContext(() => ({ planId: 'plan-1', ...answer }));
  return { fake, plan: bindActions(fake.context).planSplit({ ...request, ...change }) };
}

test('a plan is asked for in whole units, and moves nothing', async () => {
  const { fake, plan } = planned({});
  await plan;
  expect(fake.requests()).toEqual([
    {
      what: 'request',
      id: 'splits.plan',
      input: {
        body: { sourceWalletId: 'w-main', destinations: shares, fromAmount: '0.16', fromAsset: 'sol' },
      },
    },
  ]);
  expect(fake.journal()).toEqual([]);
  const group = planned({}, { chain: 'bsc', baseUnits: 10n ** 18n, to: { groupId: 'g1' } });
  await group.plan;
  const body = { sourceWalletId: 'w-main', destinationGroupId: 'g1', fromAmount: '1', fromAsset: 'bnb' };
  expect(group.fake.requests()[0]?.input).toEqual({ body });
});

test('a chain without splits is refused before anything is sent', async () => {
  const { fake, plan } = planned({}, { chain: 'monad' });
  await expect(plan).rejects.toThrow('Monad has no splits');
  expect(fake.requests()).toEqual([]);
});

test('the service’s words are cleaned, and a rate of 0 says what it means', async () => {
  const { plan } = planned({
    summary: 'Split\u001b[31m it',
    warnings: ['slow\u0007', 7],
    rates: [
      { exchangerId: 'binance', exchangeRate: '0.994', toAssetId: 'sol', toNetworkId: 'sol' },
      { exchangerId: 'bybit', exchangeRate: '0', toAssetId: 'bnb' },
      { exchangerId: 'bad' },
    ],
    expiresInSeconds: 60,
  });
  const { summary, warnings, rates } = await plan;
  expect(summary).not.toContain('\u001b');
  expect(warnings).toHaveLength(2);
  expect(rates.slice(0, 2)).toEqual(['binance, sol on sol: 0.994', 'bybit, bnb: cannot convert it']);
  expect(rates).toHaveLength(3);
});

describe('a plan lives', () => {
  test.each([
    ['as long as the service says', 45, 45_000],
    ['60 s where it says nothing', undefined, 60_000],
    ['60 s at most', 3_600, 60_000],
  ])('%s, from before it was asked for', async (_, expiresInSeconds, lifeMs) => {
    const { fake, plan } = planned({ expiresInSeconds });
    expect((await plan).expiresAtMs).toBe(fake.clock.now() + lifeMs);
  });
});

describe('executing a plan', () => {
  const send = async (answer: unknown) => {
    const fake = fakeContext(() => {
      if (answer instanceof Error) throw answer;
      return answer;
    });
    const plan = { request, planId: 'plan-1', destinationCount: 2, summary: '', rates: [], warnings: [] };
    const draft = { plan: { ...plan, expiresAtMs: 0 }, usd: new Big(22), summary: '0.16 SOL to 2 wallets' };
    return { fake, outcome: await bindActions(fake.context).send({ kind: 'executeSplit', draft }) };
  };

  test('names the order at SplitNOW, and its task is followed', async () => {
    const { fake, outcome } = await send({ taskId: 'task-1', splitnowOrderId: 'A1B2C3' });
    expect(outcome).toMatchObject({ kind: 'accepted', taskId: 'task-1' });
    expect(outcome.message).toBe('Split started: 0.16 SOL to 2 wallets, SplitNOW order A1B2C3');
    expect(fake.requests()[0]).toMatchObject({ id: 'splits.execute', input: { body: { planId: 'plan-1' } } });
  });

  test.each([
    [503, 'SPLIT_DISABLED', 'rejected'],
    [503, 'HTTP_503', 'unknown'],
    [500, 'INTERNAL_ERROR', 'unknown'],
  ] as const)('that is answered with %i %s is %s', async (status, code, kind) => {
    const error = { endpointId: 'x', kind: 'server', outcome: 'unknown', message: 'no', status, code } as const;
    expect((await send(new ApiError(error))).outcome).toMatchObject({ kind, code });
  });
});
