import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { playStreamChaos } from './play-stream-chaos.ts';

/** One run alone, with its whole trace on the screen: SWAPDECK_STREAM_SEED=<seed>. */
const only = process.env['SWAPDECK_STREAM_SEED'];
const seeds = only === undefined ? Array.from({ length: 10_000 }, (_, index) => index + 1) : [Number(only)];
const repeated = seeds.filter((_, index) => index % 25 === 0);
const shownLines = 40;

/** What must have come up in many of the runs, or they show nothing. */
const situations = [
  /no answer to a ping in 30 s/,
  /no handshake in 10 s/,
  /the socket could not be opened/,
  /the service has moved the streams/,
  /check the key/,
  /not authorised/,
  /is refused no answer to the subscription in 10 s/,
  /subscription was refused/,
  /no answer ws\.auth/,
  /no answer ws\.session/,
  /the clock jumped/,
  /in the middle of a call/,
  /status failed/,
  ...[/socket \S+ to localhost/, /socket \S+ to \S+:10/, /socket \S+ to \S+app2/],
  /hears unreadable/,
  /: stopped$/m,
  ...[/close \S+ null/, /close \S+ 1\d{3}/, /close \S+ 40/, /close \S+ 41/, /close \S+ 42/, /close \S+ 43/],
];

describe('the stream manager before a service at its worst', () => {
  test(`${seeds.length} runs: everything stands again, once, and nothing is missed in silence`, async () => {
    const met = new Map(situations.map((situation) => [situation, 0]));
    for (const seed of seeds) {
      const { trace, problems } = await playStreamChaos(seed);
      if (only !== undefined) process.stdout.write(`${trace.join('\n')}\n`);
      if (problems.length > 0) fail(seed, trace, problems);
      const text = seed % 10 === 0 ? trace.join('\n') : '';
      for (const [situation, count] of met) if (situation.test(text)) met.set(situation, count + 1);
    }
    if (only !== undefined) return;
    for (const [situation, count] of met) expect(count, String(situation)).toBeGreaterThan(5);
  }, 240_000);

  test(`the same seed gives the same trace (${repeated.length} seeds twice), another seed another`, async () => {
    const traces = new Set<string>();
    for (const seed of repeated) {
      const [first, second] = [await playStreamChaos(seed), await playStreamChaos(seed)];
      const parted = first.trace.findIndex((line, index) => line !== second.trace[index]);
      expect(second.trace[parted], `seed ${seed}, line ${parted}`).toBe(first.trace[parted]);
      expect(second.trace.length, `seed ${seed}`).toBe(first.trace.length);
      traces.add(first.trace.join('\n'));
    }
    expect(traces.size).toBe(repeated.length);
  }, 120_000);
});

function fail(seed: number, trace: readonly string[], problems: readonly string[]): never {
  const what = [...new Set(problems)].join('\n  ');
  const file = relative(process.cwd(), import.meta.filename);
  const again = `SWAPDECK_STREAM_SEED=${seed} npx vitest run --config test/vitest.config.ts ${file}`;
  expect.fail(`seed ${seed}:\n  ${what}\nalone: ${again}\n…\n${trace.slice(-shownLines).join('\n')}`);
}
