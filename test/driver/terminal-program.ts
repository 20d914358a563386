import { EventEmitter, once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type IPty, spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { keySequence } from './key-sequence.ts';
import { Screen } from './screen.ts';

export interface ProgramOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** Beside PATH, TERM and a UTF-8 locale; nothing else of this process's environment reaches the program. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long a wait may take before it fails. */
  readonly limitMs?: number;
  /** Called once, when the program has been closed. */
  readonly onClose?: () => void;
}

export interface ProgramExit {
  readonly code: number;
  readonly signal: NodeJS.Signals | null;
  /** What is left on the terminal. */
  readonly after: Screen;
}

/**
 * Nothing tells when a program has read a key. So a key is answered by the next output, but not sooner than a fast
 * typist's gap (output under way may be older than the key), and not later than the limit (it may change nothing).
 */
const keyGapMs = 20;
const keyLimitMs = 100;
/** A lone Escape must not melt into an Alt combination with the key after it; Ink waits 20 ms for one. */
const escapeMs = 60;
/** Enough for any scenario that looks at the bytes themselves. */
const mostOutput = 4_000_000;
const root = `${import.meta.dirname}/../..`;

/** A program in a pseudo-terminal with an xterm on the other side, played as a person would: press, look, press. */
export class TerminalProgram implements AsyncDisposable {
  readonly #pty: IPty;
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  readonly #events = new EventEmitter();
  readonly #limitMs: number;
  readonly #onClose: (() => void) | undefined;
  #chunks = 0;
  #unparsed = 0;
  #isCursorVisible = true;
  /** Private modes that were ever switched on. */
  readonly modesAsked = new Set<number>();
  #lastOutput = '';
  #output = '';
  #exit: { code: number; signal: NodeJS.Signals | null } | undefined;
  #isClosed = false;
  #bells = 0;

