import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allEndpoints } from '../../src/protocol/endpoint-list.ts';
import { openDesk } from '../driver/open-desk.ts';
import { cases, isSoak, seed } from '../run/cases.ts';
import { faultsOf } from '../walk/screen-rules.ts';
import { HostileService } from './hostile-service.ts';

let service: HostileService;
let home: string;
let runs = 0;
let texts = 0;
const spoken = new Set<string>();
const apiKey = 'sk_0123456789ab_0123456789abcdef0123456789abcdef';

beforeEach(async () => {
  service = await HostileService.start(seed + 1_000_000 * runs++);
  home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
  mkdirSync(join(home, 'config'));
  writeFileSync(
    join(home, 'config/config.toml'),
    `profile = "hostile"\n[profiles.hostile]\nbase_url = "${service.baseUrl}"\n`,
  );
});
afterEach(async () => {
  texts += service.texts;
  for (const name of service.spoken) spoken.add(name);
  await service.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});
afterAll(() => console.log(`${runs} runs, ${texts} hostile texts, ${spoken.size} operations and streams`));

/** What a terminal obeys, hides or turns around; a line break is how lines end. */
const unsafe = /[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** What the desk draws with: colours, places, erasing, its own modes, and how it asks what it needs to know. */
const drawing = /\x1b\[[\d;]*[mGHKJ]|\x1b\[\?\d+[hl]|\r\n|(?<=^|\x1b\[\?2026l|\x07)\x07/g;
const ownModes = new Set([7, 25, 1000, 1002, 1003, 1004, 1006, 1049, 2004, 2026]);
const wide = [120, 40] as const;
const sizes = isSoak ? [[80, 24] as const, wide, [200, 60] as const] : [wide];

async function piped(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ['tools/bin/swapdeck.js', ...args], {
    cwd: `${import.meta.dirname}/../..`,
    env: {
      ...{ PATH: process.env['PATH'], HOME: home, SWAPDECK_HOME: home, LANG: 'C.UTF-8', SWAPDECK_API_KEY: apiKey },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [, stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout!), text(child.stderr!)]);
  return { stdout, stderr };
}

const isPlain = ({ stdout, stderr }: { stdout: string; stderr: string }): void => {
  expect(`${stdout}${stderr}`.replaceAll('\r\n', '\n').match(unsafe)).toBeNull();
  expect(stderr).not.toMatch(/^ +at /m);
};

describe.each(Array.from({ length: cases(1, 30) }, (_, index) => index))('round %i', () => {
  test('the snapshot', async () => {
    const run = await piped();
    isPlain(run);
    expect(run.stdout).toMatch(/^ PAPER /);
  });

  test('the doctor', async () => isPlain(await piped('doctor')));

  test('a recording, and what is printed of it', async () => {
    const file = join(home, 'a.jsonl');
    isPlain(await piped('record', file, '--for', '1s'));
    isPlain(await piped('replay', file, '--print'));
  });

  test.each(sizes)('the desk at %i×%i, each pane and what lies behind its rows', async (columns, rows) => {
    await using desk = await openDesk({ columns, rows, home, env: { SWAPDECK_API_KEY: apiKey } });
    await desk.sees('● Connected');
    for (const workspace of ['F1', 'F2', 'F3', 'F4', 'F5', 'F6']) {
      await desk.press(workspace, 'Esc');
      for (let pane = 0; pane < 6; pane++) {
        await desk.press('Tab', 'Down', 'Enter');
        expect(faultsOf(desk.screen())).toEqual([]);
        await desk.press('r', 'Esc', 'Esc');
      }
    }
    await desk.press('E', 'Enter');
    await desk.press('F1', 'C-f');
    await desk.types('SOL');
    await desk.answers();
    expect(faultsOf(desk.screen())).toEqual([]);
    expect(desk.output.replaceAll(drawing, '').match(unsafe)).toBeNull();
    expect([...desk.modesAsked].filter((mode) => !ownModes.has(mode))).toEqual([]);
    isClean(home);
  });

  test('the lines for a screen reader', async () => {
    await using desk = await openDesk({ args: ['--screen-reader'], home, env: { SWAPDECK_API_KEY: apiKey } });
    await desk.sees('Connected');
    await desk.press('F2', 'Tab', 'Down', 'Enter');
    expect(desk.output.replaceAll('\r\n', '\n').replaceAll(drawing, '').match(unsafe)).toBeNull();
  });

  test('calls by hand, the journal and its forms', async () => {
    for (const { id } of drawn(reads, cases(2, 8))) isPlain(await piped('call', id));
    isPlain(await piped('call', 'perp.closePosition', 'walletId=w', 'coin=BTC', 'percentage=100', '--yes'));
    for (const form of [[], ['--lines'], ['--csv'], ['--json']]) isPlain(await piped('journal', ...form));
    isClean(home);
  });
});

const reads = allEndpoints.filter(({ method, params }) => method === 'GET' && params === undefined);

const isClean = (folder: string): void => {
  for (const name of filesIn(folder))
    expect([name, ...(readFileSync(name, 'utf8').replaceAll('\r\n', '\n').match(unsafe) ?? [])]).toEqual([name]);
};

function drawn<T>(items: readonly T[], count: number): readonly T[] {
  const from = (seed + runs) % items.length;
  return [...items.slice(from), ...items.slice(0, from)].slice(0, count);
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
