import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deskKeymap } from '../../src/ui/commands/commands.ts';
import { withKeys } from '../../src/ui/keys/keymap.ts';
import type { Desk } from '../driver/open-desk.ts';
import type { Screen } from '../driver/screen.ts';
import { backToDesk, deskOnPaper } from './desk-on-paper.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 40 });
});
afterEach(() => backToDesk(desk));
afterAll(() => desk?.close());

/** Number of the pane with the heavy border, else its title. */
const focused = (screen: Screen): string | undefined => /┏━ ([\d-]|\w+) /.exec(screen.text())?.[1];
const seesFocus = (pane: string) => desk.seesWhere((screen) => focused(screen) === pane, `the focus on pane ${pane}`);
const column = (screen: Screen, row: RegExp): string[] => screen.lines().flatMap((line) => row.exec(line)?.[1] ?? []);
const coins = (screen: Screen) => column(screen, /^[┃│] +▸? +([A-Z]{3}) +[+−]/);

test('? lists every command of the key table', async () => {
  await desk.press('?');
  await desk.sees('Everywhere on the desk');
  const keymap = deskKeymap();
  const descriptions = keymap.commands.map(({ description }) => withKeys(description, keymap));
  const read = new Set<string>();
  const readPage = () => {
    const page = desk.screen().text();
    for (const description of descriptions) if (page.includes(description)) read.add(description);
  };
  const isLastPage = () => {
    const [, shown, all] = /\d+–(\d+) of (\d+)/.exec(desk.screen().text()) ?? [];
    return shown === all;
  };
  for (readPage(); !isLastPage(); readPage()) await desk.press('PageDown');
  expect(descriptions.filter((text) => !read.has(text))).toEqual([]);
});

test('Tab and Shift-Tab go round the workspace, the numbers lead into the others', async () => {
  await desk.press('1');
  for (const next of ['2', '3', '4', '7', 'Book', '1']) {
    await desk.press('Tab');
    await seesFocus(next);
  }
  await desk.press('S-Tab');
  await seesFocus('Book');
  for (const pane of ['2', '3', '5', '6', '8', '9', '0', '-', '1']) {
    await desk.press(pane);
    await seesFocus(pane);
  }
});

test('z gives one pane the whole screen and takes it back', async () => {
  await desk.press('2', 'z');
  await desk.seesNot('1 Positions');
  expect(desk.screen().line('2 Trigger orders')).toHaveLength(120);
  await desk.press('Tab');
  await desk.sees('3 Balances');
  expect(desk.screen().shows('2 Trigger orders')).toBe(false);
  await desk.press('z');
  await desk.sees('1 Positions');
});

test('/ shows only the rows that contain the text, until it is cleared', async () => {
  await desk.press('3', '/');
  await desk.types('sniper');
  await desk.sees(/3 Balances .*\/sniper \d of \d+/);
  await desk.press('Enter');
  await desk.sees('q quit');
  expect(new Set(column(desk.screen(), /^┃ +▸? *(main|sniper|cold) /))).toEqual(new Set(['sniper']));
  await desk.press('/', 'Esc');
  await desk.seesNot('/sniper');
});

test('a filter that nothing passes says so', async () => {
  await desk.press('2', '/');
  await desk.types('zzz');
  await desk.sees('No row contains “zzz”');
  await desk.press('Esc');
  await desk.seesNot('zzz');
});

test('l sorts by the next column, v turns it round, h goes back to the order of the service', async () => {
  await desk.press('1', 'l');
  await desk.sees('COIN↓');
  await desk.seesWhere((screen) => coins(screen).join(' ') === 'SOL ETH BTC', 'the coins from Z to A');
  await desk.press('v');
  await desk.sees('COIN↑');
  await desk.seesWhere((screen) => coins(screen).join(' ') === 'BTC ETH SOL', 'the coins from A to Z');
  await desk.press('h');
  await desk.seesNot('COIN↑');
});

test('j and k choose a row; Enter shows everything about it', async () => {
  await desk.press('1', 'g', 'j');
  await desk.sees('▸ ETH');
  await desk.press('Enter');
  await desk.sees(/coin +ETH short/);
  expect(desk.screen().text()).toMatch(/leverage +5× cross/);
  await desk.press('Esc', 'k');
  await desk.sees('▸ BTC');
});

describe('on the tape', () => {
  const newest = (screen: Screen) => /\d\d:\d\d:\d\d +(BUY|SELL) .*?(?= +│| +┃)/.exec(screen.text())?.[0];

  test('p holds it still while it counts what passes, and lets it go on', async () => {
    await desk.press('4');
    await desk.seesWhere((screen) => newest(screen) !== undefined, 'a swap');
    await desk.press('p');
    await desk.sees(/PAUSED \+\d/);
    const held = newest(desk.screen());
    await desk.sees(/PAUSED \+[1-9]/);
    expect(newest(desk.screen())).toBe(held);
    await desk.press('p');
    await desk.seesNot('PAUSED');
    await desk.seesWhere((screen) => newest(screen) !== held, 'the tape to go on');
  });

  test('f raises the smallest size shown, round to all of them', async () => {
    await desk.press('4');
    for (const size of ['≥ 100.00 USD', '≥ 1,000.00 USD', '≥ 10.00K USD', '≥ 100.00K USD', 'all sizes']) {
      await desk.press('f');
      await desk.sees(size);
    }
  });

  test('t goes through the tokens, and all of them at once', async () => {
    const title = (screen: Screen) => /4 Tape (\S+)/.exec(screen.text())?.[1];
    const titles = [title(desk.screen())];
    await desk.press('4');
    while (titles.length === 1 || titles.at(-1) !== 'SOL') {
      await desk.press('t');
      await desk.seesWhere((screen) => title(screen) !== titles.at(-1), 'the next token');
      titles.push(title(desk.screen()));
      if (titles.at(-1) === 'all') await desk.sees(/SIDE +TOKEN/);
    }
    expect(titles.length).toBeGreaterThan(3);
    expect(titles.at(-2)).toBe('all');
  });
});

test('r in the details shows the raw response, and the details again', async () => {
  await desk.press('1', 'Enter');
  await desk.sees('Positions: details');
  await desk.press('r');
  await desk.sees('Positions: raw response');
  await desk.sees(/"coin": "\w+"/);
  await desk.press('r');
  await desk.sees('Positions: details');
});
