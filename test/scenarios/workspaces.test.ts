import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { PaneId } from '../../src/ui/panes/pane-ids.ts';
import { paneArea, place, type Size, sizeClass } from '../../src/ui/workspaces/layout.ts';
import { workspaces } from '../../src/ui/workspaces/workspaces.ts';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { deskWithPaper } from './desk-on-paper.ts';
import { type Box, boxesOf } from './screen-boxes.ts';

let home = '';
let desk: Desk | null = null;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'swapdeck-workspaces-'));
});
afterEach(async () => {
  await desk?.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

const open = async (size: Size): Promise<Desk> => {
  desk = await deskWithPaper({ home, ...size });
  return desk;
};

let resized: Desk | null = null;
afterAll(() => resized?.close());

/** The desk that is resized instead of opened at each size. */
async function everywhere(size: Size): Promise<Desk> {
  resized ??= await deskWithPaper(size);
  await resized.resizes(size.columns, size.rows);
  return resized;
}

const boxes = (on: Desk): (Box | null)[] => boxesOf(on.screen());

test.each([
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
])('F1 to F6 show every workspace at $columns×$rows, with every box closed and no cell left over', async (size) => {
  const on = await everywhere(size);
  for (const [index, { title, layouts }] of workspaces.entries()) {
    const layout = layouts[sizeClass(size)];
    await on.press(`F${index + 1}`);
    await on.seesWhere((screen) => {
      const found = boxesOf(screen);
      const first: PaneId[] = [];
      return (
        new RegExp(`^.*\\b${title}\\b`).test(screen.lines()[0] ?? '') &&
        found.every((box) => box !== null) &&
        found.length === Object.keys(place(layout, paneArea(size), first)).length
      );
    }, `the workspace ${title} with its panes`);
    const area = boxes(on).reduce((sum, box) => sum + (box ? box.width * box.height : 0), 0);
    expect(area, title).toBe(size.columns * (size.rows - 2));
  }
});

test('panes are resized and swapped, at this size alone, and found so at the next start', async () => {
  const size = { columns: 120, rows: 40 };
  const first = await open(size);
  const before = boxes(first)[0];
  await first.press('W', 'Right', 'Right', '>', 'Esc');
  await first.seesWhere((screen) => /^.*Trigger orders/.test(screen.lines()[1] ?? ''), 'the orders on top');
  const after = boxes(first)[0];
  expect(after?.width).toBeGreaterThan(before?.width ?? 0);
  await first.press('F2', '8', 'q');
  expect(await first.exits()).toMatchObject({ code: 0 });
  expect(statSync(join(home, 'state', 'layouts.json')).mode & 0o777).toBe(0o600);

  desk = await openDesk({ home, ...size, args: ['--ephemeral'] });
  await desk.sees('F2 Perps');
  await desk.press('F1');
  await desk.seesWhere((screen) => /^.*Trigger orders/.test(screen.lines()[1] ?? ''), 'the orders on top again');
  expect(boxes(desk)[0]).toEqual(after);
  await desk.resizes(80, 24);
  await desk.seesWhere((screen) => /^.*1 Positions/.test(screen.lines()[1] ?? ''), 'the other size as it comes');
  await desk.resizes(120, 40);
  await desk.press('W', 'r', 'Esc');
  await desk.seesWhere((screen) => /^.*1 Positions/.test(screen.lines()[1] ?? ''), 'the layout as it comes');
});
