import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { backToDesk, hasData } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

const home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
let paper: PaperProcess;
let desk: Desk;
beforeAll(async () => {
  paper = await startPaper({ seed: 1 });
  mkdirSync(join(home, 'config'));
  writeFileSync(
    join(home, 'config/config.toml'),
    `profile = "watch"\n[profiles.watch]\nbase_url = "${paper.baseUrl}"\nread_only = true\n`,
  );
  desk = await openDesk({
    columns: 80,
    rows: 24,
    home,
    args: ['--profile', 'watch'],
    env: { SWAPDECK_API_KEY: paper.apiKey },
  });
  await hasData(desk);
});
afterAll(async () => {
  await desk?.close();
  await paper?.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

const reason = 'The profile watch is read-only';

test('the header says that the profile is read-only', () => {
  expect(desk.screen().text().split('\n')[0]).toMatch(/^ (LIVE|PAPER) +READ-ONLY /);
});

test.each([
  ['closing', '1', 'c'],
  ['a swap', '1', 's'],
  ['a trigger order', '1', 'o'],
  ['flatten', '1', 'F'],
  ['cancel all', '1', 'X'],
])('%s says why nothing is sent, and sends nothing', async (_what, ...keys) => {
  await desk.press(...keys);
  await desk.sees(reason);
  await desk.press('Enter', 'Tab', 'y');
  expect(desk.screen().shows('Send (y)')).toBe(false);
  await backToDesk(desk);
  expect(sentRequests(desk)).toEqual([]);
});

test('one-click cannot be armed', async () => {
  await desk.press('!');
  await desk.sees(reason);
  expect(desk.screen().shows('1-CLICK')).toBe(false);
});
