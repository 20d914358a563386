import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDesk } from '../driver/open-desk.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs swapdeck with its output piped, as in a script. */
async function piped(args: readonly string[], stdin: 'ignore' | 'pipe' = 'ignore'): Promise<Run> {
  const child: ChildProcess = spawn(process.execPath, ['tools/bin/swapdeck.js', ...args], {
    cwd: `${import.meta.dirname}/../..`,
    env: { PATH: process.env['PATH'], HOME: home, SWAPDECK_HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
    stdio: [stdin, 'pipe', 'pipe'],
  });
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout!), text(child.stderr!)]);
  return { code: code as number | null, stdout, stderr };
}

describe.each(['ignore', 'pipe'] as const)('with the output piped and the input a %s', (stdin) => {
  test('it prints the desk once as plain text, says how to open it, and ends well', async () => {
    const { code, stdout, stderr } = await piped(['--ephemeral'], stdin);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ PAPER .*● Connected/);
    expect(stdout).toMatch(/BTC +\+0\.15000 /);
    expect(stdout).toMatch(/SELL .*trail \d+ %.*active/);
    expect(stdout).toMatch(/sniper +solana/);
    expect(stdout).toMatch(/\d\d:\d\d:\d\d +(BUY|SELL) /);
    expect(stdout).toContain('Run swapdeck (or npm start) in a terminal for the full-screen desk.');
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  });
});

test('a terminal that understands nothing gets the plain text too, and is told what it can have', async () => {
  await using desk = await openDesk({ args: ['--ephemeral'], env: { TERM: 'dumb' }, columns: 120, rows: 120 });
  const { code, after } = await desk.exits();
  expect(code).toBe(0);
  expect(after.text()).toMatch(/BTC +\+0\.15000 /);
  expect(after.text().replaceAll('\n', '')).toContain(
    'TERM=dumb says that this terminal cannot draw a screen. For the desk in plain lines: swapdeck --screen-reader.',
  );
});

test('a flag that does not exist is named in one sentence, with code 2', async () => {
  const { code, stdout, stderr } = await piped(['--bogus']);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^There is no option "--bogus"\. See: swapdeck --help\n$/);
});

test('a mistake in the configuration is named with its line and column', async () => {
  mkdirSync(join(home, 'config'));
  writeFileSync(join(home, 'config/config.toml'), 'theme = "auto"\n\n[refresh]\npositions_ms = "often"\n');
  const { code, stdout, stderr } = await piped(['--ephemeral']);
  expect(code).not.toBe(0);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/config\.toml:4:\d+: .*positions_ms/);
});

test('so is a line that is no TOML', async () => {
  mkdirSync(join(home, 'config'));
  writeFileSync(join(home, 'config/config.toml'), 'theme = "auto"\nprofile = = 1\n');
  const { code, stderr } = await piped(['--ephemeral']);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/config\.toml:2:\d+: /);
});
