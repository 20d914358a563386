import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn as spawnInTerminal } from '@lydell/node-pty';
import { expect, test } from 'vitest';

/** The bundle under test, built by the run's global setup. */
const entry = process.env.SWAPDECK_ENTRY ?? join(import.meta.dirname, '../dist/main.js');
const CANARY = 'sk_k1d9_c4n4ryc4n4ry';

function swapdeck(args: readonly string[], home = mkdtempSync(join(tmpdir(), 'main-'))) {
  const env = { PATH: process.env.PATH, SWAPDECK_HOME: home, SWAPDECK_API_KEY: CANARY };
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], {
    env,
    encoding: 'utf8',
    input: '',
  });
  expect(stdout + stderr).not.toContain(CANARY);
  return { status, stdout, stderr };
}

test('version and help', () => {
  expect(swapdeck(['--version'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^swapdeck \S+\n$/) as string,
  });
  expect(swapdeck(['--help']).stdout).toContain('Usage: swapdeck');
  expect(swapdeck(['call', '-h']).stdout).toContain('swapdeck call [OPERATION]');
});

test('a command line that cannot be understood ends with 2 and one line', () => {
  expect(swapdeck(['logni'])).toEqual({
    status: 2,
    stdout: '',
    stderr: 'There is no command "logni". Did you mean login? See: swapdeck --help\n',
  });
  expect(swapdeck(['profiles', '--all']).status).toBe(2);
});

test('what the person can mend ends with 1 and says how', () => {
  const home = mkdtempSync(join(tmpdir(), 'main-'));
  mkdirSync(join(home, 'config'));
  writeFileSync(join(home, 'config/config.toml'), 'theme = "pink"');
  const { status, stderr } = swapdeck(['profiles'], home);
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain('config.toml:1:1: theme: must be "auto"');
});

test('a login that gets no answer ends as if interrupted', () => {
  expect(swapdeck(['login'])).toMatchObject({ status: 130, stderr: 'Stopped: nothing was entered.\n' });
});

test('a key typed at a real terminal the moment it is asked for leaves no trace on it', async () => {
  const env = { PATH: process.env.PATH, SWAPDECK_HOME: mkdtempSync(join(tmpdir(), 'main-')) };
  const login = spawnInTerminal(process.execPath, [entry, 'login', '--base-url', 'http://127.0.0.1:9'], { env });
  let screen = '';
  let hasTyped = false;
  login.onData((data) => {
    screen += data;
    if (hasTyped || !screen.includes('not shown')) return;
    hasTyped = true;
    login.write(`${CANARY}\r`);
  });
  const { exitCode } = await new Promise<{ exitCode: number }>((resolve) => login.onExit(resolve));
  expect(screen).toContain('Not logged in, nothing was stored');
  expect(screen).not.toContain(CANARY.slice(0, 8));
  expect(exitCode).toBe(1);
});

test('a crash shows one line and where the log is; the stack is in the log', () => {
  const home = mkdtempSync(join(tmpdir(), 'main-'));
  // A folder in the place of the journal: nothing that a command expects.
  mkdirSync(join(home, 'state/journal.jsonl'), { recursive: true });
  const { status, stdout, stderr } = swapdeck(['journal'], home);
  const log = join(home, 'state/swapdeck.log');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^swapdeck: stopped by an error: EISDIR.*\n$/);
  expect(stderr).toContain(log);
  expect(JSON.parse(readFileSync(log, 'utf8'))).toMatchObject({
    level: 60,
    err: { stack: expect.stringContaining(' at ') as string },
  });
});

test('a crash whose log cannot be written still says so', () => {
  const home = mkdtempSync(join(tmpdir(), 'main-'));
  writeFileSync(join(home, 'state'), 'a file where the folder should be');
  expect(swapdeck(['journal'], home)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/The log .* cannot be written/) as string,
  });
});
