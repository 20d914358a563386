import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { allEndpoints } from '../../src/protocol/endpoint-list.ts';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { cases } from '../run/cases.ts';
import { faultsOf } from '../walk/screen-rules.ts';

/** One way in which swapdeck shows what a service said. */
export interface Presentation {
  readonly name: string;
  /** All that was written: for the full screen every byte of its drawing. */
  readonly written: string;
  /** What was wrong with the screens looked at on the way. */
  readonly faults: readonly string[];
  readonly modesAsked: ReadonlySet<number>;
}

export interface FaceOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly sizes: readonly (readonly [columns: number, rows: number])[];
  /** Read operations to call by hand, from this one on. */
  readonly calls: { readonly from: number; readonly count: number };
}

/** Of each workspace, in the order of Tab. */
const panesEach = cases(2, 6);
const reads = allEndpoints.filter(({ method, params }) => method === 'GET' && params === undefined);

const formats = ['json', 'table', 'ndjson'];
const order = ['walletId=w', 'coin=BTC', 'isBuy=true', 'orderType=market', 'sizeUsd=10'];
const sol = 'So11111111111111111111111111111111111111112';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const swap = ['walletId=w', 'chain=solana', `inputMint=${sol}`, `outputMint=${usdc}`, 'amount=1'];

/** Every way in turn, and then the files that they have left. */
export async function everyFace({ baseUrl, apiKey, sizes, calls }: FaceOptions): Promise<Presentation[]> {
  const home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
  const config = `profile = "made"\n[profiles.made]\nbase_url = "${baseUrl}"\n`;
  mkdirSync(join(home, 'config'));
  writeFileSync(join(home, 'config/config.toml'), config);
  const faces: Presentation[] = [];
  const piped = async (...args: string[]): Promise<void> => {
    faces.push(plainFace(args.join(' ') || 'the snapshot', await run(home, apiKey, args)));
  };
  try {
    await piped();
    await piped('doctor');
    await piped('check', '--seconds', '1');
    await piped('check', '--seconds', '1', '--json', '--save', join(home, 'answers.json'));
    await piped('record', join(home, 'recording.jsonl'), '--for', '1s');
    await piped('replay', join(home, 'recording.jsonl'), '--print');
    await piped('stream', 'svm.bondingCurve.creations', '--for', '1s');
    for (const [columns, rows] of sizes) faces.push(await fullScreen(home, apiKey, columns, rows));
    faces.push(await spokenLines(home, apiKey));
    for (let index = 0; index < calls.count; index++)
      await piped('call', reads[(calls.from + index) % reads.length]!.id, '-o', formats[index % formats.length]!);
    await piped('call', 'perp.placeOrder', ...order, '--dry-run');
    await piped('call', 'swap.execute', ...swap, '--dry-run', '-o', 'table');
    await piped('call', 'perp.closePosition', 'walletId=w', 'coin=BTC', 'percentage=100', '--yes');
    for (const form of [[], ['--lines'], ['--csv'], ['--json'], ['-o', 'ndjson']]) await piped('journal', ...form);
    await piped('bugreport', '--output', join(home, 'report.txt'), '--yes');
    return [...faces, ...filesIn(home).map((file) => plainFace(file.slice(home.length), readFileSync(file, 'utf8')))];
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

const plainFace = (name: string, written: string): Presentation => ({
  name,
  written,
  faults: [],
  modesAsked: new Set(),
});

async function run(home: string, apiKey: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['tools/bin/swapdeck.js', ...args], {
    cwd: `${import.meta.dirname}/../..`,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      SWAPDECK_HOME: home,
      LANG: 'C.UTF-8',
      SWAPDECK_API_KEY: apiKey,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [, stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout!), text(child.stderr!)]);
  return stdout + stderr;
}

const open = (
  home: string,
  apiKey: string,
  columns: number,
  rows: number,
  args: readonly string[] = [],
): Promise<Desk> => openDesk({ columns, rows, home, args, env: { SWAPDECK_API_KEY: apiKey } });

/** Each pane, what lies behind a row of it, an export and a search. */
async function fullScreen(home: string, apiKey: string, columns: number, rows: number): Promise<Presentation> {
  await using desk = await open(home, apiKey, columns, rows);
  const faults: string[] = [];
  const look = (): void => void faults.push(...faultsOf(desk.screen()));
  await desk.sees('● Connected');
  for (const workspace of ['F1', 'F2', 'F3', 'F4', 'F5', 'F6']) {
    await desk.press(workspace, 'Esc');
    for (let pane = 0; pane < panesEach; pane++) {
      await desk.press('Tab', 'Down', 'Enter');
      look();
      await desk.press('r', 'Esc', 'Esc');
    }
  }
  await desk.press('E', 'Enter', 'F1', 'C-f');
  await desk.types('SOL');
  await desk.answers();
  look();
  return { name: `the desk at ${columns}×${rows}`, written: desk.output, faults, modesAsked: desk.modesAsked };
}

async function spokenLines(home: string, apiKey: string): Promise<Presentation> {
  await using desk = await open(home, apiKey, 120, 40, ['--screen-reader']);
  await desk.sees('Connected');
  await desk.press('F2', 'Tab', 'Down', 'Enter');
  return { name: 'the lines for a screen reader', written: desk.output, faults: [], modesAsked: desk.modesAsked };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
