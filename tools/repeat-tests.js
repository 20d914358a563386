// Runs the suite several times, with other work beside it on demand, and counts what fell.
//   npm run test:repeat -- RUNS [BUSY] [FILTER …]
// RUNS times; BUSY processes that never rest take processor time from it. Each run has a seed of its own, as ever.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const [runs = 1, busy = 0] = process.argv.slice(2, 4).map(Number);
const filters = process.argv.slice(4);
const logs = mkdtempSync(join(tmpdir(), 'swapdeck-repeat-'));

const others = Array.from({ length: busy }, () => spawn(process.execPath, ['-e', 'for (;;);']));
process.on('exit', () => others.forEach((other) => void other.kill()));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

let fallen = 0;
for (let run = 1; run <= runs; run++) {
  const startMs = performance.now();
  const vitest = [
    resolve(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'test/vitest.config.ts',
    ...filters,
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, vitest, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const log = join(logs, `run-${run}.txt`);
  writeFileSync(log, stdout + stderr);
  const [tests = 'no tests'] = /Tests .*/.exec(stdout) ?? [];
  if (status !== 0) fallen++;
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(0);
  console.log(`${run}/${runs}, ${busy} busy: ${seconds} s, ${tests}${status === 0 ? '' : `, ${log}`}`);
}
console.log(`${runs} runs, ${fallen} with a failure`);
process.exit(fallen === 0 ? 0 : 1);
