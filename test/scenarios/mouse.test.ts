import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, deskOnPaper, hasData, seesArmedConfirmation } from './desk-on-paper.ts';

const sizes = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
];

const report = (code: number, { x, y }: { x: number; y: number }, end = 'M'): string =>
  `\x1b[<${code};${x + 1};${y + 1}${end}`;

function placeOf(desk: Desk, matching: string | RegExp): { x: number; y: number } {
  const place = desk.screen().positionOf(matching);
  if (!place) throw new Error(`${matching} is not on the screen:\n${desk.screen().text()}`);
  return place;
}

const clicks = (desk: Desk, matching: string | RegExp): Promise<void> => {
  const place = placeOf(desk, matching);
  return desk.sends(report(0, place) + report(0, place, 'm'));
};

const wheels = (desk: Desk, matching: string | RegExp, way: 'up' | 'down', times = 1): Promise<void> =>
  desk.sends(report(way === 'up' ? 64 : 65, placeOf(desk, matching)).repeat(times));

test.each(sizes)(
  'a click focuses a pane and selects a row, a second opens it, the wheel moves on, at $columns×$rows',
  async (size) => {
    await using desk = await deskOnPaper(size);
    expect(desk.screen().modes.mouse).toBe(true);
    await clicks(desk, '2 Trigger orders');
    await desk.sees(/┏━ 2 Trigger orders/);
    await clicks(desk, /ETH +[−+]/);
    await desk.sees(/┏━ 1 Positions/);
    await desk.sees(/▸ ETH/);
    await wheels(desk, /ETH +[−+]/, 'up');
    await desk.sees(/▸ BTC/);
    await wheels(desk, /BTC +[−+]/, 'down');
    await desk.sees(/▸ (?!BTC|ETH)[A-Z]+ +[−+]/);
    await clicks(desk, /BTC +[−+]/);
    await clicks(desk, /BTC +[−+]/);
    await desk.sees('Positions: details');
    await backToDesk(desk);
    await desk.press('?');
    await desk.sees(/Keys ━+ 1–/);
    await desk.sends(report(65, { x: 40, y: 10 }).repeat(2));
    await desk.sees(/Keys ━+ 7–/);
  },
);

test('a workspace’s name is clicked where all of them are shown', async () => {
  await using desk = await deskOnPaper({ columns: 200, rows: 60 });
  await clicks(desk, 'Perps');
  await desk.sees(/─ Markets ─/);
});

test('a form hears no button by the mouse, its confirmation nothing, and no part of a report is typed', async () => {
  await using desk = await deskOnPaper({ columns: 80, rows: 24 });
  // Small enough to be confirmed by a key.
  await clicks(desk, /SOL +[−+]/);
  await desk.sees(/▸ SOL/);
  await desk.press('c');
  await desk.sees('Close position');
  const before = desk.screen().line('Percentage');
  await clicks(desk, /Close .* …/);
  await desk.sends('\x1b[<0;40');
  await desk.sends(';12M');
  expect(desk.screen().line('Percentage')).toBe(before);
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  await clicks(desk, 'Send (y)');
  await clicks(desk, 'Cancel');
  // An old terminal’s report of column 89, whose byte is the letter y.
  await desk.sends('\x1b[M y!');
  await desk.sends('\x1b[M \x79\x79');
  await desk.sees('Send (y)');
});

test.each(['--no-mouse', 'mouse = false'])('%s: the terminal is never asked for the mouse', async (off) => {
  const home = mkdtempSync(join(tmpdir(), 'swapdeck-mouse-'));
  try {
    const isOption = off.startsWith('--');
    mkdirSync(join(home, 'config'), { recursive: true });
    if (!isOption) writeFileSync(join(home, 'config', 'config.toml'), `[display]\n${off}\n`);
    await using desk = await deskOnPaper({ home, columns: 80, rows: 24, args: isOption ? [off] : [] });
    await desk.press('2', '1');
    expect(desk.screen().modes.mouse).toBe(false);
    expect([...desk.modesAsked]).not.toEqual(expect.arrayContaining([1000]));
    expect([...desk.modesAsked]).not.toEqual(expect.arrayContaining([1006]));
    await desk.sends('\x1bp');
    await desk.sees('the mouse works on the desk');
    expect(desk.screen().modes.mouse).toBe(true);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
});

test.each([
  ['q', (desk: Desk) => desk.press('q')],
  ['a termination signal', (desk: Desk) => desk.signal('SIGTERM')],
])('%s gives the mouse back', async (_how, leave) => {
  await using desk = await deskOnPaper({ columns: 80, rows: 24 });
  expect(desk.screen().modes.mouse).toBe(true);
  await leave(desk);
  expect((await desk.exits()).after.modes.mouse).toBe(false);
});

test('Ctrl-Z gives the mouse back, and the desk takes it again', async () => {
  await using desk = await deskOnPaper({ columns: 80, rows: 24 });
  const seen: boolean[] = [];
  const look = setInterval(() => seen.push(desk.screen().modes.mouse), 2);
  await desk.press('C-z');
  await desk.seesWhere((screen) => seen.includes(false) && screen.modes.mouse, 'the mouse back on the desk');
  clearInterval(look);
  await hasData(desk);
});

test('a thousand turns of the wheel in a second leave the desk quick', async () => {
  await using desk = await deskOnPaper({ columns: 120, rows: 40 });
  const place = placeOf(desk, /BTC +[−+]/);
  const startMs = performance.now();
  for (let turn = 0; turn < 100; turn++) await desk.sends(report(turn % 2 === 0 ? 65 : 64, place).repeat(10));
  await desk.press('?');
  await desk.sees(/Keys ━+ 1–/);
  expect(performance.now() - startMs).toBeLessThan(12_000);
});
