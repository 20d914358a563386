import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { processIdentity } from './process-identity.ts';

test('each running process has a stable identity of its own; an ended one has none', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const mark = processIdentity(child.pid!);
  expect(mark).toBe(processIdentity(child.pid!));
  expect(mark).not.toBe(processIdentity(process.pid));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(processIdentity(child.pid!)).toBeNull();
});

test.runIf(process.platform === 'linux')('on Linux it contains the start of the process and the boot id', () => {
  expect(processIdentity(process.pid)).toMatch(/^\d+@[0-9a-f-]{36}$/);
});
