import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Screen } from '../driver/screen.ts';
import { boxesOf } from '../scenarios/screen-boxes.ts';
import { faultsOf } from '../walk/screen-rules.ts';
import { type Frame, frameSizes, frames } from './frame-list.ts';
import { holdAgainstGolden } from './golden-file.ts';
import { openStillDesk, type StillDesk } from './still-desk.ts';

/** The port is the one thing that differs from run to run; it always has five digits. */
const withoutPort = (line: string): string => line.replaceAll(/127\.0\.0\.1:\d{5}/g, '127.0.0.1:#####');

async function play(desk: StillDesk, { keys }: Frame): Promise<void> {
  for (const key of keys) await (typeof key === 'number' ? desk.passes(key) : desk.press(key));
}

const letsTimePass = ({ keys }: Frame): boolean => keys.some((key) => typeof key === 'number');

/** Every cell with its colours, a text a row. */
const cellsOf = ({ cells }: Screen): string[] => cells.map((row) => JSON.stringify(row));

async function check(desk: StillDesk, frame: Frame, name: string): Promise<void> {
  await play(desk, frame);
  const screen = await desk.screen();
  const lines = screen.lines().map(withoutPort);
  expect(faultsOf(screen), lines.join('\n')).toEqual([]);
  expect(boxesOf(screen).length).toBeGreaterThan(0);
  expect(cellsOf(screen)).toEqual(cellsOf(desk.screenByInk()));
  holdAgainstGolden(name, lines);
}

describe.each(frameSizes)('at $columns×$rows', (size) => {
  const nameOf = ({ name }: Frame): string => `${name}-${size.columns}x${size.rows}`;
  describe('in a time that stands still', () => {
    let desk: StillDesk;
    beforeAll(async () => {
      desk = await openStillDesk(size);
    });
    afterAll(() => desk?.[Symbol.asyncDispose]());
    test.each(frames.filter((frame) => !letsTimePass(frame)))('$name', async (frame) => {
      await desk.reset();
      await check(desk, frame, nameOf(frame));
    });
  });

  test.each(frames.filter(letsTimePass))('$name', async (frame) => {
    await using desk = await openStillDesk(size);
    await check(desk, frame, nameOf(frame));
  });
});
