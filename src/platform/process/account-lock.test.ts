import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockAccount } from './account-lock.ts';
import { processIdentity } from './process-identity.ts';

let dir = '';
const children: ChildProcess[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'account-lock-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dir, { recursive: true });
});

const file = () => join(dir, 'accounts', 'live-main.lock');
const holder = () => readFileSync(file(), 'utf8');
const nobody = () => null;
const everybody = (pid: number) => `m${pid}`;

test('is taken by the first process, and the second learns the holder', () => {
  const first = lockAccount(file(), 11, everybody);
  expect(first.heldBy).toBeNull();
  expect(holder()).toBe('11 m11\n');
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(lockAccount(file(), 12, everybody).heldBy).toBe(11);
  first.release();
  expect(lockAccount(file(), 12, everybody).heldBy).toBeNull();
  expect(readdirSync(dirname(file()))).toEqual(['live-main.lock']);
});

test.each([
  ['of a process that is gone', '11 m11\n', (pid: number) => (pid === 11 ? null : `m${pid}`)],
  ['of this very process id, from an earlier life', '12 m12\n', everybody],
  ['of a process whose id another one has now', '11 earlier\n', everybody],
  ['of an earlier version, without a mark', '11\n', everybody],
  ['empty', '', everybody],
  ['garbage', 'not a process\n', everybody],
  ['a number that no process has', '99999999999\n', everybody],
])('a file that is %s is taken over', (_what, text, markOf) => {
  lockAccount(file(), 1, nobody).release();
  writeFileSync(file(), text);
  expect(lockAccount(file(), 12, markOf).heldBy).toBeNull();
  expect(holder()).toBe('12 m12\n');
  expect(readdirSync(dirname(file()))).toEqual(['live-main.lock']);
});

test('only the holder can release it', () => {
  const first = lockAccount(file(), 11, everybody);
  lockAccount(file(), 12, everybody).release();
  expect(holder()).toBe('11 m11\n');
  writeFileSync(file(), '13\n');
  first.release();
  expect(holder()).toBe('13\n');
  rmSync(file());
  first.release();
  expect(existsSync(file())).toBe(false);
});

test('if two find the same stale file at once, one gets the lock', () => {
  lockAccount(file(), 10, nobody);
  const markOf = (pid: number) => (pid === 10 ? null : `m${pid}`);
  let second: number | null | undefined;
  const first = lockAccount(file(), 11, (pid) => {
    // The other one runs from start to end while this one asks.
    second ??= lockAccount(file(), 12, markOf).heldBy ?? -1;
    return markOf(pid);
  });
  expect([first.heldBy, second]).toEqual([12, -1]);
  expect(holder()).toBe('12 m12\n');
});

test('a process that died during a takeover does not block others', () => {
  lockAccount(file(), 10, nobody);
  writeFileSync(`${file()}.takeover`, '11\n');
  expect(lockAccount(file(), 12, nobody).heldBy).toBeNull();
  expect(readdirSync(dirname(file()))).toEqual(['live-main.lock']);
});

test('a folder that cannot be written throws', () => {
  writeFileSync(join(dir, 'accounts'), '');
  expect(() => lockAccount(file())).toThrow(/EEXIST|ENOTDIR/);
});

/** A program of its own that takes the lock when told, says what became of it, and holds it until it ends. */
async function program() {
  const url = new URL('account-lock.ts', import.meta.url).href;
  const code = `import { lockAccount } from ${JSON.stringify(url)};
    process.stdin.once('data', () => console.log(String(lockAccount(${JSON.stringify(file())}).heldBy)));
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  await lines.next();
  return {
    pid: child.pid!,
    lock: async () => {
      child.stdin!.write('go\n');
      return String((await lines.next()).value);
    },
    end: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('of several processes one holds it and the others name it; once it is killed, the next can take it', async () => {
  for (const stale of [false, true]) {
    if (stale) writeFileSync(file(), '4194304999\n');
    const programs = await Promise.all([program(), program(), program(), program()]);
    const answers = await Promise.all(programs.map(({ lock }) => lock()));
    const winners = programs.filter((_, index) => answers[index] === 'null');
    expect(winners, answers.join()).toHaveLength(1);
    expect(holder()).toBe(`${winners[0]?.pid} ${processIdentity(winners[0]!.pid)}\n`);
    // One that was just taking over may be named too.
    for (const answer of answers) expect(['null', ...programs.map(({ pid }) => `${pid}`)]).toContain(answer);
    expect(lockAccount(file()).heldBy).toBe(winners[0]?.pid);
    await Promise.all(programs.map(({ end }) => end()));
    const mine = lockAccount(file());
    expect(mine.heldBy).toBeNull();
    mine.release();
  }
});
