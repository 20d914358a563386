import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { processIdentity } from './process-identity.ts';

test.each(process.platform === 'linux' ? (['linux', 'darwin'] as const) : [process.platform])(
  '%s: each running process has a stable identity of its own; an ended one has none',
  async (platform) => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const mark = processIdentity(child.pid!, platform);
    expect(mark).toBe(processIdentity(child.pid!, platform));
    expect(mark).not.toBe(processIdentity(1, platform));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(processIdentity(child.pid!, platform)).toBeNull();
  },
);

test.runIf(process.platform === 'linux')('on Linux it contains the start of the process and the boot id', () => {
  expect(processIdentity(process.pid)).toMatch(/^\d+@[0-9a-f-]{36}$/);
});

test('what it finds fits into a lock file: one word', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect(processIdentity(1, platform)).toMatch(/^\S{1,100}$/);
});

test('on macOS it is when the process started', () => {
  const [, month, year] =
    /^[A-Z][a-z]{2}_([A-Z][a-z]{2})_\d+_[\d:]{8}_(\d{4})$/.exec(processIdentity(process.pid, 'darwin') ?? '') ?? [];
  const started = new Date(Date.now() - process.uptime() * 1000).toUTCString();
  expect(started).toContain(`${month} ${year}`);
});
