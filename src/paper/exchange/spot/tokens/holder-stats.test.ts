import { expect, test } from 'vitest';
import { allStreams } from '../../../../protocol/stream-list.ts';
import { spotFixture } from '../spot.fixture.ts';

type Stats = Readonly<Record<string, unknown>>;

const streams = ['svm.token.distributionStats', 'svm.token.holderStats'] as const;
const { run, on, spot } = spotFixture(2);
run(30_000);
const tokens = spot.book.tokens.filter(({ chain }) => chain === 'solana');
const heard = (stream: string) =>
  on(stream).map(({ filter, data }) => ({
    token: tokens.find(({ address }) => address === filter['tokenAddress'])!,
    stats: (data as { stats?: Stats }).stats ?? {},
  }));

test.each(streams)('%s tells of every Solana token in turn, and the desk reads it as it is', (stream) => {
  const counts = Map.groupBy(on(stream), ({ filter }) => filter['tokenAddress']);
  expect([...counts.keys()].sort()).toEqual(tokens.map(({ address }) => address).toSorted());
  expect([...counts.values()].every((messages) => messages.length >= 2 && messages.length <= 4)).toBe(true);
  const { payload } = allStreams.find(({ id }) => id === stream)!;
  for (const { data } of on(stream)) expect(payload.parse(data)).toMatchObject({ network: 'solana' });
});

test('each group holds a part of the supply, in base units, and the ten largest are named', () => {
  for (const { token, stats } of heard('svm.token.distributionStats')) {
    const supply = BigInt(token.supply) * 10n ** BigInt(token.decimals);
    const held = (name: string) => BigInt(stats[name] as string);
    expect(stats['holderCount']).toBeGreaterThan(1000);
    expect(stats['top10Holders']).toHaveLength(10);
    expect(new Set(stats['top10Holders'] as string[]).size).toBe(10);
    expect(held('top10HolderBalances') * 20n > supply, token.symbol).toBe(true);
    const groups = ['developer', 'insider', 'bundler', 'sniper', 'proTrader', 'freshie'];
    const balances = groups.map((group) => held(group === 'developer' ? 'developerBalance' : `${group}Balances`));
    const isToken = token.kind === 'token';
    expect(
      balances.every((amount) => (isToken ? amount > 0n : amount === 0n)),
      token.symbol,
    ).toBe(true);
    expect(typeof stats['developer'], token.symbol).toBe(isToken ? 'string' : 'undefined');
    expect(balances.reduce((sum, amount) => sum + amount, 0n) < supply).toBe(true);
  }
});

test('the crowd’s swaps move the figures', () => {
  const byToken = Map.groupBy(heard('svm.token.distributionStats'), ({ token }) => token);
  const moved = [...byToken.values()].filter((all) => new Set(all.map(({ stats }) => JSON.stringify(stats))).size > 1);
  expect(moved.length).toBeGreaterThan(2);
});

test('a holder’s record is what was traded: the developer’s before anybody has, nobody’s for the native coin', () => {
  const records = heard('svm.token.holderStats');
  const of = (kind: string) => records.filter(({ token }) => token.kind === kind).map(({ stats }) => stats);
  expect(of('native').every((stats) => Object.keys(stats).length === 0)).toBe(true);
  expect(of('token').filter(({ isTokenDev }) => isTokenDev === true).length).toBeGreaterThan(0);
  const traders = of('token').filter(({ buysCount, sellsCount }) => Number(buysCount) + Number(sellsCount) > 0);
  expect(traders.length).toBeGreaterThan(5);
  for (const stats of traders) {
    expect(Number(stats['boughtUsd']) > 0).toBe(Number(stats['buysCount']) > 0);
    expect('avgSellPriceUsd' in stats).toBe(Number(stats['sellsCount']) > 0);
    expect(stats['firstTransactionMs']).toBeLessThanOrEqual(spot.nowMs);
  }
});
