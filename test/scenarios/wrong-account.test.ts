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
    `profile = "fund"\n[profiles.fund]\nbase_url = "${paper.baseUrl}"\nwallet = "wal_of_the_fund"\n`,
  );
  desk = await openDesk({
    columns: 80,
    rows: 24,
    home,
    args: ['--profile', 'fund'],
    env: { SWAPDECK_API_KEY: paper.apiKey },
  });
  await hasData(desk);
});
afterAll(async () => {
  await desk?.close();
  await paper?.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

test('a key of an account without the configured wallet is said in the header, and nothing is sent with it', async () => {
  await desk.sees(/^ PAPER +WRONG ACCOUNT /);
  for (const key of ['c', 's', 'o', 'F']) {
    await desk.press('1', key);
    await desk.sees('This account has no wallet wal_of_the_fund');
    await desk.press('Enter', 'Tab', 'y');
    expect(desk.screen().shows('Send (y)')).toBe(false);
    await backToDesk(desk);
  }
  expect(sentRequests(desk)).toEqual([]);
});
