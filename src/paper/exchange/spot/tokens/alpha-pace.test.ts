import { expect, test } from 'vitest';
import { seed } from '../../../../../test/run/cases.ts';
import { spotFixture, startMs } from '../spot.fixture.ts';
import { callers } from './alpha-people.ts';

test('several signals a minute, and one of each caller every two to three minutes at the latest', () => {
  const { spot, on } = spotFixture(seed);
  const hourMs = 3_600_000;
  for (let atMs = 50; atMs <= hourMs; atMs += 50) spot.alpha.advance(startMs + atMs, 50);
  const meanMs = hourMs / on('alpha.signalFeedGlobal').length;
  expect(meanMs).toBeGreaterThan(9_000);
  expect(meanMs).toBeLessThan(11_000);
  for (const { username } of callers) {
    const times = on('alpha.signalFeedProfile')
      .filter(({ filter }) => filter['profileId'] === username)
      .map(({ data }) => (data as { latestSignal: { timestampMs: number } }).latestSignal.timestampMs);
    const gaps = [...times, startMs + hourMs].map((atMs, index) => atMs - (times[index - 1] ?? startMs));
    expect(hourMs / times.length, username).toBeLessThan(120_000);
    expect(Math.max(...gaps), `${username}, seed ${seed}`).toBeLessThan(300_000);
  }
});
