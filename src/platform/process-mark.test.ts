import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { processMark } from './process-mark.ts';

test('a process keeps its mark, another has another, one that is gone has none', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const mark = processMark(child.pid!);
  expect(mark).toBe(processMark(child.pid!));
  expect(mark).not.toBe(processMark(process.pid));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(processMark(child.pid!)).toBeNull();
});

test.runIf(process.platform === 'linux')('on Linux it names the start of the process and of the machine', () => {
  expect(processMark(process.pid)).toMatch(/^\d+@[0-9a-f-]{36}$/);
});
