import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { startInPty } from './pty.js';

const size = { columns: 200, rows: 50 };
const windows = 6;
const windowMs = 10_000;
/** Of /proc: USER_HZ, which Linux fixes at 100 for user space. */
const ticksPerSecond = 100;
const frameStart = '\x1b[?2026h';

/** The desk on a service of another process that sends 1,000 swaps a second on the channel it shows. */
export async function measureStorm() {
  const child = spawn(process.execPath, [`${import.meta.dirname}/fixtures/swap-storm.ts`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const [line] = await once(createInterface({ input: child.stdout }), 'line', {
      signal: AbortSignal.timeout(20_000),
    });
    const { baseUrl, apiKey } = JSON.parse(line);
    return await watch(['--base-url', baseUrl], { SWAPDECK_API_KEY: apiKey });
  } finally {
    child.stdin.end();
    await ended;
  }
}

/** The desk as it opens by itself: with the paper service in a thread of its own process. */
export const measureEmbedded = () => watch(['--ephemeral'], {});

/**
 * Runs the desk for a minute. Gives, of each window of 10 s, CPU in per cent of a core and frames a second, and at the
 * end resident memory in MB and the rate that the tape shows.
 */
async function watch(args, env) {
  let frames = 0;
  let rate = 'none';
  const desk = startInPty(['tools/bin/swapdeck.js', ...args], {
    ...size,
    env,
    onData: (chunk) => {
      frames += chunk.split(frameStart).length - 1;
      rate = chunk.match(/[\d,.]+(?=\/s)/g)?.at(-1) ?? rate;
    },
  });
  const measured = { cpuPct: [], framesPerSecond: [] };
  try {
    // The start is not the load.
    await pause(3_000);
    for (let index = 0; index < windows; index++) {
      const before = { ticks: cpuTicks(desk.pid), frames, ms: performance.now() };
      await pause(windowMs);
      const seconds = (performance.now() - before.ms) / 1000;
      measured.cpuPct.push(((cpuTicks(desk.pid) - before.ticks) / ticksPerSecond / seconds) * 100);
      measured.framesPerSecond.push((frames - before.frames) / seconds);
    }
    return { ...measured, rssMb: residentMb(desk.pid), rate };
  } finally {
    await desk.close();
  }
}

/** User and system time of a process with all its threads. The name before them may hold blanks and brackets. */
function cpuTicks(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
