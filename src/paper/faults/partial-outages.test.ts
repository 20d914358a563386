import { expect, test } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { FaultPlan } from './fault-plan.ts';
import { startPartialOutages } from './partial-outages.ts';

test('one part at a time is out, for up to a minute, and none most of the time', async () => {
  const clock = new FakeClock();
  const plan = new FaultPlan(seededRandom(1));
  const stop = startPartialOutages({ plan, clock, random: seededRandom(2) });
  const routes = new Set<string>();
  let [out, longest, run] = [0, 0, 0];
  for (let second = 0; second < 4 * 3600; second++) {
    await clock.advance(1_000);
    const active = plan.list();
    expect(active.length).toBeLessThanOrEqual(1);
    for (const { route } of active) routes.add(route);
    run = active.length === 0 ? 0 : run + 1;
    out += active.length;
    longest = Math.max(longest, run);
  }
  expect(longest).toSatisfy((seconds: number) => seconds >= 30 && seconds <= 61);
  expect(out / (4 * 3600)).toSatisfy((share: number) => share > 0.05 && share < 0.25);
  expect(routes.size).toBeGreaterThan(3);
  stop();
  expect(clock.pending).toBe(0);
});
