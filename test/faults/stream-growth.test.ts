import { expect, test } from 'vitest';
import { sampleReconnects } from './stream-reconnects.ts';

/** By here code is compiled and caches are filled: what grows from here on grows for ever. */
const warmCount = 400;
const lastCount = 1_000;
/** The engine's own caches still grow a little; a connection that stayed reachable would cost more. */
const mostBytesEach = 4_000;

test('a thousand connections leave nothing behind', { timeout: 60_000 }, async () => {
  const [warm, last] = await sampleReconnects([warmCount, lastCount]);
  const { heapBytes, ...rest } = last!;
  const { heapBytes: warmBytes, ...warmRest } = warm!;
  expect(rest).toEqual({ ...warmRest, connections: lastCount });
  expect(rest.pusher.instances).toBe(1);
  expect((heapBytes - warmBytes) / (lastCount - warmCount)).toBeLessThan(mostBytesEach);
});
