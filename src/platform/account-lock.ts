import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureDir, PRIVATE_FILE_MODE } from './paths.ts';
import { processMark } from './process-mark.ts';

export interface AccountLock {
  /** Process id of the desk that holds it, 0 where the file does not say; null when it is ours. */
  readonly heldBy: number | null;
  readonly file: string;
  release(): void;
}

/** Of a running process what no other one has, now or later; null for one that is gone. */
type MarkOf = (pid: number) => string | null;

/**
 * Makes sure that one program at a time sends orders of an account: a file with the process id of its holder and its mark, so
 * that a later process of the same id holds nothing. The file of a process that is gone is taken over. Throws when the folder
 * cannot be written, or knows no second names of a file.
 */
export function lockAccount(file: string, pid: number = process.pid, markOf: MarkOf = processMark): AccountLock {
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
  // One at a time takes over: another one that finds the same file stale would remove the one that was made instead of it.
  const takeover = lockAccount(`${file}.takeover`, pid, markOf);
  if (takeover.heldBy !== null) return takeover;
  try {
    if (isStale(readHolder(file))) rmSync(file, { force: true });
    return result(take(file, own));
  } finally {
    takeover.release();
  }
}

interface Locker {
  readonly pid: number;
  readonly mark: string;
}

type Holder = Locker | 'unreadable';

/** Null when the file is ours now, else who holds it. */
function take(file: string, { pid, mark }: Locker): Holder | null {
  // Linked when it is whole: nobody finds a file that does not say yet whose it is.
  const draft = `${file}.${pid}`;
  writeFileSync(draft, `${pid} ${mark}\n`, { mode: PRIVATE_FILE_MODE });
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
