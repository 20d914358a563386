import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { keySequence } from '../driver/key-sequence.ts';
import type { Desk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { backToDesk, deskOn, seesArmedConfirmation } from './desk-on-paper.ts';

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

let paper: PaperProcess;
let desk: Desk;
beforeAll(async () => {
  paper = await startPaper({ seed: 1 });
  desk = await deskOn(paper, { columns: 80, rows: 24 });
});
afterEach(() => backToDesk(desk));
afterAll(async () => {
  await desk?.close();
  await paper?.stop();
});

test.each(sizes)(
  'a click focuses a pane and selects a row, a second opens it, the wheel moves on, at $columns×$rows',
  async ({ columns, rows }) => {
    await desk.resizes(columns, rows);
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
  await desk.resizes(200, 60);
  await clicks(desk, 'Perps');
  await desk.sees(/─ Markets ─/);
  await desk.press('F1');
});

test('a hint in the footer does what its key does', async () => {
  await desk.resizes(80, 24);
  await clicks(desk, '? help');
  await desk.sees(/Keys ━+ 1–/);
  await backToDesk(desk);
  await desk.press('1');
  await clicks(desk, 'c close');
  await desk.sees('Close position');
  await backToDesk(desk);
});

test('a form hears no button by the mouse, its confirmation nothing, and no part of a report is typed', async () => {
  await desk.resizes(80, 24);
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
  await clicks(desk, 'Back');
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
    await using own = await deskOn(paper, { home, columns: 80, rows: 24, args: isOption ? [off] : [] });
    await own.press('2', '1');
    expect(own.screen().modes.mouse).toBe(false);
    expect([...own.modesAsked]).not.toEqual(expect.arrayContaining([1000]));
    expect([...own.modesAsked]).not.toEqual(expect.arrayContaining([1006]));
    await own.press('M-p');
    await own.sees('mouse on: hold Shift to select text');
    expect(own.screen().modes.mouse).toBe(true);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
});

test.each([
  ['q', (desk: Desk) => desk.press('q')],
  ['a termination signal', (desk: Desk) => desk.signal('SIGTERM')],
])('%s gives the mouse back', async (_how, leave) => {
  await using own = await deskOn(paper, { columns: 80, rows: 24 });
  expect(own.screen().modes.mouse).toBe(true);
  await leave(own);
  expect((await own.exits()).after.modes.mouse).toBe(false);
});

test('Ctrl-Z gives the mouse back, and the desk takes it again', async () => {
  const before = desk.output.length;
  // The desk stops, and is let go on at once: no shell waits for it here.
  desk.sendsUnheard(keySequence('C-z'));
  const modes = (): string[] => desk.output.slice(before).match(/\x1b\[\?1000[hl]/g) ?? [];
  await desk.seesWhere(() => modes().join('') === '\x1b[?1000l\x1b[?1000h', 'the mouse given back, then taken');
  expect(desk.screen().modes.mouse).toBe(true);
  await desk.sees('● Connected');
  await desk.sees('1 Positions');
});

test('a thousand turns of the wheel in a second leave the desk quick', async () => {
  await desk.resizes(120, 40);
  const place = placeOf(desk, /BTC +[−+]/);
  for (let turn = 0; turn < 100; turn++) await desk.sends(report(turn % 2 === 0 ? 65 : 64, place).repeat(10));
  await desk.press('?');
  await desk.sees(/Keys ━+ 1–/);
});
