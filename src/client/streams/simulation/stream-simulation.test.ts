import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cases, isSoak, seed } from '../../../../test/run/cases.ts';
import { playStreamChaos } from './play-stream-chaos.fixture.ts';

/**
 * Each has its own seed, counting from the run's: SWAPDECK_SEED=<seed of one> runs that one first and shows its whole
 * trace.
 */
const lives = Array.from({ length: cases(800, 10_000) }, (_, index) => seed + index);
const repeated = lives.filter((_, index) => index % 25 === 0);
const shownLines = 40;

/** Situations that must occur in many runs of the long form, or they prove nothing. */
const situations = [
  /no response to a ping in 30 s/,
  /no handshake in 10 s/,
  /the socket could not be opened/,
  /the service has moved the streams/,
  /check the key/,
  /not authorised/,
  /is refused no response to the subscription in 10 s/,
  /subscription was refused/,
  /no answer ws\.auth/,
  /no answer ws\.session/,
  /the clock jumped/,
  /in the middle of a call/,
  /status failed/,
  /socket \S+ to localhost/,
  /socket \S+ to \S+:10/,
  /socket \S+ to \S+app2/,
  /hears unreadable/,
  /: stopped$/m,
  /close \S+ null/,
  /close \S+ 1\d{3}/,
  /close \S+ 40/,
  /close \S+ 41/,
  /close \S+ 42/,
  /close \S+ 43/,
];

describe('the stream manager against a hostile service', () => {
  test('everything is subscribed again once, and every gap is reported', async () => {
    const met = new Map(situations.map((situation) => [situation, 0]));
    for (const [index, life] of lives.entries()) {
      const { trace, problems } = await playStreamChaos(life);
      if (problems.length > 0) fail(life, trace, problems);
      const text = isSoak && index % 10 === 0 ? trace.join('\n') : '';
      for (const [situation, count] of met) if (situation.test(text)) met.set(situation, count + 1);
    }
    if (!isSoak) return;
    console.log(`${lives.length} lives; of a tenth of them:`, Object.fromEntries(met));
    for (const [situation, count] of met) expect(count, String(situation)).toBeGreaterThan(5);
  }, 600_000);

  test('the same seed gives the same trace, another seed another', async () => {
    const traces = new Set<string>();
    for (const life of repeated) {
      const [first, second] = [await playStreamChaos(life), await playStreamChaos(life)];
      const parted = first.trace.findIndex((line, index) => line !== second.trace[index]);
      expect(second.trace[parted], `seed ${life}, line ${parted}`).toBe(first.trace[parted]);
      expect(second.trace.length, `seed ${life}`).toBe(first.trace.length);
      traces.add(first.trace.join('\n'));
    }
    expect(traces.size).toBe(repeated.length);
  });
});

function fail(life: number, trace: readonly string[], problems: readonly string[]): never {
  const what = [...new Set(problems)].join('\n  ');
  const again = `SWAPDECK_SEED=${life} npm test -- ${relative(process.cwd(), import.meta.filename)}`;
  const shown = life === seed ? trace : ['…', ...trace.slice(-shownLines)];
  expect.fail(`seed ${life}:\n  ${what}\nagain: ${again}\n${shown.join('\n')}`);
}
