import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../time/clock.ts';
import { runHook } from './run-hook.ts';

const folder = mkdtempSync(join(tmpdir(), 'hook-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const canary = 'sk_canary_5f2c9';

/** A program that writes down what it was given. */
const noting = join(folder, 'note.mjs');
writeFileSync(
  noting,
  `import { readFileSync, writeFileSync } from 'node:fs';
const [,, file, ...args] = process.argv;
writeFileSync(file, JSON.stringify({ stdin: readFileSync(0, 'utf8'), args, env: process.env }));`,
);

const around = { clock: systemClock, secrets: [canary] };

test('it gets the event as one line of JSON, its arguments unchanged, and no key', async () => {
  const file = join(folder, 'noted.json');
  const args = [';touch pwned', '$(touch pwned)', '`x`', '*'];
  const env = { ...process.env, SWAPDECK_API_KEY: 'another', COPY: `x${canary}`, KEPT: 'yes' };
  const command = [process.execPath, noting, file, ...args];
  expect(await runHook({ text: '; rm $(x)\n' }, { ...around, command, env }).ended).toBeNull();
  const noted = readFileSync(file, 'utf8');
  const { stdin, args: given, env: seen } = JSON.parse(noted);
  expect(stdin).toBe('{"text":"; rm $(x)\\n"}\n');
  expect(given).toEqual(args);
  expect(seen).toMatchObject({ KEPT: 'yes' });
  expect(seen).not.toHaveProperty('SWAPDECK_API_KEY');
  expect(noted).not.toContain(canary);
  expect(existsSync('pwned')).toBe(false);
});

test('a hook that hangs is killed with its child processes', async () => {
  const file = join(folder, 'pid');
  const script = `const c = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
require('node:fs').writeFileSync(${JSON.stringify(file)}, String(c.pid)); setInterval(() => {}, 1e6);`;
  const late: { end?: () => void; afterMs?: number } = {};
  const clock = {
    ...systemClock,
    setTimeout: (run: () => void, afterMs: number) => Object.assign(late, { end: run, afterMs }),
    clearTimeout: () => {},
  };
  const hook = runHook({}, { ...around, clock, command: [process.execPath, '-e', script] });
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8') !== '', { timeout: 60_000 }).toBe(true);
  expect(late.afterMs).toBe(10_000);
  late.end?.();
  expect(await hook.ended).toBe('it took more than 10 s and was terminated');
  const pid = Number(readFileSync(file, 'utf8'));
  const isAlive = (): boolean => {
    try {
      // A dead child that nobody has waited for yet still has its number.
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  if (process.platform === 'linux') await expect.poll(isAlive, { timeout: 60_000 }).toBe(false);
});

test.each([
  [['/nowhere/at-all'], 'there is no such program'],
  [[noting], 'it is not executable (chmod +x)'],
  [[process.execPath, '-e', 'process.exit(3)'], 'it ended with code 3'],
  [[`a\0b`], 'it cannot be started: ERR_INVALID_ARG_VALUE'],
])('%j fails: %s', async (command, why) => {
  expect(await runHook({}, { ...around, command }).ended).toBe(why);
});
