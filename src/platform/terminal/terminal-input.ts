import { EventEmitter } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { type Clock, systemClock, type TimerHandle } from '../time/clock.ts';
import { createMouseReports, type MouseReport } from './mouse-reports.ts';
import { createPasteGuard, type PasteGuard, pasteSilenceMs } from './paste-guard.ts';

/** How long an Esc may turn out to begin a report or a paste before it counts as a key. */
const escapeMs = 15;
/**
 * How long Ink in its turn waits for the rest of a sequence that has begun: a constant inside it, which the test reads there.
 * Were it longer than this, `isHolding` would end before a lone Esc has become a key.
 */
export const inkEscapeMs = 20;
const begunSequence = /\x1b(?:[[O][\x20-\x3f[]*)?$/;

/** Presses and the wheel only, no movement; positions beyond column 223 if the terminal supports them. */
export const mouseOn = '\x1b[?1000h\x1b[?1006h';
export const mouseOff = '\x1b[?1006l\x1b[?1000l';

type Tty = Pick<NodeJS.ReadStream, 'setRawMode' | 'ref' | 'unref' | 'on' | 'off'> & { read(): unknown };

export interface TerminalInputOptions {
  /** `process.stdin`, without an encoding. */
  readonly tty: Tty;
  /** Writes to the terminal, in order with everything else that is drawn. */
  readonly write: (bytes: string) => void;
  readonly clock?: Clock;
}

/**
 * Ink's stdin: terminal keys without mouse reports. Ink drops a complete report, but would read the parts of a split
 * one as typed keys, so it never sees any. A paste reaches Ink completely or not at all: Ink would wait for a lost end
 * forever and block all keys.
 */
export interface TerminalInput {
  /** For Ink's `stdin` option; implements only what Ink 8 uses of a ReadStream. */
  readonly stream: NodeJS.ReadStream;
  /** Turns mouse reports on or off. Until the first call, input goes to Ink unchanged. */
  setMouse(isOn: boolean): void;
  /** Calls `listener` with each report, in its position between the keys. Returns the unsubscribe function. */
  onMouse(listener: (report: MouseReport) => void): () => void;
  /** Bytes read so far. */
  readonly bytes: number;
  /** Some bytes are not a key yet: they may begin a longer one, a report or a paste. */
  readonly isHolding: boolean;
  /** Calls `listener` when bytes were read and processed as far as they are keys, and when held bytes were released. */
  onRead(listener: () => void): () => void;
}

export function createTerminalInput(options: TerminalInputOptions): TerminalInput {
  return new MouselessInput(options);
}

class MouselessInput implements TerminalInput {
  readonly #tty: Tty;
  readonly #write: (bytes: string) => void;
  readonly #clock: Clock;
  readonly #stream: InkInput;
  readonly #events = new EventEmitter();
  readonly #decoder = new StringDecoder('utf8');
  #reports = createMouseReports();
  #pastes: PasteGuard;
  #keyTimer: TimerHandle | undefined;
  #pasteTimer: TimerHandle | undefined;
  #inkTimer: TimerHandle | undefined;
  #bytes = 0;
  #isOn = false;
  #wasOn = false;

  constructor({ tty, write, clock = systemClock }: TerminalInputOptions) {
    this.#tty = tty;
    this.#write = write;
    this.#clock = clock;
    this.#pastes = createPasteGuard(() => clock.monotonic());
    this.#stream = new InkInput(tty);
    this.#stream.on('newListener', (event) => {
      if (event === 'readable' && this.#stream.listenerCount('readable') === 0) tty.on('readable', this.#read);
    });
    this.#stream.on('removeListener', (event) => {
      if (event === 'readable' && this.#stream.listenerCount('readable') === 0) this.#stopReading();
    });
  }

  get stream(): NodeJS.ReadStream {
    // Of the rest of a ReadStream Ink uses nothing (terminal.pty.test.ts).
    return this.#stream as unknown as NodeJS.ReadStream;
  }

  setMouse(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    this.#wasOn = true;
    this.#write(isOn ? mouseOn : mouseOff);
  }

  onMouse(listener: (report: MouseReport) => void): () => void {
    this.#events.on('mouse', listener);
    return () => this.#events.off('mouse', listener);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isHolding(): boolean {
    const isInkWaiting = this.#inkTimer !== undefined;
    return this.#pastes.mayBeKey || this.#pastes.isPasting || this.#reports.mayBeKey || isInkWaiting;
  }

  onRead(listener: () => void): () => void {
    this.#events.on('read', listener);
    return () => this.#events.off('read', listener);
  }

  readonly #read = (): void => {
    this.#endWait();
    for (let chunk = this.#tty.read(); chunk !== null; chunk = this.#tty.read())
      this.#hear((Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))).toString('latin1'));
    if (this.#pastes.mayBeKey || this.#reports.mayBeKey)
      this.#keyTimer = this.#clock.setTimeout(() => this.#releaseKey(), escapeMs);
    if (this.#pastes.isPasting) this.#pasteTimer = this.#clock.setTimeout(() => this.#givePasteUp(), pasteSilenceMs);
    this.#events.emit('read');
  };

  #hear(chunk: string): void {
    this.#bytes += chunk.length;
    const bytes = this.#pastes.take(chunk);
    if (bytes !== '') this.#takeReports(bytes);
  }

  #takeReports(bytes: string): void {
    if (!this.#wasOn) return this.#pass(bytes);
    for (const item of this.#reports.take(bytes))
      if (typeof item === 'string') this.#pass(item);
      else if (this.#isOn) this.#events.emit('mouse', item);
  }

  /** The held text did not become a longer sequence: it is a key. */
  #releaseKey(): void {
    const bytes = this.#pastes.releaseKey();
    if (bytes !== '') this.#takeReports(bytes);
    this.#pass(this.#reports.giveUp());
    this.#events.emit('read');
  }

  #givePasteUp(): void {
    this.#pastes.endPaste();
    this.#events.emit('read');
  }

  #pass(bytes: string): void {
    this.#stream.put(this.#decoder.write(Buffer.from(bytes, 'latin1')));
    if (this.#events.listenerCount('read') > 0 && begunSequence.test(bytes)) this.#awaitInk();
  }

  /**
   * Ink does not say when it gives up on a sequence: a timer of the same length, set after Ink's own, fires after it.
   */
  #awaitInk(): void {
    this.#clearTimer(this.#inkTimer);
    this.#inkTimer = this.#clock.setTimeout(() => {
      this.#inkTimer = undefined;
      this.#events.emit('read');
    }, inkEscapeMs);
  }

  #stopReading(): void {
    this.#tty.off('readable', this.#read);
    this.#endWait();
    this.#reports = createMouseReports();
    this.#pastes = createPasteGuard(() => this.#clock.monotonic());
  }

  #endWait(): void {
    for (const timer of [this.#keyTimer, this.#pasteTimer, this.#inkTimer]) this.#clearTimer(timer);
    this.#keyTimer = this.#pasteTimer = this.#inkTimer = undefined;
  }

  #clearTimer(timer: TimerHandle | undefined): void {
    if (timer !== undefined) this.#clock.clearTimeout(timer);
  }
}

class InkInput extends EventEmitter {
  readonly isTTY = true;
  readonly #tty: Tty;
  readonly #chunks: string[] = [];

  constructor(tty: Tty) {
    super();
    this.#tty = tty;
  }

  put(text: string): void {
    if (text === '') return;
    this.#chunks.push(text);
    this.emit('readable');
  }

  read(): string | null {
    return this.#chunks.shift() ?? null;
  }

  setEncoding(): this {
    return this;
  }

  setRawMode(isRaw: boolean): this {
    this.#tty.setRawMode(isRaw);
    return this;
  }

  ref(): this {
    this.#tty.ref();
    return this;
  }

  unref(): this {
    this.#tty.unref();
    return this;
  }
}