  constructor(file: string, args: readonly string[], options: ProgramOptions = {}) {
    const { columns = 120, rows = 40, env = {}, limitMs = 10_000, onClose } = options;
    this.#limitMs = limitMs;
    this.#onClose = onClose;
    this.#events.setMaxListeners(0);
    this.#terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 1000 });
    for (const [final, isVisible] of [
      ['h', true],
      ['l', false],
    ] as const)
      this.#terminal.parser.registerCsiHandler({ prefix: '?', final }, (parameters) => {
        if (parameters.includes(25)) this.#isCursorVisible = isVisible;
        if (isVisible) for (const mode of parameters) this.modesAsked.add(Number(mode));
        return false;
      });
    this.#terminal.onBell(() => this.#bells++);
    this.#pty = spawn(file, [...args], {
      cols: columns,
      rows,
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        TERM: 'xterm-256color',
        COLORTERM: 'truecolor',
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        ...env,
      },
    });
    // The terminal answers queries (device attributes, keyboard protocol), as a real one does.
    this.#terminal.onData((answer) => this.#pty.write(answer));
    this.#pty.onData((chunk) => this.#read(chunk));
    this.#pty.onExit(({ exitCode, signal }) => {
      this.#exit = { code: exitCode, signal: signalName(signal) };
      this.#terminal.write('', () => this.#events.emit('settled'));
    });
  }

  /** How often the bell has rung. */
  get bells(): number {
    return this.#bells;
  }

  /** Every byte that it has written, as far as it is kept. */
  get output(): string {
    return this.#output;
  }

  get pid(): number {
    return this.#pty.pid;
  }

  screen(): Screen {
    return new Screen(this.#terminal, this.#isCursorVisible);
  }

  /** Waits until the screen shows `matching`. Throws with the screen, the exit code and the last output. */
  sees(matching: string | RegExp): Promise<void> {
    return this.seesWhere((screen) => screen.shows(matching), `to see ${show(matching)}`);
  }

  seesNot(matching: string | RegExp): Promise<void> {
    return this.seesWhere((screen) => !screen.shows(matching), `not to see ${show(matching)}`);
  }

  /** Waits for a settled screen that fulfils `condition`: all output parsed, no synchronized update under way. */
  async seesWhere(condition: (screen: Screen) => boolean, awaited: string): Promise<void> {
    const limit = AbortSignal.timeout(this.#limitMs);
    while (!this.#isSettled || !condition(this.screen())) {
      if (limit.aborted || (this.#exit && this.#unparsed === 0)) throw new Error(this.#report(awaited));
      await once(this.#events, 'settled', { signal: limit }).catch(() => {});
    }
  }

  /** Presses keys, each a chunk of its own, and waits for the answer to each. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.#write(keySequence(key));
      if (key === 'Esc') await pause(escapeMs);
    }
  }

  /** The same as press. */
  keys(...keys: string[]): Promise<void> {
    return this.press(...keys);
  }

  /** Types a text, key by key. */
  types(text: string): Promise<void> {
    return this.press(...Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment));
  }

  /** Pastes as terminals do: bracketed where the program asked for it, line breaks as carriage returns. */
  pastes(text: string): Promise<void> {
    const lines = text.replace(/\r?\n/g, '\r');
    return this.#write(this.#terminal.modes.bracketedPasteMode ? `\x1b[200~${lines}\x1b[201~` : lines);
  }

  /** Sends bytes as they are, in one chunk: keys that arrive merged, a key held down. */
  sends(bytes: string): Promise<void> {
    return this.#write(bytes);
  }

  async resizes(columns: number, rows: number): Promise<void> {
    this.#terminal.resize(columns, rows);
    const answered = this.#answer();
    this.#pty.resize(columns, rows);
    await answered;
  }

  /** Stops reading the program's output, as a stalled connection does, until `flows`. */
  stalls(): void {
    this.#pty.pause();
  }

  flows(): void {
    this.#pty.resume();
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.#pty.pid, name);
  }

  /** Waits until the program has ended by itself. */
  async exits(): Promise<ProgramExit> {
    const limit = AbortSignal.timeout(this.#limitMs);
    while (!this.#exit || this.#unparsed > 0) {
      if (limit.aborted) throw new Error(this.#report('the program to end'));
      await once(this.#events, 'settled', { signal: limit }).catch(() => {});
    }
    return { ...this.#exit, after: this.screen() };
  }

  /** Ends the program and all it started, whatever its state. Safe to call twice. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      await this.#kill();
    } finally {
      this.#terminal.dispose();
      this.#onClose?.();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #kill(): Promise<void> {
    if (this.#exit) return;
    try {
      process.kill(-this.#pty.pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
    this.flows();
    await this.exits();
  }

  get #isSettled(): boolean {
    return this.#unparsed === 0 && !this.#terminal.modes.synchronizedOutputMode;
  }

  #read(chunk: string): void {
    this.#lastOutput = (this.#lastOutput + chunk).slice(-2048);
    if (this.#output.length < mostOutput) this.#output += chunk;
    this.#chunks++;
    this.#unparsed++;
    this.#terminal.write(chunk, () => {
      this.#unparsed--;
      // One more turn: output that has already arrived belongs to the same frame.
      setImmediate(() => {
        if (this.#isSettled) this.#events.emit('settled');
      });
    });
  }

  async #write(bytes: string): Promise<void> {
    const answered = this.#answer();
    this.#pty.write(bytes);
    await answered;
  }

  async #answer(): Promise<void> {
    const before = this.#chunks;
    const limit = AbortSignal.timeout(keyLimitMs);
    await pause(keyGapMs);
    while (!limit.aborted && !this.#exit && (this.#chunks === before || !this.#isSettled))
      await once(this.#events, 'settled', { signal: limit }).catch(() => {});
  }

  #report(awaited: string): string {
    const { columns, rows } = this.screen();
    const state = this.#exit ? `it ended with ${this.#exit.signal ?? `code ${this.#exit.code}`}` : 'it still runs';
    const rule = '─'.repeat(columns);
    return [
      `waited ${this.#limitMs} ms ${awaited}; ${state}`,
      `${rule} ${columns}x${rows}`,
      this.screen().text(),
      `${rule} last output`,
      JSON.stringify(this.#lastOutput),
    ].join('\n');
  }
}

function show(matching: string | RegExp): string {
  return typeof matching === 'string' ? JSON.stringify(matching) : String(matching);
}

function signalName(number: number | undefined): NodeJS.Signals | null {
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return (found?.[0] as NodeJS.Signals | undefined) ?? null;
}
