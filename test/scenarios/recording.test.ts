import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, openCommand, openDesk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';

let home: string;
let file: string;
let paper: PaperProcess;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
  file = join(home, 'a.jsonl');
  paper = await startPaper({ seed: 1, args: ['--speed', '10'] });
});
afterAll(async () => {
  await paper?.stop();
  rmSync(home, { recursive: true, force: true });
});

async function piped(...args: string[]) {
  const child = spawn(process.execPath, ['tools/bin/swapdeck.js', ...args], {
    cwd: `${import.meta.dirname}/../..`,
    env: { PATH: process.env['PATH'], HOME: home, SWAPDECK_HOME: home, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout!), text(child.stderr!)]);
  return { code: code as number | null, stdout, stderr };
}

test('a recording shows how it goes, and Ctrl-C stops it with what it has', async () => {
  await using program = await openCommand({
    args: ['record', file, '--base-url', paper.baseUrl],
    env: { SWAPDECK_API_KEY: paper.apiKey },
    columns: 100,
    rows: 20,
  });
  await program.sees(/Recording 6 streams of 127\.0\.0\.1:\d+ \(PAPER\)/);
  await program.sees(/Connected {2}[1-9]\d\d+ messages, [\d.]+ kB in .* {2}Ctrl-C stops it/);
  await program.press('C-c');
  const { code, after } = await program.exits();
  expect(code).toBe(0);
  expect(after.text()).toMatch(/\d+ messages, [\d.]+ kB in [\d.]+ s are in/);
  expect(readFileSync(file, 'utf8')).not.toContain(paper.apiKey.split('_')[2]);
});

test('printed, it gives the same lines twice', async () => {
  const first = await piped('replay', file);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toMatch(/Z {2}svm\.token\.swaps tokenAddress=\w+ {2}(BUY|SELL) /);
  expect(first.stdout).toMatch(/\d+ events of 6 streams in [\d.]+ s, 0 unreadable/);
  expect((await piped('replay', file, '--print')).stdout).toBe(first.stdout);
});

test('a file that is no recording is named in one sentence', async () => {
  const { code, stdout, stderr } = await piped('replay', 'package.json');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^package\.json is not a recording: .*\n$/);
});

test('on a terminal the desk opens on it: REPLAY, its swaps, and nothing to trade with', async () => {
  await using desk: Desk = await openDesk({ args: ['replay', file, '--speed', '0.5'], columns: 120, rows: 32 });
  await desk.sees(/^ REPLAY .* a\.jsonl/);
  await desk.sees('● Connected');
  await desk.sees(/(BUY|SELL) +\S+ +[\d.,]+ +[\d.,]+/);
  expect(desk.screen().text()).not.toMatch(/ PAPER | LIVE /);
  expect(desk.screen().shows('a recording holds the messages of streams only')).toBe(true);
  await desk.press('s');
  await desk.sees('trading is not possible while a recording is replayed');
  expect(desk.screen().shows('━ Swap ━')).toBe(false);
  await desk.sees('the recording ends here');
  await desk.press('q');
  expect((await desk.exits()).code).toBe(0);
});
