import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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
    stdout: expect.stringMatching(/^swapdeck \S+ \(commit \w+\+?, Node 2\d\.\S+, \w+ \w+\)\n$/) as string,
  });
  expect(swapdeck(['--help']).stdout).toContain('Usage: swapdeck');
  expect(swapdeck(['call', '-h']).stdout).toContain('swapdeck call [OPERATION]');
});

test('an invalid command line exits with 2 and one line', () => {
  expect(swapdeck(['logni'])).toEqual({
    status: 2,
    stdout: '',
    stderr: 'There is no command "logni". Did you mean login? See: swapdeck --help\n',
  });
  expect(swapdeck(['profiles', '--all']).status).toBe(2);
});

test('an error that the user can fix exits with 1 and says how', () => {
  const home = mkdtempSync(join(tmpdir(), 'main-'));
  mkdirSync(join(home, 'config'));
  writeFileSync(join(home, 'config/config.toml'), 'theme = "pink"');
  const { status, stderr } = swapdeck(['profiles'], home);
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain('config.toml:1:1: theme: must be "auto"');
});

test('a login without input exits as if interrupted', () => {
  expect(swapdeck(['login'])).toMatchObject({ status: 130, stderr: 'Cancelled: nothing was entered.\n' });
});

test('a key typed at a real terminal as soon as it is prompted for is not echoed', async () => {
  const home = mkdtempSync(join(tmpdir(), 'main-'));
  const env = { PATH: process.env.PATH, SWAPDECK_HOME: home };
  // A file, because not every machine has a keychain.
  const args = ['login', '--base-url', 'http://127.0.0.1:9', '--key-file', join(home, 'key')];
  const login = spawnInTerminal(process.execPath, [entry, ...args], { env });
  let screen = '';
  let hasTyped = false;
  login.onData((data) => {
    screen += data;
    if (hasTyped || !screen.includes('not shown')) return;
    hasTyped = true;
    login.write(`${CANARY}\r`);
  });
  const { exitCode } = await new Promise<{ exitCode: number }>((resolve) => login.onExit(resolve));
  expect(screen).toContain('Login failed and nothing was stored');
  expect(screen).not.toContain(CANARY.slice(0, 8));
  expect(exitCode).toBe(1);
});

test('a crash prints one line with the path of the log; the stack is in the log', () => {
  const home = mkdtempSync(join(tmpdir(), 'main-'));
  // A folder in place of a journal archive, which no command expects.
  mkdirSync(join(home, 'state/journal-20260101T000000.000Z.jsonl'), { recursive: true });
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

test('a crash whose log cannot be written reports both', () => {
  const home = mkdtempSync(join(tmpdir(), 'main-'));
  writeFileSync(join(home, 'state'), 'a file where the folder should be');
  expect(swapdeck(['journal'], home)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/The log .* cannot be written/) as string,
  });
});

/** Environment of a home folder whose journal has the given number of operations. */
function homeWithJournal(requests: number): string {
  const home = mkdtempSync(join(tmpdir(), 'main-'));
  mkdirSync(join(home, 'state'));
  const line = (id: number) =>
    `${JSON.stringify({ event: 'sent', id: `${id}`, at: '2026-01-01T00:00:00.000Z', mode: 'paper', profile: 'p', operation: 'x', summary: 's'.repeat(100) })}\n`;
  const text = Array.from({ length: requests }, (_, id) => line(id)).join('');
  writeFileSync(join(home, 'state/journal.jsonl'), text, { mode: 0o600 });
  return home;
}

/** Runs a shell command line in which $SWAPDECK is the program. */
function shell(line: string, home: string) {
  const env = {
    PATH: process.env.PATH,
    SWAPDECK_HOME: home,
    SWAPDECK: `${process.execPath} ${entry}`,
    HOME_OF_TEST: home,
  };
  return spawnSync('/bin/bash', ['--norc', '-c', line], { env, encoding: 'utf8', input: '' });
}

const incompleteOutput = (code: string) => `The output is incomplete: a write failed (${code}).\n`;

test.runIf(existsSync('/dev/full')).each(['--csv', '--json', '--lines', ''])(
  'on a full disk a list ends with a message and not with 0: %s',
  (form) => {
    const { status, stderr } = shell(`$SWAPDECK journal ${form} > /dev/full`, homeWithJournal(20));
    expect([status, stderr]).toEqual([1, incompleteOutput('ENOSPC')]);
  },
);

test('output to a file at its size limit is reported as incomplete', () => {
  const { status, stderr } = shell(
    'ulimit -f 8; $SWAPDECK journal --csv > "$HOME_OF_TEST/out.csv"',
    homeWithJournal(2_000),
  );
  expect([status, stderr]).toEqual([1, incompleteOutput('EFBIG')]);
});

test('a reader that stops early is not an error', () => {
  const home = homeWithJournal(2_000);
  const { status, stdout, stderr } = shell('set -o pipefail; $SWAPDECK journal --csv | head -n 1', home);
  expect([status, stdout.slice(0, 8), stderr]).toEqual([0, 'sent_at,', '']);
});

test('a file receives the whole output', () => {
  const home = homeWithJournal(2_000);
  const { status } = shell('$SWAPDECK journal --csv > "$HOME_OF_TEST/out.csv"', home);
  expect([status, readFileSync(join(home, 'out.csv'), 'utf8').split('\r\n').length]).toEqual([0, 2_002]);
});

test('with an open debugger, keys of live services are not used', () => {
  const env = { PATH: process.env.PATH, SWAPDECK_HOME: mkdtempSync(join(tmpdir(), 'main-')), SWAPDECK_API_KEY: CANARY };
  const args = ['--inspect=127.0.0.1:0', entry, 'call', 'account.me', '--base-url', 'https://api.example.invalid'];
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8', input: '' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('The Node debugger is open, so the key of a live')]);
});

test('permissions of a journal that others could read are restricted, with a message', () => {
  const home = homeWithJournal(1);
  chmodSync(join(home, 'state/journal.jsonl'), 0o644);
  const said = 'Others on this machine could read';
  expect(swapdeck(['journal'], home).stderr).toContain(`${said} ${join(home, 'state/journal.jsonl')}.`);
  expect(statSync(join(home, 'state/journal.jsonl')).mode & 0o777).toBe(0o600);
  expect(swapdeck(['journal'], home).stderr).not.toContain(said);
});

test.each(['mkdir -p', 'mkfifo', 'ln -s /dev/zero'])('a journal that is not a file (%s) is refused at once', (make) => {
  const home = homeWithJournal(1);
  const journal = join(home, 'state/journal.jsonl');
  const { status, stderr } = shell(`rm "${journal}"; ${make} "${journal}"; timeout 20 $SWAPDECK journal`, home);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^\S+journal\.jsonl is not a regular file, so it cannot/),
  ]);
});
