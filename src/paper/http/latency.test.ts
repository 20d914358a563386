import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { Bus } from '../world/bus.ts';
import { lateApp, lateBus } from './latency.ts';

const at = (path: string) => ({ url: path }) as IncomingMessage;
const options = (clock: FakeClock) => ({ clock, random: seededRandom(4), medianMs: 120 });

test('half of the answers take longer than the median, one in twenty three times as long', async () => {
  const clock = new FakeClock(0);
  const executed: number[] = [];
  const app = lateApp(async () => {
    executed.push(clock.monotonic());
    return { status: 200, headers: {}, body: '' };
  }, options(clock));
  const took: number[] = [];
  const calls = Array.from({ length: 1_000 }, async () => {
    await app(at('/api/v2/wallets'));
    took.push(clock.monotonic());
  });
  await clock.advance(5_000);
  await Promise.all(calls);
  const sorted = took.toSorted((a, b) => a - b);
  expect(sorted[500]).toSatisfy((ms: number) => ms > 105 && ms < 135);
  expect(sorted[950]).toSatisfy((ms: number) => ms > 280 && ms < 450);
  // Not before half of its time has passed.
  expect(Math.min(...executed)).toBeGreaterThan(5);
});

test('the controls of the service are not late', async () => {
  const app = lateApp(async () => ({ status: 200, headers: {}, body: 'now' }), options(new FakeClock(0)));
  expect((await app(at('/paper/admin/faults?x=1'))).body).toBe('now');
});

test('events come late, each once and in their order', async () => {
  const clock = new FakeClock(0);
  const bus = new Bus();
  const heard: { readonly id: number; readonly ms: number }[] = [];
  lateBus(bus, options(clock)).subscribe(({ data }) => heard.push({ id: data as number, ms: clock.monotonic() }));
  for (let id = 0; id < 100; id++) {
    bus.publish({ stream: 's', filter: {}, data: id });
    await clock.advance(7);
  }
  await clock.advance(200);
  expect(heard.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, id) => id));
  for (const { id, ms } of heard) expect(ms - id * 7).toSatisfy((late: number) => late >= 25 && late <= 75);
});

test('no delay is negative, even when an event falls due between two looks at the clock', async () => {
  const clock = new FakeClock(0);
  const delays: number[] = [];
  let drift = 0;
  const drifting = {
    now: () => clock.now(),
    monotonic: () => clock.monotonic() + drift++ * 0.4,
    setTimeout: (run: () => void, delayMs: number) => {
      delays.push(delayMs);
      return clock.setTimeout(run, delayMs);
    },
    clearTimeout: clock.clearTimeout.bind(clock),
  };
  const bus = new Bus();
  let heard = 0;
  lateBus(bus, { ...options(clock), clock: drifting }).subscribe(() => heard++);
  for (let id = 0; id < 300; id++) {
    bus.publish({ stream: 's', filter: {}, data: id });
    await clock.advance(0.3);
  }
  await clock.advance(500);
  expect(heard).toBe(300);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
});
