import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { backToDesk, hasData, seesArmed, seesArmedConfirmation } from './desk-on-paper.ts';

/** What a trader does most, each from the desk at rest, and the keys that it may take beside what is typed out. */
const home = mkdtempSync(join(tmpdir(), 'jobs-'));
let paper: PaperProcess;
let desk: Desk;
let keys = 0;

beforeAll(async () => {
  mkdirSync(join(home, 'config'));
  writeFileSync(join(home, 'config/config.toml'), '[caps]\nmax_order_usd = 2000\n');
  paper = await startPaper({ seed: 1 });
  desk = await openDesk({
    args: ['--base-url', paper.baseUrl],
    env: { SWAPDECK_API_KEY: paper.apiKey },
    columns: 120,
    rows: 40,
    home,
  });
  await hasData(desk);
});
beforeEach(() => {
  keys = 0;
});
afterEach(() => backToDesk(desk));
afterAll(async () => {
  await desk?.close();
  await paper?.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

async function press(...pressed: readonly string[]): Promise<void> {
  keys += pressed.length;
  await desk.press(...pressed);
}

async function confirms(): Promise<void> {
  await seesArmedConfirmation(desk);
  await press('y');
}

test('a token is found and bought', async () => {
  await press('C-f');
  await desk.types('bonk');
  await desk.sees(/▸ BONK +Bonk +solana/);
  await press('Enter');
  await desk.sees('buy with SOL');
  await press('s');
  await desk.sees(/SOL → BONK +on Solana, from main/);
  await desk.types('2');
  await desk.sees(/quote +\d/);
  await press('Enter');
  await confirms();
  await desk.sees('✓ Swap submitted: 2 SOL → BONK');
  expect(keys).toBe(5);
});

test('a trailing stop is set', async () => {
  await press(':');
  await desk.types('trail sell all BONK 8%');
  await desk.sees(/sells 100 % of BONK, .* when price falls 8 % from its highest/);
  await press('Enter');
  // Enter again at once could be the one that is held down, and means nothing.
  await desk.sees(/Sell +▕BONK +▏ ✓ BONK/);
  await desk.sees(/Buy +▕SOL +▏ ✓ SOL/);
  await desk.sees(/now +[\d.]+ price of BONK/);
  await press('Tab', 'Enter');
  await confirms();
  await desk.sees('✓ Trigger order active: SELL 100 % BONK');
  await press('Esc');
  await desk.sees(/SELL .+ BONK +trail 8 %/);
  expect(keys).toBe(6);
});

test('a position is halved', async () => {
  await press('1', 'c');
  await desk.sees('BTC long 0.15000');
  await press('h');
  await desk.sees('‹50›');
  await press('Enter');
  await confirms();
  await desk.sees('✓ Close accepted: 50 % of BTC long');
  await press('Esc');
  await desk.sees(/▸ BTC +\+0\.07500/);
  expect(keys).toBe(6);
});

test('margin is added to a position', async () => {
  await press('1', 'm');
  await desk.sees('Adjust margin');
  await desk.types('100');
  await press('Enter');
  await confirms();
  await desk.sees('✓ BTC margin +100 USDC');
  expect(keys).toBe(4);
});

test("today's profit or loss is one pane and its period away", async () => {
  await press('9');
  await desk.sees(/PnL 30d [+−][\d,.]+/);
  await press('i');
  await desk.seesNot(/PnL 30d/);
  await press('i');
  await desk.sees(/PnL 1d [+−]?[\d,.]+/);
  expect(keys).toBe(3);
  await desk.press('F1');
});

test('the form says why an order is refused', async () => {
  await press('s');
  await desk.sees('SOL → …');
  await press('Tab', 'Tab');
  await desk.types('20');
  await desk.sees('▕20 ');
  await press('Tab');
  await desk.types('USDC');
  await desk.sees(/Worth 2,\d{3}\.\d\d USD; your limit is 2,000\.00 USD an/);
  expect(keys).toBe(4);
});

test('three tokens are on the tape', async () => {
  for (const [typed, symbol] of [
    ['wif', 'WIF'],
    ['brett', 'BRETT'],
    ['pengu', 'PENGU'],
  ] as const) {
    await press('C-f');
    await desk.types(typed);
    await desk.sees(new RegExp(`▸ ${symbol} `));
    await press('Enter');
    await desk.sees('show on tape');
    await press('t');
    await desk.sees(`4 Tape ${symbol}`);
  }
  expect(keys).toBe(9);
});

test('another wallet becomes active', async () => {
  await press('3', 'w');
  await desk.sees(/PAPER .* main 8qNr…mJVe/);
  await press('w');
  await desk.sees(/PAPER .* sniper 4HJn…QS8j/);
  expect(keys).toBe(3);
});

test('what was sent is exported, on the desk and from the shell', async () => {
  await press('6');
  await desk.sees(/add 100 USDC to the mar.* accepted/);
  await press('E');
  await desk.sees('for a spreadsheet');
  await press('Enter');
  await desk.sees(/✓ .*\.csv/);
  expect(keys).toBe(3);
  const child = spawn(process.execPath, ['tools/bin/swapdeck.js', 'journal', '--csv'], {
    cwd: `${import.meta.dirname}/../..`,
    env: { PATH: process.env['PATH'], HOME: home, SWAPDECK_HOME: home, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [[code], csv] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  expect(code).toBe(0);
  const [head, ...rows] = csv.trimEnd().split('\r\n');
  expect(head).toMatch(/^sent_at,ended_at,took_ms,mode,profile,operation,summary,/);
  expect(rows.map((row) => row.split(',')[5])).toEqual([
    'swap.execute',
    'trigger.create',
    'perp.closePosition',
    'perp.adjustMargin',
  ]);
  await desk.press('F1');
});

test('everything is stopped: orders cancelled, positions closed, and nothing more is sent', async () => {
  await press('F');
  await seesArmed(desk, 'Type FLATTEN and press');
  // Letters that arrive in one piece would be a paste, which a word does not take.
  for (const typed of ['F', 'FL', 'FLA', 'FLAT', 'FLATT', 'FLATTE', 'FLATTEN']) {
    await desk.press(typed.slice(-1));
    await desk.sees(`Esc goes back.   ${typed}`);
  }
  await press('Enter');
  await desk.sees('All accepted.');
  await press('Esc');
  await desk.seesNot('All accepted.');
  await press('H');
  await desk.sees('HALTED');
  await press('1');
  await desk.sees('No open positions');
  await desk.sees('0 active');
  expect(keys).toBe(5);
});
