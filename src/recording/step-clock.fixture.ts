import { FakeClock } from '../platform/time/fake-clock.fixture.ts';

/** pusher-js sends through timers of its own, without a delay: with this as `setTimeout` they come with the next turn. */
export const undelayed =
  (original: typeof setTimeout) =>
  (run: () => void, delayMs?: number): unknown =>
    delayMs ? original(run, delayMs) : setImmediate(run);

/** A FakeClock that lets pusher-js send what it has to send. */
export class StepClock extends FakeClock {
  override async advance(ms: number): Promise<void> {
    const firstMs = Math.min(ms, 60);
    for (let passedMs = 0; passedMs < firstMs; passedMs += 15) {
      await super.advance(Math.min(15, firstMs - passedMs));
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    }
    await super.advance(ms - firstMs);
    await new Promise(setImmediate);
  }
}
