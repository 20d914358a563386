import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureDir, PRIVATE_FILE_MODE } from '../files/paths.ts';
import { errorCode } from './error-code.ts';
import { processIdentity } from './process-identity.ts';

export interface AccountLock {
  /** Process id of the desk that holds it, 0 if the file does not say; null if it is ours. */
  readonly heldBy: number | null;
  readonly file: string;
  release(): void;
}

/** A mark that identifies a running process uniquely over time; null if the process is gone. */
type MarkOf = (pid: number) => string | null;

/**
 * Ensures that one program at a time sends the orders of an account. The lock file contains the process id and mark of
 * its holder, so that a later process with the same id does not hold it. The file of a process that is gone is taken
 * over. Throws if the folder cannot be written or the file system has no hard links.
 */
export function lockAccount(file: string, pid: number = process.pid, markOf: MarkOf = processIdentity): AccountLock {
  ensureDir(dirname(file));
  const isStale = (holder: Holder): boolean =>
    holder === 'unreadable' || holder.pid === pid || markOf(holder.pid) !== holder.mark;
  const own: Locker = { pid, mark: markOf(pid) ?? '' };
  const result = (holder: Holder | null): AccountLock =>
    holder === null
      ? { heldBy: null, file, release: () => release(file, pid) }
      : { heldBy: holder === 'unreadable' ? 0 : holder.pid, file, release: () => {} };
  const holder = take(file, own);
  if (holder === null || !isStale(holder)) return result(holder);
  // One process at a time takes over: otherwise a second one that found the same stale file would delete the new lock.
  const takeover = lockAccount(`${file}.takeover`, pid, markOf);
  if (takeover.heldBy !== null) return takeover;
  try {
    if (isStale(readHolder(file))) rmSync(file, { force: true });
    return result(take(file, own));
  } finally {
    takeover.release();
  }
}

/** Whether another running process holds the lock. Takes nothing. */
export function isLockedByOther(file: string): boolean {
  if (!existsSync(file)) return false;
  const holder = readHolder(file);
  return holder !== 'unreadable' && holder.pid !== process.pid && processIdentity(holder.pid) === holder.mark;
}

interface Locker {
  readonly pid: number;
  readonly mark: string;
}

type Holder = Locker | 'unreadable';

/** Null if the lock is ours now, otherwise its holder. */
function take(file: string, { pid, mark }: Locker): Holder | null {
  // Linked when complete, so that nobody finds a lock without a holder.
  const draft = `${file}.${pid}`;
  writeFileSync(draft, `${pid} ${mark}\n`, { mode: PRIVATE_FILE_MODE });
  try {
    linkSync(draft, file);
    return null;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return readHolder(file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(file: string): Holder {
  try {
    const [, pid, mark = ''] = /^(\d{1,10})(?: (\S{0,100}))?$/.exec(readFileSync(file, 'utf8').trim()) ?? [];
    return pid === undefined ? 'unreadable' : { pid: Number(pid), mark };
  } catch {
    return 'unreadable';
  }
}

function release(file: string, pid: number): void {
  const holder = readHolder(file);
  if (holder !== 'unreadable' && holder.pid === pid) rmSync(file, { force: true });
}
