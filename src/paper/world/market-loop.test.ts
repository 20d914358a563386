import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { runMarketLoop } from './market-loop.ts';

function run(speed: number) {
  const clock = new FakeClock();
  const steps: [nowMs: number, elapsedMs: number][] = [];
  const saves: boolean[] = [];
  const stop = runMarketLoop({
    clock,
    speed,
    save: (isThorough) => saves.push(isThorough),
    step: (...step) => steps.push(step),
  });
  return { clock, steps, saves, stop };
}

describe('runMarketLoop', () => {
  it('stamps with the wall clock and moves by the market clock', async () => {
    const { clock, steps, stop } = run(10);
    const startMs = clock.now();
    await clock.advance(100);
    expect(steps).toEqual([
      [startMs + 50, 500],
      [startMs + 100, 500],
    ]);
    clock.jumpWall(3_600_000);
    await clock.advance(50);
    expect(steps.at(-1)).toEqual([startMs + 3_600_150, 500]);
    stop();
    expect(clock.pending).toBe(0);
  });

  it('takes no step longer than a minute, however fast it is', async () => {
    const { clock, steps, stop } = run(1_000);
    await clock.advance(1_000);
    expect(Math.max(...steps.map(([, elapsedMs]) => elapsedMs))).toBeLessThanOrEqual(60_000);
    stop();
  });

  it('saves every five seconds, charts at every sixth time', async () => {
    const { clock, saves, stop } = run(1);
    await clock.advance(31_000);
    expect(saves).toEqual([false, false, false, false, false, true]);
    stop();
  });
});
