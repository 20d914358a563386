import { EventEmitter, once } from 'node:events';
import { constants } from 'node:os';
import { type IPty, spawn } from '@lydell/node-pty';
import { Handshake, type Request, type Told } from './handshake.ts';
import { keySequence } from './key-sequence.ts';
import { closes, opened } from './left-behind.ts';
import { find, type Screen } from './screen.ts';
import { TerminalEmulator } from './terminal-emulator.ts';

export interface ProgramOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** Beside PATH, TERM and a UTF-8 locale; nothing else of this process's environment reaches the program. */
  readonly env?: Readonly<Record<string, string>>;
  /** A Node program that tells when it has handled its keys, once it shows something. Others are only watched. */
  readonly hasHandshake?: boolean;
  /** Called once, when the program has been closed. */
  readonly onClose?: () => void;
}

export interface ProgramExit {
  readonly code: number;
  readonly signal: NodeJS.Signals | null;
  /** What is left on the terminal. */
  readonly after: Screen;
}

/** Enough for any scenario that looks at the bytes themselves. */
const mostOutput = 4_000_000;
/** A program that leaves others on its terminal never ends its output. */
const endLimitMs = 2_000;
const root = `${import.meta.dirname}/../..`;

/** A program in a pseudo-terminal with an xterm on the other side, played as a person would: press, look, press. */
export class TerminalProgram implements AsyncDisposable {
  readonly #pty: IPty;
  readonly #emulator: TerminalEmulator;
  readonly #handshake: Handshake | null;
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #onClose: (() => void) | undefined;
  #sent = 0;
  /** The last row of every frame since the last key. */
  readonly #said = new Set<string>();
  #lastKeys = '';
  #lastOutput = '';
  #output = '';
  #exit: { code: number; signal: NodeJS.Signals | null } | undefined;
  #isClosed = false;
  /** How long a wait may take before it fails: so long that only what hangs reaches it. */
  limitMs = 60_000;

