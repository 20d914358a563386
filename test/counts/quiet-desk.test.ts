import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDesk } from '../../src/commands/desk/desk-model.ts';
import { tick } from '../../src/commands/desk/open-desk.ts';
import { createTestIo } from '../../src/commands/test-io.fixture.ts';
import { configSchema, toConfig } from '../../src/platform/config/config-schema.ts';
import { type Clock, systemClock } from '../../src/platform/time/clock.ts';
import { wire } from '../../src/stores/desk-data.fixture.ts';

/* What a desk does in a minute in which nothing happens: requests, frames and timers. */

const startMs = Date.UTC(2026, 0, 14);
const clock: Clock = { ...systemClock, monotonic: () => Date.now() - startMs };
const answers: Record<string, unknown> = {
  '/api/v2/perp/positions': wire.positions,
  '/api/v2/perp/markets': wire.markets,
  '/api/v2/trigger/orders': wire.orders,
  '/api/v2/portfolio/balances': wire.balances,
  '/api/v2/account/wallets': wire.wallets,
};
let home = '';
let requests: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: startMs });
  home = mkdtempSync(join(tmpdir(), 'swapdeck-quiet-'));
  requests = [];
  vi.stubGlobal('fetch', async (...sent: Parameters<typeof fetch>) => {
    const { pathname } = new URL(new Request(...sent).url);
    requests.push(pathname);
    return pathname in answers
      ? Response.json({ data: answers[pathname], requestId: 'r' })
      : Response.json({ error: { code: 'NOT_FOUND', message: pathname }, requestId: 'r' }, { status: 404 });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  rmSync(home, { recursive: true });
});

/** From one timer to the next: what each has brought about is seen through before time goes on. Gives how many there were. */
async function passes(ms: number): Promise<number> {
  const endMs = Date.now() + ms;
  let wakeUps = 0;
  while (Date.now() < endMs) {
    vi.advanceTimersToNextTimer();
    wakeUps++;
    for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  return wakeUps;
}

test('a minute of a quiet desk: its reads at their intervals, a few frames a second, and no timer more than before', async () => {
  const { io } = createTestIo('', {}, home);
  const service = {
    mode: 'paper',
    profile: 'paper',
    account: 'paper',
    baseUrl: 'https://quiet.test',
    apiKey: 'sk_a_b',
  } as const;
  const { desk, model } = openDesk(
    { ...service, wallet: null, socketHost: null },
    toConfig(configSchema.parse({}), home),
    { ...io, clock },
    { isDrained: () => true, onDrain: () => {}, quit: () => {}, write: () => {}, isWatched: false },
  );
  model.start();
  const stopTicking = tick(desk, model, { ...io, clock });
  await passes(10_000);
  let frames = 0;
  desk.scheduler.frames.subscribe(() => frames++);
  const timersBefore = vi.getTimerCount();
  requests = [];
  const wakeUps = await passes(60_000);
  const count = (path: string): number => requests.filter((sent) => sent === path).length;
  console.log(`${requests.length} requests, ${frames} frames, ${wakeUps} wake-ups a minute`);
  expect(count('/api/v2/perp/positions')).toBeLessThanOrEqual(31);
  expect(count('/api/v2/perp/markets')).toBeLessThanOrEqual(31);
  expect(count('/api/v2/trigger/orders')).toBeLessThanOrEqual(21);
  expect(count('/api/v2/portfolio/balances')).toBeLessThanOrEqual(7);
  expect(requests.length).toBeLessThan(150);
  expect(frames).toBeLessThan(150);
  expect(wakeUps).toBeLessThan(300);
  expect(vi.getTimerCount()).toBeLessThanOrEqual(timersBefore + 2);
  stopTicking();
  model.stop();
});
