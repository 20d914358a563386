import { expect, test } from 'vitest';
import { inSlices } from './in-slices.ts';

const thousand = Array.from({ length: 1_000 }, (_, at) => at);

const handClock = () => {
  let nowMs = 0;
  const stall = (ms: number): void => {
    nowMs += ms;
  };
  return { monotonic: () => nowMs, stall };
};

/** Each item costs a tenth of a millisecond. */
function costly() {
  const clock = handClock();
  const taken: number[] = [];
  const take = (item: number): void => {
    clock.stall(0.1);
    taken.push(item);
  };
  return { clock, taken, take };
}

test('everything is taken, in order, with a turn for others every few milliseconds', async () => {
  const { clock, taken, take } = costly();
  const slices: number[] = [];
  expect(await inSlices(thousand, take, { clock, onSlice: (done) => slices.push(done), sliceMs: 8 })).toBe(true);
  expect(taken).toEqual(thousand);
  expect(slices).toEqual([128, 256, 384, 512, 640, 768, 896]);
});

test('others do have their turn', async () => {
  const { clock, take } = costly();
  let hasRun = false;
  setImmediate(() => {
    hasRun = true;
  });
  const seen: boolean[] = [];
  await inSlices(thousand, take, { clock, onSlice: () => seen.push(hasRun) });
  expect(seen[0]).toBe(false);
  expect(seen[1]).toBe(true);
});

test('it ends where it is asked to, and says so', async () => {
  const { clock, taken, take } = costly();
  const controller = new AbortController();
  const stop = (done: number): void => {
    if (done >= 256) controller.abort();
  };
  expect(await inSlices(thousand, take, { clock, onSlice: stop, signal: controller.signal })).toBe(false);
  expect(taken).toHaveLength(256);
});

test('an item that takes its time is waited for', async () => {
  const order: string[] = [];
  const slow = async (item: string): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push(item);
  };
  await inSlices(['a', 'b'], slow, { clock: handClock() });
  expect(order).toEqual(['a', 'b']);
});
