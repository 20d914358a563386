import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { deskWithPaper } from './desk-on-paper.ts';

let home = '';
let desk: Desk | null = null;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'swapdeck-looks-'));
});
afterEach(async () => {
  await desk?.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

const open = async (config = ''): Promise<Desk> => {
  mkdirSync(join(home, 'config'), { recursive: true });
  if (config !== '') writeFileSync(join(home, 'config', 'config.toml'), config, { mode: 0o600 });
  const env = { COLORTERM: 'truecolor', TERM: 'xterm-256color' };
  desk = await deskWithPaper({ home, columns: 120, rows: 40, env });
  return desk;
};
const close = async (): Promise<void> => {
  await desk?.close();
  desk = null;
};

test('T goes through the themes, and PAPER stays a word in each', async () => {
  const on = await open('theme = "dark"\n');
  const colours = new Set([on.screen().styleOf('PAPER')?.fg]);
  for (const name of ['light', 'high-contrast', 'colour-blind', 'none', 'dark']) {
    await on.press('T');
    await on.sees(`theme ${name}`);
    expect(on.screen().shows(' PAPER ')).toBe(true);
    colours.add(on.screen().styleOf('PAPER')?.fg);
  }
  expect(colours.size).toBeGreaterThanOrEqual(4);
});

test('columns and sorting are as they were left, in a file of the owner alone', async () => {
  const first = await open();
  await first.press('1', 'C', 'j', 'j', 'Space', 'Esc', 'l', 'v');
  await first.seesNot('ENTRY');
  await first.sees('COIN↑');
  await close();
  expect(statSync(join(home, 'state', 'tables.json')).mode & 0o777).toBe(0o600);
  const second = await open();
  await second.sees('COIN↑');
  expect(second.screen().shows('ENTRY')).toBe(false);
});

describe('of a table', () => {
  let on: Desk;
  const own = mkdtempSync(join(tmpdir(), 'swapdeck-looks-'));
  beforeAll(async () => {
    on = await deskWithPaper({ home: own, columns: 120, rows: 40 });
  });
  afterAll(async () => {
    await on?.close();
    rmSync(own, { recursive: true, force: true, maxRetries: 3 });
  });

  test('E writes the table with exact values', async () => {
    await on.press('1', 'E', 'Enter');
    await on.sees(/exported \d+ rows to /);
    const folder = join(own, 'state', 'exports');
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^positions-.*\.csv$/);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const [head, row] = readFileSync(join(folder, name), 'utf8').split('\r\n');
    expect(head).toMatch(/^coin,side,size,entry_price,mark_price/);
    expect(row).toMatch(/^BTC,long,0\.15,/);
  });

  test('Y and Enter put a value on the clipboard of the terminal', async () => {
    await on.press('1', 'Y');
    await on.sees('copy a value');
    await on.press('Enter');
    await on.sees('sent to the terminal’s clipboard: coin BTC');
  });
});
