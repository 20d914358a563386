import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testFolders } from '../../src/platform/test-folders.fixture.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { deskOn } from './desk-on-paper.ts';

const folders = testFolders('chart-history');
let paper: PaperProcess;
beforeAll(async () => {
  paper = await startPaper({ seed: 1 });
});
afterAll(() => paper?.stop());

const agoMinutes = 20;

/** The marks that a run left, as if it had ended a while ago. */
function age(home: string): string {
  const folder = join(home, 'state', 'marks');
  const [market = ''] = readdirSync(folder);
  const coin = readdirSync(join(folder, market)).find((name) => name.startsWith('BTC-')) ?? '';
  const file = join(folder, market, coin);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const aged = lines.map((line) => line.replace(/^\d+/, (minute) => String(Number(minute) - agoMinutes)));
  writeFileSync(file, `${aged.join('\n')}\n`);
  const firstMs = Number(aged[0]?.split(' ')[0]) * 60_000;
  return new Date(firstMs).toISOString().slice(11, 16);
}

test('the chart of a perp market begins where the last run ended', async () => {
  const home = folders();
  const size = { columns: 120, rows: 40 };
  {
    await using first = await deskOn(paper, { home, ...size });
    await first.press('F2');
    await first.sees(/BTC perp 1 m marks/);
    await first.press('F1', 'q');
    await first.exits();
  }
  const since = age(home);
  await using next = await deskOn(paper, { home, ...size });
  await next.press('F2');
  await next.sees(`marks since ${since}`);
  expect(next.screen().text()).toMatch(/BTC perp 1 m marks/);
});
