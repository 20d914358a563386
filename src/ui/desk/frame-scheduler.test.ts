import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameScheduler } from './frame-scheduler.ts';

/** A terminal and a clock held in the hand; every published frame is noted with its time. */
function setUp(maxFps = 30) {
  let nowMs = 0;
  let isDrained = true;
  let timers: { readonly dueMs: number; readonly run: () => void }[] = [];
  const immediates: (() => void)[] = [];
  let drained = (): void => {};
  const published: number[] = [];
  const whileBusy: number[] = [];
  const scheduler = new FrameScheduler({
    maxFps,
    monotonic: () => nowMs,
    setTimeout: (run, delayMs) => timers.push({ dueMs: nowMs + delayMs, run }),
    setImmediate: (run) => immediates.push(run),
    isDrained: () => isDrained,
    onDrain: (listener) => {
      drained = listener;
    },
  });
  scheduler.frames.subscribe(() => (isDrained ? published : whileBusy).push(nowMs));
  return {
    scheduler,
    published,
    whileBusy,
    timerCount: () => timers.length,
    busy: () => {
      isDrained = false;
    },
    drain: () => {
      isDrained = true;
      drained();
    },
    /** Ends as many turns of the event loop. */
    turn: (count = 2) => {
      for (let left = count; left > 0; left--) for (const run of immediates.splice(0)) run();
    },
    pass(ms: number): void {
      const endMs = nowMs + ms;
      for (;;) {
        const [next] = timers.filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs);
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        nowMs = Math.max(nowMs, next.dueMs);
        next.run();
      }
      nowMs = endMs;
    },
  };
}

describe('a request', () => {
  test('is published soon, but never in its own stack', () => {
    const { scheduler, published, pass } = setUp();
    scheduler.request();
    expect(published).toEqual([]);
    pass(0);
    expect(published).toEqual([0]);
  });

  test('is one of many in a burst: one frame and one timer', () => {
    const { scheduler, published, pass, timerCount } = setUp();
    for (let index = 0; index < 1_000; index++) scheduler.request();
    expect(timerCount()).toBe(1);
    pass(1_000);
    expect(published).toEqual([0]);
    expect(timerCount()).toBe(0);
  });

  test('is not published while the last frame is on its way, and not lost either', () => {
    const { scheduler, published, whileBusy, pass, busy, drain } = setUp();
    busy();
    scheduler.request();
    pass(10_000);
    expect([published, whileBusy]).toEqual([[], []]);
    drain();
    pass(0);
    expect(published).toEqual([10_000]);
  });

  test('whose timer fires on a busy terminal waits for the drain', () => {
    const { scheduler, published, pass, busy, drain } = setUp();
    scheduler.request();
    busy();
    pass(100);
    expect(published).toEqual([]);
    drain();
    pass(0);
    expect(published).toEqual([100]);
  });

  test('after a drain without one is a new one', () => {
    const { scheduler, published, pass, drain } = setUp();
    drain();
    pass(100);
    expect(published).toEqual([]);
    scheduler.request();
    pass(0);
    expect(published).toEqual([100]);
  });
});

describe('a burst of a second', () => {
  const framesIn = (maxFps: number, hasKey: boolean): number => {
    const { scheduler, published, pass, turn } = setUp(maxFps);
    if (hasKey) scheduler.now();
    turn();
    for (let ms = 0; ms < 1_000; ms++) {
      scheduler.request();
      pass(1);
    }
    return published.length;
  };

  test.each([
    ['30 frames after a key', 30, true, 30],
    ['15 frames while nobody presses one', 30, false, 15],
    ['at most as many as are allowed', 4, true, 4],
    ['at most as many as are allowed, also without a key', 4, false, 4],
  ])('gives %s', (_name, maxFps, hasKey, frames) => {
    expect(Math.abs(framesIn(maxFps, hasKey) - frames)).toBeLessThanOrEqual(1);
  });
});

describe('a key', () => {
  test('is shown in its turn, inside the pause between two frames', () => {
    const { scheduler, published, pass, turn } = setUp();
    scheduler.request();
    pass(1);
    scheduler.now();
    turn();
    expect(published).toEqual([0, 1]);
  });

  test('sends first: no frame is drawn before the turn in which its request is written has ended', () => {
    const { scheduler, published, pass, turn } = setUp();
    scheduler.request();
    scheduler.now();
    pass(100);
    turn(1);
    pass(100);
    expect(published).toEqual([]);
    turn(1);
    expect(published).toEqual([200]);
  });

  test('takes a waiting request with it, and two keys of one turn are one frame', () => {
    const { scheduler, published, pass, turn } = setUp();
    scheduler.request();
    scheduler.now();
    scheduler.now();
    turn();
    pass(1_000);
    expect(published).toEqual([0]);
  });

  test('on a busy terminal is shown after the drain', () => {
    const { scheduler, published, whileBusy, pass, busy, drain, turn } = setUp();
    busy();
    scheduler.now();
    turn();
    pass(500);
    expect([published, whileBusy]).toEqual([[], []]);
    drain();
    pass(0);
    expect(published).toEqual([500]);
  });
});

test('whatever comes, nothing is drawn on a busy terminal, the rate holds, and the last word is shown', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constant('request' as const) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 60 }) },
    fc.constantFrom('busy' as const, 'drain' as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const { scheduler, published, whileBusy, pass, busy, drain } = setUp(30);
      let requestedAfter = -1;
      for (const one of steps) {
        if (typeof one === 'number') pass(one);
        else if (one === 'request') {
          scheduler.request();
          requestedAfter = published.length;
        } else if (one === 'busy') busy();
        else drain();
      }
      drain();
      pass(1_000);
      expect(whileBusy).toEqual([]);
      if (requestedAfter >= 0) expect(published.length).toBeGreaterThan(requestedAfter);
      for (const [index, at] of published.slice(1).entries())
        expect(at - (published[index] ?? 0)).toBeGreaterThanOrEqual(1000 / 15 - 1e-6);
    }),
    { numRuns: 1_000 },
  );
});
