import { closeSync, fchmodSync, fstatSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { PRIVATE_FILE_MODE } from '../platform/files/paths.ts';
import { errorCode } from '../platform/process/error-code.ts';
import type { Clock, TimerHandle } from '../platform/time/clock.ts';
import { RecordingError } from './recording-error.ts';

export interface RecordingFileOptions {
  readonly file: string;
  /** Overwrites an existing file. */
  readonly isForced: boolean;
  readonly clock: Clock;
  /** Called once when the file can no longer be written; `fault` says why. */
  readonly onFault: () => void;
}

const flushEveryMs = 250;
const batchChars = 64 * 1024;

/**
 * The file of a recording, readable only by its owner. Lines are written in complete batches: a failed write leaves no
 * partial line. The constructor throws RecordingError if the file exists or cannot be created.
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
      throw new RecordingError(whyNotMade(file, error));
    }
    this.#isRegular = fstatSync(this.#descriptor).isFile();
    // An existing file keeps its mode.
    if (this.#isRegular) fchmodSync(this.#descriptor, PRIVATE_FILE_MODE);
  }

  /** Why writing has stopped; null if it has not. */
  get fault(): RecordingError | null {
    return this.#fault;
  }

  /** Bytes written so far. */
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
      const code = errorCode(error);
      this.#fail(code === 'ENOSPC' ? 'the disk is full' : (code ?? String(error)));
      return;
    }
    if (this.#isGone()) this.#fail('it was moved or removed');
  }

  close(): void {
    this.flush();
    this.#end();
  }

  /** Closes the file, and deletes it if it contains nothing worth keeping. */
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

  /** Writes to a deleted file go nowhere, and the system does not report it. */
  #isGone(): boolean {
    if (!this.#isRegular) return false;
    const named = statSync(this.#options.file, { throwIfNoEntry: false });
    const own = fstatSync(this.#descriptor);
    return named?.ino !== own.ino || named.dev !== own.dev;
  }

  #fail(why: string): void {
    this.#end();
    const { file, onFault } = this.#options;
    this.#fault = new RecordingError(`The recording stopped because ${file} can no longer be written: ${why}.`);
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

function whyNotMade(file: string, error: unknown): string {
  const code = errorCode(error);
  if (code === 'EEXIST') return `${file} already exists. Name another file, or overwrite it with --force.`;
  if (code === 'ENOENT') return `There is no folder ${dirname(file)}. Create it first, or name another file.`;
  if (code === 'EISDIR') return `${file} is a folder. Name a file.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `No permission to write ${file} (${code}). Name a file in a folder of your own.`;
  return `${file} cannot be written: ${code ?? error}.`;
}
