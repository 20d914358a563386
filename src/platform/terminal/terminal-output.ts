import { EventEmitter } from 'node:events';
import { type Clock, systemClock, type TimerHandle } from '../time/clock.ts';
import {
  type DescriptorWrite,
  sleepSync,
  type TerminalDescriptor,
  terminalRetryMs,
  writeWithin,
} from './terminal-descriptor.ts';

/** Maximum exit delay on a stalled terminal. */
const flushLimitMs = 500;
/** Time for a write in flight on another thread to begin, so that nothing overtakes it. */
const inFlightMs = 20;
const enterAlternate = '\x1b[?1049h';
const leaveAlternate = '\x1b[?1049l';
const enterSequence = Buffer.from(enterAlternate);
const nothing = Buffer.alloc(0);

type Done = () => void;

export interface TerminalOutputOptions extends TerminalDescriptor {
  /** `process.stdout`: used for its size and resizes, never written to. */
  readonly tty: Pick<NodeJS.WriteStream, 'columns' | 'rows' | 'on' | 'off'>;
  /** The alternate screen is on already, with a first frame on it: it is not entered again, which would clear it. */
  readonly isAlternate?: boolean;
  readonly clock?: Clock;
}

/**
 * The terminal as Ink's stdout that never blocks the program. Bytes leave in order, one write in flight; what Ink
 * writes meanwhile is collected and leaves as the next write.
 *
 * Nothing collected is ever dropped, because Ink's incremental rendering diffs against what it wrote. So the publisher
 * bounds memory: it publishes no new frame until `drained` (or the next `onDrain`).
 */
export interface TerminalOutput {
  /** For Ink's `stdout` option; implements only what Ink 8 uses of a WriteStream. */
  readonly stream: NodeJS.WriteStream;
  /** Nothing is waiting or in flight. */
  readonly drained: boolean;
  /** The last written screen switch went to the alternate screen. */
  readonly isAlternate: boolean;
  /** Calls `listener` each time the last byte is out. Returns the unsubscribe function. */
  onDrain(listener: () => void): () => void;
  /**
   * Calls `listener` once when the terminal is gone (EIO, EPIPE …); later writes are discarded. Returns the unsubscribe
   * function.
   */
  onGone(listener: () => void): () => void;
  /**
   * Writes waiting bytes, then `lastWords`, before it returns. Gives a stalled terminal 500 ms, then drops the rest.
   * Returns whether everything was written. The limit holds only if `reopenTerminal` got its own descriptor.
   */
  flushSync(lastWords?: string): boolean;
  /** Drops waiting bytes and every later write: from here on the terminal belongs to another program. */
  close(): void;
}

export function createTerminalOutput(options: TerminalOutputOptions): TerminalOutput {
  return new DescriptorOutput(options);
}

interface Batch {
  left: Buffer;
  readonly done: readonly Done[];
}

class DescriptorOutput implements TerminalOutput {
  readonly #fd: number;
  readonly #write: DescriptorWrite;
  readonly #clock: Clock;
  readonly #stream: InkStream;
  readonly #events = new EventEmitter();
  #waiting: Buffer[] = [];
  #waitingDone: Done[] = [];
  #batch: Batch | undefined;
  #retry: TimerHandle | undefined;
  #isBusy = false;
  #isClosed = false;
  #isAlternate: boolean;

  constructor({ fd, tty, write, isAlternate = false, clock = systemClock }: TerminalOutputOptions) {
    this.#fd = fd;
    this.#write = write;
    this.#clock = clock;
    this.#isAlternate = isAlternate;
    this.#stream = new InkStream(tty, (bytes, done) => this.#take(bytes, done));
  }

  get stream(): NodeJS.WriteStream {
    // Of the rest of a WriteStream Ink uses nothing (terminal.pty.test.ts).
    return this.#stream as unknown as NodeJS.WriteStream;
  }

  get drained(): boolean {
    return !this.#isBusy;
  }

  get isAlternate(): boolean {
    return this.#isAlternate;
  }

  onDrain(listener: () => void): () => void {
    return this.#listen('drain', listener);
  }

  onGone(listener: () => void): () => void {
    return this.#listen('gone', listener);
  }

