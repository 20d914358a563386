import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorCode } from './error-code.ts';

/**
 * Identifies a running process among all that ever have the same id, in one word: on Linux its start time in ticks since boot,
 * and the boot id; on macOS the second in which it started. On Windows, and where those can't be read, only the process id
 * is known. Null if the process is gone.
 */
export function processIdentity(pid: number, platform: NodeJS.Platform = process.platform): string | null {
  try {
    return platform === 'linux' ? startByProc(pid) : platform === 'darwin' ? startByPs(pid) : runningOrNull(pid);
  } catch {
    return runningOrNull(pid);
  }
}

function startByProc(pid: number): string {
  // The program name may contain spaces and parentheses; the fields after its last parenthesis are in order, the
  // start time is the 20th.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return `${began}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
}

/** In the words of one language and zone, since the next desk may be started in another. Throws if the process is gone. */
function startByPs(pid: number): string {
  const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' };
  const ps = ['-o', 'lstart=', '-p', String(pid)];
  const stdio = ['ignore' as const, 'pipe' as const, 'ignore' as const];
  const began = execFileSync('ps', ps, { encoding: 'utf8', env, stdio, timeout: 2_000 });
  return began.trim().replaceAll(/\s+/g, '_');
}

const runningOrNull = (pid: number): string | null => (isRunning(pid) ? 'running' : null);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists too.
    return errorCode(error) === 'EPERM';
  }
}
