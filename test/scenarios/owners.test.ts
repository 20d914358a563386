import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPaperService } from '../../src/paper/service/service.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import type { Size } from '../../src/ui/workspaces/layout.ts';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { deskOn, seesArmed } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';
import { fillsSwap } from './swap-form.ts';

/* Who owns a token: the strip in the token view and beside a buy, and the user's own limits. */

let home = '';
let desk: Desk | null = null;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'swapdeck-owners-'));
});
afterEach(async () => {
  await desk?.close();
  desk = null;
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

async function open(limits: string, { columns, rows }: Size): Promise<Desk> {
  mkdirSync(join(home, 'config'));
  writeFileSync(join(home, 'config/config.toml'), `[owners]\n${limits}\n`);
  // A fast market would move the price beyond the collar while the word is typed.
  const paper = await startPaperService({ seed: 1, speed: 1, stateDir: null, clock: systemClock });
  desk = await deskOn(paper, { home, columns, rows, onClose: () => void paper.close() });
  return desk;
}

test('a swap into a token beyond a limit takes the typed word; the figures stand beside the form', async () => {
  const on = await open('insiders_max_pct = 0.01\ntop10_max_pct = 99', { columns: 120, rows: 40 });
  await fillsSwap(on);
  await on.sees(/│ GROUP +SHARE +CHANGE +# +AGE/);
  const screen = on.screen();
  for (const group of ['developer', 'top 10', 'snipers', 'bundlers', 'fresh', 'pro'])
    expect(screen.line(new RegExp(`│ ${group} `))).toMatch(/ \d+\.\d\d % ▕.{3}▏ +(?:[+−]?\d+\.\d\d|–) +\d+ +\d+ s │/);
  expect(screen.line(/│ insiders /)).toMatch(/\d\.\d\d %!▕/);
  await on.press('Enter');
  await seesArmed(on, /Your ownership limits: insiders \d+\.\d\d % \(limit 0\.01 %\)\./);
  expect(on.screen().shows('Send (y)')).toBe(false);
  await on.press('y', 'Enter', 'Backspace');
  expect(sentRequests(on)).toEqual([]);
  await on.types('SWAP');
  await on.press('Enter');
  await on.sees('✓ Swap submitted: 0.5 SOL → JUP');
  await on.press('Enter');
});

test('a sale of the same token takes one key', async () => {
  const on = await open('insiders_max_pct = 0.01', { columns: 120, rows: 40 });
  await on.press('s');
  await on.sees(/Sell +▕SOL .*✓ SOL/);
  await on.press('Tab', 'C-u');
  await on.types('JUP');
  await on.press('Tab');
  await on.types('10');
  await on.press('Tab');
  await on.types('SOL');
  await on.sees(/min received +[\d.]+ SOL/);
  await on.seesNot('Who owns this');
  await on.press('Enter');
  await seesArmed(on, 'Send (y)');
});

test('at 80 × 24 the token view and the form have one line, and an EVM token says that there is none', async () => {
  const on = await open('fresh_max_pct = 100', { columns: 80, rows: 24 });
  await on.press('2', 'V');
  await on.sees(
    /owners +(?:dev [\d.]+ % *[↑↓]? +top 10 \d+ %.* \d+ s|the service has no ownership figures for tokens)/,
  );
  await on.press('Esc');
  await fillsSwap(on);
  await on.sees(/owners +dev [\d.]+ %[↑↓]? +top 10 \d+ %.* \d+ s/);
});

test('a screen reader hears each group of a token that is bought', async () => {
  const paper = await startPaperService({ seed: 1, speed: 10, stateDir: null, clock: systemClock });
  desk = await openDesk({
    columns: 100,
    rows: 40,
    args: ['--base-url', paper.baseUrl, '--screen-reader'],
    env: { SWAPDECK_API_KEY: paper.apiKey },
    onClose: () => void paper.close(),
  });
  await desk.sees(/Row 1 of 3: coin BTC/);
  await desk.press('s', 'Tab', 'Tab');
  await desk.types('0.5');
  await desk.press('Tab');
  await desk.types('JUP');
  // Figures that come later are read at the next key.
  while (!/Insiders: \d+\.\d\d % of the supply, (?:up |down )?.*\d wallets, \d+ s old\./.test(desk.output)) {
    await desk.ages(100);
    await desk.press('Tab');
  }
  expect(desk.output).toMatch(/Top 10: \d+\.\d\d % of the supply/);
});
