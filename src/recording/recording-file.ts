import { closeSync, fchmodSync, fstatSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock, TimerHandle } from '../platform/clock.ts';
import { PRIVATE_FILE_MODE } from '../platform/paths.ts';
import { RecordingError } from './recording-error.ts';

export interface RecordingFileOptions {
  readonly file: string;
  /** Replaces a file that is there. */
  readonly isForced: boolean;
  readonly clock: Clock;
  /** The file can be written no more; `fault` says why. Called once. */
  readonly onFault: () => void;
}

const flushEveryMs = 250;
const batchChars = 64 * 1024;

/**
 * The file of a recording, readable by its owner alone. Lines are written in batches, whole: a write that fails leaves no
 * half of a line behind. The constructor throws RecordingError when the file is there or cannot be made.
 */
export class RecordingFile {
  readonly #options: RecordingFileOptions;
  readonly #descriptor: number;
  readonly #isRegular: boolean;
  #pending: string[] = [];
  #pendingChars = 0;
  #timer: TimerHandle | null = null;
  #isOver = false;
  #bytes = 0;
  #fault: RecordingError | null = null;

  constructor(options: RecordingFileOptions) {
    const { file, isForced } = options;
    this.#options = options;
    try {
      this.#descriptor = openSync(file, isForced ? 'w' : 'wx', PRIVATE_FILE_MODE);
    } catch (error) {
      throw new RecordingError(whyNotMade(file, error as NodeJS.ErrnoException));
    }
    this.#isRegular = fstatSync(this.#descriptor).isFile();
    // A file that was there keeps the mode it had.
    if (this.#isRegular) fchmodSync(this.#descriptor, PRIVATE_FILE_MODE);
  }

  /** Why nothing is written any more; null while all is well. */
  get fault(): RecordingError | null {
    return this.#fault;
  }

  /** Written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a line, which reaches the disk within a quarter of a second. */
  append(line: string): void {
    if (this.#isOver) return;
    this.#pending.push(line, '\n');
    this.#pendingChars += line.length;
    if (this.#pendingChars >= batchChars) this.flush();
    else this.#timer ??= this.#options.clock.setTimeout(() => this.flush(), flushEveryMs);
  }

  flush(): void {
    this.#stopTimer();
    if (this.#isOver || this.#pending.length === 0) return;
    const batch = Buffer.from(this.#pending.join(''));
    this.#pending = [];
    this.#pendingChars = 0;
    try {
      this.#write(batch);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      this.#fail(code === 'ENOSPC' ? 'the disk is full' : (code ?? message));
      return;
    }
    if (this.#isGone()) this.#fail('it was moved or removed');
  }

  close(): void {
    this.flush();
    this.#end();
  }

  /** Closes it and takes it away, where nothing worth keeping came into it. */
  discard(): void {
    this.#end();
    if (this.#isRegular) rmSync(this.#options.file, { force: true });
  }

  #write(batch: Buffer): void {
    let written = 0;
    try {
      while (written < batch.length) written += writeSync(this.#descriptor, batch, written);
    } catch (error) {
      const whole = batch.subarray(0, written).lastIndexOf(0x0a) + 1;
      this.#bytes += whole;
      if (this.#isRegular && whole < written) ftruncateSync(this.#descriptor, this.#bytes);
      throw error;
    }
    this.#bytes += written;
  }

  /** What is written to a file that was removed goes nowhere, and the system does not say so. */
  #isGone(): boolean {
    if (!this.#isRegular) return false;
    const named = statSync(this.#options.file, { throwIfNoEntry: false });
    const own = fstatSync(this.#descriptor);
    return named?.ino !== own.ino || named.dev !== own.dev;
  }

  #fail(why: string): void {
    this.#end();
    const { file, onFault } = this.#options;
    this.#fault = new RecordingError(`The recording stopped, for ${file} can be written no more: ${why}.`);
    onFault();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopTimer();
    closeSync(this.#descriptor);
  }

  #stopTimer(): void {
    if (this.#timer !== null) this.#options.clock.clearTimeout(this.#timer);
    this.#timer = null;
  }
}

function whyNotMade(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EEXIST') return `${file} is there already: name another file, or replace it with --force.`;
  if (code === 'ENOENT') return `There is no folder ${dirname(file)}: make it first, or name another file.`;
  if (code === 'EISDIR') return `${file} is a folder: name a file.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${file} may not be written (${code}): name a file in a folder of your own.`;
  return `${file} cannot be written: ${code ?? message}.`;
}
