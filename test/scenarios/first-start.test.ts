import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import type { Screen } from '../driver/screen.ts';
import { deskWithPaper, hasData } from './desk-on-paper.ts';
import { boxesOf } from './screen-boxes.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskWithPaper({ columns: 80, rows: 24 });
});
afterAll(() => desk?.close());

const swapsOn = (screen: Screen): string[] => screen.text().match(/\d\d:\d\d:\d\d +(BUY|SELL) .*\d/g) ?? [];

describe('a newcomer starts the desk in an empty home', () => {
  test('it is paper, connected, and says so', () => {
    expect(desk.screen().lines()[0]).toMatch(/^ PAPER .*● Connected/);
  });

  test('it has three positions, long and short, isolated and cross', () => {
    const screen = desk.screen();
    expect(screen.line(/1 Positions/)).toContain('3 open');
    expect(screen.line(/BTC +\+0\.15000 /)).toContain('5×i');
    expect(screen.line(/ETH +−4\.2000 /)).toContain('5×c');
    expect(screen.line(/SOL +\+35\.00 /)).toContain('5×i');
  });

  test('it has trigger orders that wait and some that have ended', () => {
    const screen = desk.screen();
    expect(screen.line(/2 Trigger orders/)).toContain('3 active');
    expect(screen.line(/SELL .* trail \d+ %/)).toContain('active');
    expect(screen.line(/JUP .*mcap </)).toContain('active');
    expect(screen.line('d ago')).toMatch(/cancelled|expired|success/);
  });

  test('it has balances in US dollars', () => {
    expect(desk.screen().line('3 Balances')).toMatch(/[1-9][\d.]*K USD/);
    expect(desk.screen().line(/^│ +sniper/)).toMatch(/sniper .*[1-9]/);
  });

  test('swaps pass on the tape, the newest on top', async () => {
    const before = new Set(swapsOn(desk.screen()));
    await desk.seesWhere((screen) => {
      const [newest] = swapsOn(screen);
      return newest !== undefined && !before.has(newest);
    }, 'a new swap on top of the tape');
    const times = swapsOn(desk.screen()).map((swap) => swap.slice(0, 8));
    expect(times).toEqual(times.toSorted().reverse());
  });
});

describe.each([
  [80, 24],
  [120, 40],
  [200, 60],
  [60, 16],
])('at %i×%i', (columns, rows) => {
  test('the panes fill the screen between header and footer, each border closed', async () => {
    await desk.resizes(columns, rows);
    await desk.seesWhere((screen) => isFilled(screen, columns, rows), `whole panes on ${columns}×${rows}`);
    const lines = desk.screen().lines();
    expect(lines[0]).toMatch(/^ PAPER /);
    expect(lines.at(-1)).toMatch(/^ {2}c close .*\? help {2}q quit/);
  });
});

/** Every cell between the first row and the last belongs to exactly one pane: four, chart and book where there is room. */
function isFilled(screen: Screen, columns: number, rows: number): boolean {
  const boxes = boxesOf(screen).filter((box) => box !== null);
  const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
  const isInside = boxes.every(({ x, y, width, height }) => x + width <= columns && y >= 1 && y + height <= rows - 1);
  const count = columns >= 180 ? 6 : columns >= 116 ? 5 : 4;
  return boxes.length === count && isInside && area === columns * (rows - 2) && screen.shows('4 Tape');
}

const notice = 'swapdeck needs 60×16;\nthis terminal is 59×15.\nTrading keys are off. q quits.';

test('a terminal that is too small gets a notice and no trading keys; made larger, the desk is back', async () => {
  await desk.resizes(59, 15);
  await desk.seesWhere((screen) => screen.text() === notice, 'the notice alone');
  await desk.press('c', 'm', 'o', 's', 'Enter', '?');
  expect(desk.screen().text()).toBe(notice);
  await desk.resizes(80, 24);
  await desk.seesWhere((screen) => isFilled(screen, 80, 24), 'the desk as it was, nothing over it');
  await hasData(desk);
});

test('a form that is open when the terminal gets too small can send nothing until it can be read again', async () => {
  await desk.press('c');
  await desk.sees('Close 100 %');
  await desk.resizes(59, 15);
  await desk.seesWhere((screen) => screen.text() === notice, 'the notice alone');
  await desk.press('Enter');
  await desk.press('y');
  await desk.ages(300);
  await desk.press('y');
  await desk.resizes(80, 24);
  await desk.sees('‹ Close 100 % … ›');
  expect(sentRequests(desk)).toEqual([]);
});
