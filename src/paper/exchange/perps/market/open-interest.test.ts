import { expect, test } from 'vitest';
import { moveInterest, usualInterest } from './open-interest.ts';
import { perpSpecs } from './perp-specs.ts';

const [spec] = perpSpecs;
if (!spec) throw new Error('no market');
const startUsd = 100_000;
const usual = usualInterest(spec, startUsd);

/** Open interest, as a share of the usual, after the price has gone through `path` in equal steps without noise. */
function after(path: readonly number[], minutesPerStep: number, cuts = 60): number {
  const state = { openInterest: usual };
  let from = startUsd;
  for (const to of path) {
    for (let cut = 1; cut <= cuts; cut++) {
      const oracleUsd = from * (to / from) ** (cut / cuts);
      moveInterest(state, spec!, { oracleUsd, elapsedMs: (minutesPerStep * 60_000) / cuts, noise: 0 });
    }
    from = to;
  }
  return state.openInterest / usual;
}

test('a crash liquidates a part of it, the more the deeper, and so does a squeeze', () => {
  const [tenth, fifth] = [after([90_000], 4), after([80_000], 4)];
  expect(tenth).toBeGreaterThan(0.75);
  expect(tenth).toBeLessThan(0.9);
  expect(fifth).toBeGreaterThan(0.5);
  expect(fifth).toBeLessThan(tenth - 0.1);
  expect(after([110_000], 4)).toBeLessThan(0.9);
});

test('the same fall without hurry, and what a usual hour does, liquidate nobody', () => {
  const slow = Array.from({ length: 48 }, (_, hour) => startUsd * 0.9 ** ((hour + 1) / 48));
  expect(after(slow, 60)).toBeGreaterThan(0.99);
  expect(after([101_000, 99_500, 100_500, 100_000], 15)).toBeGreaterThan(0.99);
});

test('each level is liquidated once, and the length of the steps does not matter', () => {
  const once = after([92_000], 2);
  expect(after([92_000, 96_000, 92_000], 2)).toBeGreaterThan(once - 0.02);
  expect(after([92_000], 2, 2_400)).toBeCloseTo(once, 2);
});

test('comes back within days', () => {
  const crash = after([85_000], 4);
  const week = Array.from({ length: 7 * 24 }, () => 85_000);
  const back = after([85_000, ...week], 60);
  expect(back).toBeGreaterThan(crash + 0.15);
  expect(back * 0.85).toBeLessThan(1.01);
});