  flushSync(lastWords = ''): boolean {
    if (this.#isClosed) return false;
    // A write in flight counts as written: its result cannot arrive before this returns.
    const isInFlight = this.#batch !== undefined && this.#retry === undefined;
    if (isInFlight) sleepSync(inFlightMs);
    const left = this.#batch && !isInFlight ? [this.#batch.left] : [];
    const bytes = Buffer.concat([...left, ...this.#waiting, Buffer.from(lastWords)]);
    this.#forget();
    const isTaken = writeWithin(this.#fd, bytes, flushLimitMs);
    // The switch back may be among the lost bytes: better to leave twice than never.
    if (!isTaken && bytes.includes(leaveAlternate)) this.#isAlternate = true;
    return isTaken;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stream.end();
    this.#forget();
  }

  #listen(event: 'drain' | 'gone', listener: () => void): () => void {
    this.#events.on(event, listener);
    return () => this.#events.off(event, listener);
  }

  #take(bytes: Buffer, done: Done | undefined): void {
    if (this.#isClosed) {
      if (done) queueMicrotask(done);
      return;
    }
    this.#waiting.push(this.#switchScreen(bytes));
    if (done) this.#waitingDone.push(done);
    if (this.#isBusy) return;
    this.#isBusy = true;
    // Ink writes a frame in three pieces in one turn (begin, frame, end of synchronized update): they leave as one.
    queueMicrotask(() => this.#writeWaiting());
  }

  /** Ink writes the switch on its own. Written twice, some terminals would clear the first frame. */
  #switchScreen(bytes: Buffer): Buffer {
    const isTwice = this.#isAlternate && bytes.equals(enterSequence);
    if (bytes.includes(enterAlternate)) this.#isAlternate = true;
    if (bytes.includes(leaveAlternate)) this.#isAlternate = false;
    return isTwice ? nothing : bytes;
  }

  #writeWaiting(): void {
    if (this.#batch || !this.#isBusy) return;
    this.#batch = { left: Buffer.concat(this.#waiting), done: this.#waitingDone };
    this.#waiting = [];
    this.#waitingDone = [];
    this.#writeBatch(this.#batch);
  }

  #writeBatch(batch: Batch): void {
    if (batch.left.length === 0) {
      this.#finish(batch);
      return;
    }
    this.#write(this.#fd, batch.left, (error, written) => {
      if (batch !== this.#batch) return;
      if (error?.code === 'EAGAIN') {
        this.#retry = this.#clock.setTimeout(() => {
          this.#retry = undefined;
          this.#writeBatch(batch);
        }, terminalRetryMs);
      } else if (error) {
        this.close();
        this.#events.emit('gone');
      } else {
        batch.left = batch.left.subarray(written);
        this.#writeBatch(batch);
      }
    });
  }

  #finish(batch: Batch): void {
    this.#batch = undefined;
    for (const done of batch.done) done();
    if (this.#waiting.length > 0) this.#writeWaiting();
    else this.#becomeIdle();
  }

  /** Drops pending writes but calls their callbacks, because Ink's exit waits for them. */
  #forget(): void {
    if (this.#retry !== undefined) this.#clock.clearTimeout(this.#retry);
    const done = [...(this.#batch?.done ?? []), ...this.#waitingDone];
    this.#retry = undefined;
    this.#batch = undefined;
    this.#waiting = [];
    this.#waitingDone = [];
    queueMicrotask(() => {
      for (const each of done) each();
    });
    if (this.#isBusy) this.#becomeIdle();
  }

  #becomeIdle(): void {
    this.#isBusy = false;
    queueMicrotask(() => {
      if (!this.#isBusy) this.#events.emit('drain');
    });
  }
}

/** What Ink 8 uses of its stdout: write, the size, 'resize', isTTY, and whether writing still makes sense. */
class InkStream extends EventEmitter {
  readonly isTTY = true;
  writable = true;
  readonly #tty: TerminalOutputOptions['tty'];
  readonly #take: (bytes: Buffer, done: Done | undefined) => void;
  readonly #resized = (): void => void this.emit('resize');

  constructor(tty: TerminalOutputOptions['tty'], take: (bytes: Buffer, done: Done | undefined) => void) {
    super();
    // Every mounted useWindowSize listens.
    this.setMaxListeners(0);
    this.#tty = tty;
    this.#take = take;
    tty.on('resize', this.#resized);
  }

  get columns(): number {
    return this.#tty.columns;
  }

  get rows(): number {
    return this.#tty.rows;
  }

  write(chunk: string | Uint8Array, encoding?: BufferEncoding | Done, done?: Done): boolean {
    const isEncoding = typeof encoding === 'string';
    this.#take(
      typeof chunk === 'string' ? Buffer.from(chunk, isEncoding ? encoding : 'utf8') : Buffer.from(chunk),
      isEncoding ? done : (encoding ?? done),
    );
    return true;
  }

  end(): void {
    this.writable = false;
    this.#tty.off('resize', this.#resized);
  }
}