  constructor(file: string, args: readonly string[], options: ProgramOptions = {}) {
    const { columns = 120, rows = 40, env = {}, hasHandshake = false, onClose } = options;
    this.#onClose = onClose;
    this.#handshake = hasHandshake ? new Handshake(() => this.#events.emit('news')) : null;
    // What the terminal answers to a query is read by the program like keys.
    this.#emulator = new TerminalEmulator(
      columns,
      rows,
      (answer) => this.#send(answer),
      () => this.#said.add(this.#emulator.glance().lines().at(-1) ?? ''),
    );
    const [started, given] = this.#handshake?.command(file, args) ?? [file, [...args]];
    this.#pty = spawn(started, given, {
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
    readToItsEnd(this.#pty);
    this.#pty.onData((chunk) => this.#read(chunk));
    this.#pty.onExit(({ exitCode, signal }) => {
      this.#exit = { code: exitCode, signal: signalName(signal) };
      this.#emulator.end();
      this.#events.emit('news');
    });
    opened(this);
  }

  /** How often the bell has rung. */
  get bells(): number {
    return this.#emulator.bells;
  }

  /** Private modes that were ever switched on. */
  get modesAsked(): ReadonlySet<number> {
    return this.#emulator.modesAsked;
  }

  /** Every byte that it has written, as far as it is kept. */
  get output(): string {
    return this.#output;
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** The requests that it has made, in their order; none where there is no handshake. */
  get requests(): readonly Request[] {
    return this.#handshake?.requests ?? [];
  }

  screen(): Screen {
    return this.#emulator.screen();
  }

  /** Waits until the screen shows `matching`. */
  sees(matching: string | RegExp): Promise<void> {
    return this.seesWhere((screen) => screen.shows(matching), `to see ${show(matching)}`);
  }

  /** Waits until the last row has shown `matching` since the last key, be it for one frame: the next notice takes its place. */
  says(matching: string | RegExp): Promise<void> {
    return this.#waits(
      () => [...this.#said].some((row) => find(row, matching) !== null),
      `it to say ${show(matching)}`,
    );
  }

  seesNot(matching: string | RegExp): Promise<void> {
    return this.seesWhere((screen) => !screen.shows(matching), `not to see ${show(matching)}`);
  }

  /** Waits for a screen that fulfils `condition`. */
  seesWhere(condition: (screen: Screen) => boolean, awaited: string): Promise<void> {
    return this.#waits(() => condition(this.#emulator.glance()), awaited);
  }

  /** Presses keys; each has been handled and what it changed is on the screen before the next. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#presses(keySequence(key), key);
  }

  /** Types a text, key by key. */
  types(text: string): Promise<void> {
    return this.press(...Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment));
  }

  /** Pastes as terminals do: bracketed where the program asked for it, line breaks as carriage returns. */
  pastes(text: string): Promise<void> {
    const lines = text.replace(/\r?\n/g, '\r');
    return this.#presses(this.#emulator.isPasteBracketed ? `\x1b[200~${lines}\x1b[201~` : lines, 'a paste');
  }

  /**
   * Sends bytes as they are, in one chunk: keys that arrive merged, the half of a sequence. What of them is not a key yet may still be
   * held back afterwards.
   */
  async sends(bytes: string | Buffer): Promise<void> {
    await this.#isReady(bytes);
    this.#send(bytes);
    await this.#isHandled('the bytes to be handled', true);
  }

  /** Sends bytes and waits for nothing: to a program that is stopped, or whose terminal is. */
  sendsUnheard(bytes: string | Buffer): void {
    this.#send(bytes);
  }

  /** Waits until nothing that was sent is held back any more: the program has given it up, or made keys of it. */
  settles(): Promise<void> {
    return this.#isHandled('nothing to be held back');
  }

  /** Waits until every request that is open now has been answered. */
  answers(): Promise<void> {
    const open = this.requests.filter(({ answer }) => answer === null);
    return this.#waits(() => open.every(({ answer }) => answer !== null), 'its requests to be answered');
  }

  async resizes(columns: number, rows: number): Promise<void> {
    this.resizesUnheard(columns, rows);
    await this.#isHandled(`it to be drawn at ${columns}x${rows}`, true);
  }

  resizesUnheard(columns: number, rows: number): void {
    this.#emulator.resize(columns, rows);
    this.#pty.resize(columns, rows);
  }

  /** Lets so much time pass on the program's clock, at once; timers go on as they were set. */
  ages(ms: number): Promise<void> {
    return this.#asksTime(`ages ${ms}`);
  }

  /** Sets the program's wall clock ahead or back; no time passes. */
  stepsClock(ms: number): Promise<void> {
    return this.#asksTime(`steps ${ms}`);
  }

  /** The program's clock stands still until `goesOn`: what is done meanwhile is done in a moment, however busy the machine is. */
  stopsClock(): Promise<void> {
    return this.#asksTime('stops');
  }

  startsClock(): Promise<void> {
    return this.#asksTime('goesOn');
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

  /** Closes the terminal, as a window or a connection that goes away does: the system sends the program SIGHUP. */
  hangsUp(): void {
    socketOf(this.#pty).destroy(Object.assign(new Error('the terminal was closed'), { code: 'EIO' }));
  }

  /** Waits until the program has ended by itself. */
  async exits(): Promise<ProgramExit> {
    await this.#waits(() => this.#exit, 'the program to end');
    return { ...this.#exit!, after: this.screen() };
  }

  /** Ends the program and all it started, whatever its state. Safe to call twice. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closes(this);
    try {
      await this.#kill();
    } finally {
      this.#emulator.dispose();
      this.#handshake?.close();
      this.#onClose?.();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** What it was at, for a person who wants to know why something failed. */
  state(): string {
    const { columns, rows } = this.#emulator;
    const rule = '─'.repeat(columns);
    const told = this.#handshake?.told;
    const open = this.requests.filter(({ answer }) => answer === null);
    return [
      this.#exit ? `it ended with ${this.#exit.signal ?? `code ${this.#exit.code}`}` : 'it still runs',
      `sent last: ${this.#lastKeys}; ${this.#sent} bytes in all`,
      ...(this.#handshake ? [`handled last: ${told ? JSON.stringify(told) : 'nothing yet'}`] : []),
      ...(this.#handshake ? [`open requests: ${open.map(({ what }) => what).join(', ') || 'none'}`] : []),
      `${rule} ${columns}x${rows}`,
      this.#emulator.glance().text(),
      `${rule} last output`,
      JSON.stringify(this.#lastOutput),
    ].join('\n');
  }

  /** What it says that it has written, at the size that the terminal has, is on the screen. */
  #isDrawn({ drawn, columns, rows }: Told): boolean {
    const emulator = this.#emulator;
    const isSized = columns === emulator.columns && rows === emulator.rows;
    return isSized && emulator.shown >= drawn;
  }

  async #kill(): Promise<void> {
    if (this.#exit) return;
    try {
      process.kill(-this.#pty.pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
    this.flows();
    await this.#waits(() => this.#exit, 'the program to be killed');
  }

  async #presses(bytes: string, name: string): Promise<void> {
    await this.#isReady(name);
    this.#said.clear();
    this.#send(bytes);
    await this.#isHandled(`${name} to be handled`);
  }

  /** A key that comes before the program reads its terminal would be echoed, or lost. */
  async #isReady(what: string | Buffer): Promise<void> {
    this.#lastKeys = JSON.stringify(String(what));
    if (this.#handshake && !this.#handshake.told)
      await this.#waits(() => this.#handshake?.told !== null || this.#exit, 'it to read keys');
  }

  async #isHandled(awaited: string, mayHold = false): Promise<void> {
    const handshake = this.#handshake;
    if (!handshake) return;
    await this.#waits(() => {
      const { told } = handshake;
      const isRead = told !== null && told.bytes >= this.#sent && (mayHold || !told.isHolding);
      return this.#exit || (isRead && this.#isDrawn(told));
    }, awaited);
  }

  async #asksTime(order: string): Promise<void> {
    const handshake = this.#handshake;
    if (!handshake) throw new Error('there is no handshake: its clock cannot be reached');
    handshake.asks(order);
    await this.#waits(() => handshake.isTimely, `its clock to do "${order}"`);
  }

  async #waits(isSo: () => unknown, awaited: string): Promise<void> {
    const limit = AbortSignal.timeout(this.limitMs);
    while (!isSo()) {
      if (this.#exit) throw new Error(`waited ${awaited}; ${this.state()}`);
      if (limit.aborted) throw new Error(`waited ${this.limitMs} ms ${awaited}; ${this.state()}`);
      await once(this.#events, 'news', { signal: limit }).catch(() => {});
    }
  }

  #send(bytes: string | Buffer): void {
    this.#sent += Buffer.byteLength(bytes);
    this.#pty.write(bytes as string);
  }

  #read(chunk: string): void {
    this.#lastOutput = (this.#lastOutput + chunk).slice(-2048);
    if (this.#output.length < mostOutput) this.#output += chunk;
    this.#emulator.take(chunk);
    this.#events.emit('news');
  }
}

const socketOf = (pty: IPty): NodeJS.ReadStream => (pty as unknown as { readonly _socket: NodeJS.ReadStream })._socket;

/** node-pty drops what is not read 200 ms after the program has ended, which on a busy machine may be its last words. */
function readToItsEnd(pty: IPty): void {
  const socket = socketOf(pty);
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    // Its end comes as an error, EIO.
    if (error) return destroy(error);
    const timer = setTimeout(destroy, endLimitMs, error);
    socket.once('close', () => clearTimeout(timer));
    return socket;
  };
}

function show(matching: string | RegExp): string {
  return typeof matching === 'string' ? JSON.stringify(matching) : String(matching);
}

function signalName(number: number | undefined): NodeJS.Signals | null {
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return (found?.[0] as NodeJS.Signals | undefined) ?? null;
}
