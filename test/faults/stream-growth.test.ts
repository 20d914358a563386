import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cases, isSoak } from '../run/cases.ts';
import type { GrowthSample } from './stream-reconnects.ts';

/** A process of its own: the timers of a test runner come and go. */
const program = join(import.meta.dirname, '../bench/fixtures/stream-growth.ts');

async function sampleReconnects(counts: readonly number[]): Promise<GrowthSample[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...counts.map(String)]);
  return JSON.parse(stdout);
}

/** By here, in the long form, code is compiled and caches are filled: what grows from here on grows for ever. */
const warmCount = cases(40, 400);
const lastCount = cases(160, 1_000);
/** The engine's own caches still grow a little; a connection that stayed reachable would cost more. */
const mostBytesEach = 4_000;

test('connections leave nothing behind', async () => {
  const [warm, last] = await sampleReconnects([warmCount, lastCount]);
  const { heapBytes, ...rest } = last!;
  const { heapBytes: warmBytes, ...warmRest } = warm!;
  expect(rest).toEqual({ ...warmRest, connections: lastCount });
  expect(rest.pusher.instances).toBe(1);
  if (!isSoak) return;
  const bytesEach = Math.round((heapBytes - warmBytes) / (lastCount - warmCount));
  console.log(`${lastCount} connections, ${bytesEach} bytes more for each`);
  expect(bytesEach).toBeLessThan(mostBytesEach);
});
