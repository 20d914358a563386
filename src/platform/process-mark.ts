import { readFileSync } from 'node:fs';

/**
 * What tells a running process from every other that has had or will have its id: when it began, in ticks since the machine
 * started, and which start of the machine that was. Where the system does not tell (there is no /proc), the id alone has to do.
 * Null for one that is gone.
 */
export function processMark(pid: number): string | null {
  try {
    // The name of the program may hold spaces and parentheses; what follows its last one is in order, the start as the 20th.
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
    // Somebody else's process is a process all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
