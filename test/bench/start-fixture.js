import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Starts a program of fixtures/ in a process of its own. `ready` is the line of JSON that it prints when it serves. */
export async function startFixture(file, args = []) {
  const child = spawn(process.execPath, [`${import.meta.dirname}/fixtures/${file}`, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit');
  const [line] = await once(createInterface({ input: child.stdout }), 'line', { signal: AbortSignal.timeout(20_000) });
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return { ready: JSON.parse(line), stop };
}
