import { constants, write as fsWrite, openSync, writeSync } from 'node:fs';
import { errorCode } from '../process/error-code.ts';

/** Delay before retrying a terminal that took nothing. */
export const terminalRetryMs = 2;

/** Writes some of `bytes` and reports how many; `done` may be called before it returns. */
export type DescriptorWrite = (
  fd: number,
  bytes: Buffer,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void;

export interface TerminalDescriptor {
  readonly fd: number;
  readonly write: DescriptorWrite;
}

/**
 * Opens the terminal behind `fd` a second time, non-blocking, so that a write takes what the terminal has room for and
 * returns. Node makes its own descriptor block. Moving writes to another thread is not enough: a stalled write stays in
 * the kernel, where process.exit and setRawMode wait for it (both measured to hang until the terminal is read again),
 * and a write that has not begun overtakes what is written at exit. Node's own descriptor is the fallback if the system
 * refuses a second one: on Windows, and for a terminal of another user after `su`.
 */
export function reopenTerminal(fd: number): TerminalDescriptor {
  const path = process.platform === 'linux' ? `/proc/self/fd/${fd}` : '/dev/tty';
  try {
    return {
      fd: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY),
      write: writeNonBlocking,
    };
  } catch {
    return { fd, write: fsWrite };
  }
}

const writeNonBlocking: DescriptorWrite = (fd, bytes, done) => {
  let written = 0;
  try {
    written = writeSync(fd, bytes);
  } catch (error) {
    // A call to the system fails with nothing else.
    done(error as NodeJS.ErrnoException, 0);
    return;
  }
  done(null, written);
};

/** Writes all of `bytes` now, waiting at most `limitMs` for a full terminal. Returns whether everything was written. */
export function writeWithin(fd: number, bytes: Buffer, limitMs: number): boolean {
  let left = bytes;
  for (let waitedMs = 0; left.length > 0; ) {
    try {
      left = left.subarray(writeSync(fd, left));
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN' || waitedMs >= limitMs) return false;
      sleepSync(terminalRetryMs);
      waitedMs += terminalRetryMs;
    }
  }
  return true;
}

/** Blocks this thread: only for process exit. */
export function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
