import { readFileSync } from 'node:fs';
import { errorCode } from './error-code.ts';

/**
 * Identifies a running process among all that ever have the same id: its start time in ticks since boot, and the boot
 * id. Without /proc, only the process id. Null if the process is gone.
 */
export function processIdentity(pid: number): string | null {
  try {
    // The program name may contain spaces and parentheses; the fields after its last parenthesis are in order, the
    // start time is the 20th.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${began}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return isRunning(pid) ? 'running' : null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists too.
    return errorCode(error) === 'EPERM';
  }
}
