import { getHeapStatistics } from 'node:v8';
import { afterEach, expect, test } from 'vitest';
import { positionRows } from '../../src/stores/portfolio/position-rows.ts';
import { bytesForChange } from '../bench/least-bytes.ts';
import { drawnDesk } from './drawn-desk.ts';

/*
 * What a frame costs, in counts: bytes to the terminal and bytes of memory. They are the same on a busy machine and on a slow one,
 * so that a change which draws more than it must is found here and not by a figure that flickers.
 */

const size = { columns: 200, rows: 60 };
let desk: Awaited<ReturnType<typeof drawnDesk>>;
afterEach(() => desk.close());

async function opened() {
  desk = await drawnDesk(size);
  for (let count = 0; count < 100; count++) desk.swap();
  for (let frame = 0; frame < 3; frame++) await desk.draws();
  return desk;
}

test('a frame in which nothing has changed writes nothing', async () => {
  const { bytesOf } = await opened();
  expect(await bytesOf(() => {})).toBe(0);
});

test('a second that passes writes the clock and ages, not the rows that show them', async () => {
  const { bytesOf, fake } = await opened();
  const bytes = await bytesOf(() => {
    fake.clock.nowMs += 1_000;
  });
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(1_500);
});

test('a selection that moves writes two markers and what is bold', async () => {
  const { bytesOf, fake } = await opened();
  const second = positionRows(fake.desk.data)[1]!;
  const bytes = await bytesOf(() => fake.desk.ui.setState({ selected: { positions: second.key } }));
  expect(bytes).toBeLessThan(2_500);
});

test('swaps write the cells that differ and little more', async () => {
  const { bytesOf, swap, cells } = await opened();
  for (let frame = 0; frame < 20; frame++) {
    const before = cells();
    const bytes = await bytesOf(swap);
    expect(bytes).toBeLessThan(1.3 * bytesForChange(before, cells()) + 100);
  }
});

test('a frame with a swap allocates less than 3 MB, the emulator of the terminal included', async () => {
  const { bytesOf, swap } = await opened();
  const allocated = (): number => Reflect.get(getHeapStatistics(), 'total_allocated_bytes') as number;
  for (let frame = 0; frame < 50; frame++) await bytesOf(swap);
  const before = allocated();
  for (let frame = 0; frame < 100; frame++) await bytesOf(swap);
  const perFrame = (allocated() - before) / 100;
  console.log(`${Math.round(perFrame / 1_000)} kB a frame`);
  expect(perFrame).toBeLessThan(3_000_000);
});
