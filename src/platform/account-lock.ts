import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureDir, PRIVATE_FILE_MODE } from './paths.ts';

export interface AccountLock {
  /** Process id of the desk that holds it; null when it is ours. */
  readonly heldBy: number | null;
  release(): void;
}

/**
 * Makes sure that one program at a time sends orders of an account: a file with the process id of its holder. The file of a
 * process that is gone is taken over. Throws when the folder cannot be written.
 */
export function lockAccount(
  file: string,
  pid: number = process.pid,
  isAlive: (pid: number) => boolean = isRunning,
): AccountLock {
  ensureDir(dirname(file));
  for (let attempt = 0; ; attempt++) {
    const holder = take(file, pid);
    if (holder === null) return { heldBy: null, release: () => release(file, pid) };
    const isStale = holder === 'unreadable' || holder === pid || !isAlive(holder);
    if (!isStale || attempt > 2) return { heldBy: holder === 'unreadable' ? 0 : holder, release: () => {} };
    rmSync(file, { force: true });
  }
}

/** Null when the file is ours now, else who holds it. */
function take(file: string, pid: number): number | 'unreadable' | null {
  try {
    const descriptor = openSync(file, 'wx', PRIVATE_FILE_MODE);
    writeSync(descriptor, `${pid}\n`);
    closeSync(descriptor);
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readHolder(file);
  }
}

function readHolder(file: string): number | 'unreadable' {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return /^\d{1,10}$/.test(text) ? Number(text) : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

function release(file: string, pid: number): void {
  if (readHolder(file) === pid) rmSync(file, { force: true });
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
