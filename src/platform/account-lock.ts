import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureDir, PRIVATE_FILE_MODE } from './paths.ts';

export interface AccountLock {
  /** Process id of the desk that holds it; null when it is ours. */
  readonly heldBy: number | null;
  release(): void;
}

/**
 * Makes sure that one program at a time sends orders of an account: a file with the process id of its holder. The file of a
 * process that is gone is taken over. Throws when the folder cannot be written, or knows no second names of a file.
 */
export function lockAccount(
  file: string,
  pid: number = process.pid,
  isAlive: (pid: number) => boolean = isRunning,
): AccountLock {
  ensureDir(dirname(file));
  const isStale = (holder: Holder): boolean => holder === 'unreadable' || holder === pid || !isAlive(holder);
  const result = (holder: Holder | null): AccountLock =>
    holder === null
      ? { heldBy: null, release: () => release(file, pid) }
      : { heldBy: holder === 'unreadable' ? 0 : holder, release: () => {} };
  const holder = take(file, pid);
  if (holder === null || !isStale(holder)) return result(holder);
  // One at a time takes over: another one that finds the same file stale would remove the one that was made instead of it.
  const takeover = lockAccount(`${file}.takeover`, pid, isAlive);
  if (takeover.heldBy !== null) return takeover;
  try {
    if (isStale(readHolder(file))) rmSync(file, { force: true });
    return result(take(file, pid));
  } finally {
    takeover.release();
  }
}

type Holder = number | 'unreadable';

/** Null when the file is ours now, else who holds it. */
function take(file: string, pid: number): Holder | null {
  // Linked when it is whole: nobody finds a file that does not say yet whose it is.
  const draft = `${file}.${pid}`;
  writeFileSync(draft, `${pid}\n`, { mode: PRIVATE_FILE_MODE });
  try {
    linkSync(draft, file);
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readHolder(file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(file: string): Holder {
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
