import { expect, test } from 'vitest';
import { noOwnerLimits, type OwnerGroup, type OwnerLimits } from '../../domain/market/owner-groups.ts';
import { fakeReads } from '../desk-data.fixture.ts';
import { ownerShares } from './owner-shares.ts';
import { fillSupply, jupId, jupStats, takeStats } from './owners.fixture.ts';
import { Owners } from './owners.ts';

const nowMs = 10_000_000;

function setUp(limits: Partial<OwnerLimits> = {}) {
  const { data, cache } = fakeReads();
  const owners = new Owners();
  const read = (atMs = nowMs) => ownerShares({ data, owners }, { ...noOwnerLimits, ...limits }, jupId, atMs);
  const shareOf = (group: OwnerGroup, atMs = nowMs) => read(atMs).shares.find((share) => share.group === group)!;
  const pcts = () => Object.fromEntries(read().shares.map(({ group, pct }) => [group, pct?.toFixed() ?? null]));
  return { cache, owners, read, shareOf, pcts };
}

test('a share is the balance divided by market cap ÷ price of the deepest pool', () => {
  const { cache, owners, pcts, shareOf, read } = setUp();
  fillSupply(cache);
  takeStats(owners, jupStats, nowMs - 12_000);
  expect(pcts()).toEqual({
    developer: '1.2',
    top10: '18.4',
    insiders: '23.1',
    snipers: '3.05',
    bundlers: '0',
    fresh: '2',
    pro: '4.4',
  });
  expect(read()).toMatchObject({ holders: 1500, noShares: null });
  expect(shareOf('insiders')).toMatchObject({ wallets: 9, ageMs: 12_000, isStale: false, changePct: null });
  expect(shareOf('developer').wallets).toBe(1);
  expect(shareOf('top10').wallets).toBe(10);
});

test('the trend is what changed since the first figure of the last hour', () => {
  const { cache, owners, shareOf } = setUp();
  fillSupply(cache);
  for (const [at, balance] of [
    [-4_000_000, '1'],
    [-60_000, '231000000000'],
    [-30_000, '240000000000'],
    [0, '236000000000'],
  ] as const)
    takeStats(owners, { ...jupStats, insiderBalances: balance }, nowMs + at);
  expect(shareOf('insiders').trend).toEqual([231e9, 240e9, 236e9]);
  expect(shareOf('insiders').changePct?.toFixed()).toBe('0.5');
  expect(shareOf('snipers').changePct?.toFixed()).toBe('0');
});

test('a group that the service no longer tells keeps its figure, which grows old', () => {
  const { cache, owners, shareOf } = setUp();
  fillSupply(cache);
  takeStats(owners, jupStats, nowMs - 400_000);
  takeStats(owners, { ...jupStats, insiderBalances: null }, nowMs);
  expect(shareOf('insiders')).toMatchObject({ ageMs: 400_000, isStale: true });
  expect(shareOf('snipers')).toMatchObject({ ageMs: 0, isStale: false });
  takeStats(owners, null, nowMs + 1);
  expect(shareOf('snipers').ageMs).toBe(0);
});

test('a figure from before the clock was set back has no age, and gives way to the next', () => {
  const { owners, shareOf } = setUp();
  takeStats(owners, jupStats, nowMs + 50_000);
  expect(shareOf('pro')).toMatchObject({ ageMs: null, isStale: true });
  takeStats(owners, jupStats, nowMs);
  expect(shareOf('pro')).toMatchObject({ ageMs: 0, isStale: false, trend: [44e9] });
});

test('without a supply there are balances in tokens, and the reason', () => {
  const { cache, owners, shareOf, read } = setUp();
  takeStats(owners, jupStats, nowMs);
  expect(read().noShares).toBe('reading the supply …');
  fillSupply(cache, { marketCapUsd: null });
  expect(read().noShares).toBe('supply unknown');
  expect(shareOf('snipers')).toMatchObject({ pct: null, changePct: null });
  expect(shareOf('snipers').tokens?.toFixed()).toBe('30500');
});

test('without any figure nothing is known, and nothing is wrong', () => {
  const { cache, read } = setUp();
  fillSupply(cache);
  expect(read().noShares).toBeNull();
  expect(read().shares.every(({ pct, balance, isStale }) => pct === null && balance === null && isStale)).toBe(true);
});

test('balances that cannot be in the unit give no share: a fraction, more than all, far too little', () => {
  const cases: readonly [Readonly<Record<string, unknown>>, Partial<OwnerLimits>][] = [
    [{ ...jupStats, sniperBalances: '30500.5' }, {}],
    [{ ...jupStats, insiderBalances: '1000000000001' }, {}],
    [jupStats, { unit: 'whole' }],
    [{ ...jupStats, top10HolderBalances: '184000', insiderBalances: '1', sniperBalances: '1' }, {}],
  ];
  for (const [stats, limits] of cases) {
    const { cache, owners, read, shareOf } = setUp(limits);
    fillSupply(cache);
    takeStats(owners, stats, nowMs);
    expect(read().noShares).toContain('check owners.balance_unit');
    expect(shareOf('top10')).toMatchObject({ pct: null, tokens: null, balance: stats['top10HolderBalances'] });
  }
});

test('whole tokens need no decimals', () => {
  const { cache, owners, pcts } = setUp({ unit: 'whole' });
  fillSupply(cache);
  takeStats(owners, { top10HolderBalances: '184000.5', holderCount: '1500' }, nowMs);
  expect(pcts()).toMatchObject({ top10: '18.40005', insiders: null });
});

test('of fifty tokens the one written last stays, the first goes', () => {
  const owners = new Owners();
  for (let at = 0; at <= 50; at++) owners.setProblem(`solana:${at}`, 'refused');
  expect(owners.of('solana:0').problem).toBeNull();
  expect(owners.of('solana:50').problem).toBe('refused');
});

test('nonsense is not a figure, and the record of the developer stands apart from that of others', () => {
  const { owners, shareOf, read } = setUp();
  takeStats(owners, { sniperBalances: 'many', sniperCount: '-1', insiderBalances: '-5', holderCount: 'x' }, nowMs);
  expect(read().holders).toBeNull();
  expect(shareOf('snipers')).toMatchObject({ balance: null, wallets: null });
  expect(shareOf('insiders').balance).toBeNull();
  owners.takeRecord(jupId, { isTokenDev: true, buysCount: '1' }, 1);
  owners.takeRecord(jupId, { buysCount: '2' }, 2);
  owners.takeRecord(jupId, null, 3);
  expect(owners.of(jupId)).toMatchObject({ developer: { atMs: 1 }, other: { atMs: 2, data: { buysCount: '2' } } });
});
