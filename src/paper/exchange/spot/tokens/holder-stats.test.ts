import { expect, test } from 'vitest';
import { spotFixture } from '../spot.fixture.ts';

type Stats = Record<string, number>;

test('every Solana token tells its holders in turn, shares grow with the count, and the crowd’s swaps move them', () => {
  const { run, on, spot } = spotFixture(2);
  run(90_000);
  const solana = spot.book.tokens.filter(({ chain }) => chain === 'solana').map(({ address }) => address);
  for (const stream of ['svm.token.distributionStats', 'svm.token.holderStats']) {
    const counts = Map.groupBy(on(stream), ({ filter }) => filter['tokenAddress']);
    expect([...counts.keys()].sort()).toEqual(solana.toSorted());
    expect([...counts.values()].every((messages) => messages.length >= 2 && messages.length <= 4)).toBe(true);
  }
  const statsIn = (data: unknown) => (data as { stats: Stats }).stats;
  const statsOf = (stream: string) => on(stream).map(({ data }) => statsIn(data));
  for (const stats of statsOf('svm.token.distributionStats')) {
    const { top1Pct, top10Pct, top50Pct, top100Pct, poolPct } = stats as Record<string, number>;
    const parts = [0, top1Pct!, top10Pct!, top50Pct!, top100Pct!, 100 - poolPct!];
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(stats['holders']).toBeGreaterThan(1000);
  }
  for (const { holders, over100kUsd, over10kUsd, over1kUsd, over100Usd } of statsOf('svm.token.holderStats')) {
    const classes = [over100kUsd!, over10kUsd!, over1kUsd!, over100Usd!, holders!];
    expect(classes).toEqual(classes.toSorted((a, b) => a - b));
  }
  const shares = Map.groupBy(on('svm.token.distributionStats'), ({ filter }) => filter['tokenAddress']);
  const moved = [...shares.values()].filter(
    (of) => new Set(of.map(({ data }) => JSON.stringify(statsIn(data)))).size > 1,
  );
  expect(moved.length).toBeGreaterThan(5);
});
