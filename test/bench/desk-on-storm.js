import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startInPty } from './pty.js';
import { startFixture } from './start-fixture.js';

/** Of /proc: USER_HZ, which Linux fixes at 100 for user space. */
const ticksPerSecond = 100;
/** The start is not the load. */
const settleMs = 4_000;

/**
 * The desk as users open it, in a pseudo-terminal, on a service of another process that sends `rate` swaps a second on the
 * channel it shows; with `rate` null on its own paper account, kept on disk. `through` gives the address that the desk is told.
 */
export async function deskOnStorm({ columns, rows, rate, onData, through = ({ baseUrl }) => baseUrl }) {
  const storm = rate === null ? null : await startFixture('swap-storm.ts', [String(rate)]);
  const args = storm ? ['--base-url', through(storm.ready)] : [];
  const env = storm ? { SWAPDECK_API_KEY: storm.ready.apiKey } : {};
  const desk = startInPty(['tools/bin/swapdeck.js', ...args], { columns, rows, env, onData });
  await pause(settleMs);
  return {
    write: desk.write,
    cpu: () => cpuMeter(desk.pid),
    rssMb: () => residentMb(desk.pid),
    async stop() {
      await desk.close();
      await storm?.stop();
    },
  };
}

/** Per cent of a core that a process with all its threads has used since this call. */
export function cpuMeter(pid) {
  const before = { ticks: cpuTicks(pid), ms: performance.now() };
  return () => ((cpuTicks(pid) - before.ticks) / ticksPerSecond / ((performance.now() - before.ms) / 1_000)) * 100;
}

/** User and system time. The name before them may hold blanks and brackets. */
function cpuTicks(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

export const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
