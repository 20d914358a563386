import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type IPty, spawn } from '@lydell/node-pty';
import xterm, { type IUnicodeVersionProvider } from '@xterm/headless';
import { displayWidth } from '../../src/domain/text-width.ts';
import { Screen } from '../driver/screen.ts';

export interface TappedDeskOptions {
  readonly columns: number;
  readonly rows: number;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The emulator knows no emoji; terminals do since 2016. A character of no width joins the one before it. */
const modernWidths: IUnicodeVersionProvider = {
  version: 'modern',
  wcwidth: (codePoint) => Math.min(2, displayWidth(String.fromCodePoint(codePoint))) as 0 | 1 | 2,
  charProperties: (codePoint, before) => {
    const width = modernWidths.wcwidth(codePoint);
    const widthBefore = (before >> 1) & 3;
    const joins = width === 0 && before !== 0 && widthBefore > 0;
    return ((joins ? widthBefore : width) << 1) | (joins ? 1 : 0);
  },
};

/** How long the desk may take to read and draw what it was sent. */
const limitMs = 60_000;
const root = `${import.meta.dirname}/../..`;

/** A desk in a pseudo-terminal that tells when it has read and drawn everything it was sent: no wait is a guess. */
export class TappedDesk implements AsyncDisposable {
  readonly home = mkdtempSync(join(tmpdir(), 'swapdeck-walk-'));
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #server: Server;
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  readonly #pty: IPty;
  #sent = 0;
  #received = 0;
  #parsed = 0;
  #told = { read: -1, drawn: 0, columns: 0, rows: 0 };
  #isCursorVisible = true;
  #exit: { readonly exitCode: number; readonly signal?: number | undefined } | null = null;

  static async open(options: TappedDeskOptions): Promise<TappedDesk> {
    const server = createServer();
    const home = mkdtempSync(join(tmpdir(), 'swapdeck-tap-'));
    const address = join(home, 'tap');
    await once(server.listen(address), 'listening');
    server.on('close', () => rmSync(home, { recursive: true, force: true }));
    return new TappedDesk(options, server, address);
  }

  private constructor({ columns, rows, args, env }: TappedDeskOptions, server: Server, address: string) {
    this.#server = server;
    server.on('connection', (socket) => {
      socket.on('error', () => {});
      createInterface({ input: socket }).on('line', (line) => {
        const [read = 0, drawn = 0, width = 0, height = 0] = line.split(' ').map(Number);
        this.#told = { read, drawn, columns: width, rows: height };
        this.#events.emit('news');
      });
    });
    this.#terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 100 });
    this.#terminal.unicode.register(modernWidths);
    this.#terminal.unicode.activeVersion = modernWidths.version;
    for (const [final, isVisible] of [
      ['h', true],
      ['l', false],
    ] as const)
      this.#terminal.parser.registerCsiHandler({ prefix: '?', final }, (parameters) => {
        if (parameters.includes(25)) this.#isCursorVisible = isVisible;
        return false;
      });
    this.#pty = spawn(process.execPath, ['tools/bin/swapdeck.js', ...args], {
      ...{ cols: columns, rows, cwd: root },
      env: {
        ...{ PATH: process.env['PATH'], TERM: 'xterm-256color', COLORTERM: 'truecolor', LANG: 'C.UTF-8', TZ: 'UTC' },
        ...{ HOME: this.home, SWAPDECK_HOME: this.home },
        ...{ NODE_OPTIONS: `--import=${import.meta.dirname}/tap.js`, SWAPDECK_WALK_TAP: address },
        ...env,
      },
    });
    // What a terminal answers to a question is read by the desk like a key.
    this.#terminal.onData((answer) => this.#write(answer));
    this.#pty.onData((chunk) => {
      this.#received += Buffer.byteLength(chunk);
      this.#terminal.write(chunk, () => {
        this.#parsed += Buffer.byteLength(chunk);
        this.#events.emit('news');
      });
    });
    this.#pty.onExit((exit) => {
      this.#exit = exit;
      this.#terminal.write('', () => this.#events.emit('news'));
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  get size(): { readonly columns: number; readonly rows: number } {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows };
  }

  /** The code with which it ended; null while it runs. */
  get exitCode(): number | null {
    return this.#exit && (this.#exit.signal ? 128 + this.#exit.signal : this.#exit.exitCode);
  }

  screen(): Screen {
    return new Screen(this.#terminal, this.#isCursorVisible);
  }

  sends(bytes: string | Buffer): void {
    this.#write(bytes);
  }

  resizes(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
    this.#pty.resize(columns, rows);
  }

  /** Waits until everything that was sent has been read and drawn, at the size that the terminal has, and stands on the screen. */
  settles(): Promise<void> {
    return this.#waits(() => {
      const { read, drawn, columns, rows } = this.#told;
      const isRead = read >= this.#sent && columns === this.size.columns && rows === this.size.rows;
      return isRead && this.#parsed >= drawn && !this.#terminal.modes.synchronizedOutputMode;
    }, 'it to read and draw what it was sent');
  }

  /** Waits until the screen fulfils `condition`. */
  shows(condition: (screen: Screen) => boolean, awaited: string): Promise<void> {
    return this.#waits(() => this.#parsed === this.#received && condition(this.screen()), awaited);
  }

  async ends(): Promise<{ readonly code: number; readonly after: Screen }> {
    const limit = AbortSignal.timeout(limitMs);
    while (!this.#exit || this.#parsed < this.#received) {
      if (limit.aborted) throw new Error(`it has not ended\n${this.screen().text()}`);
      await once(this.#events, 'news', { signal: limit }).catch(() => {});
    }
    return { code: this.exitCode ?? -1, after: this.screen() };
  }

  /** Memory that the desk has, MB. */
  residentMb(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#exit) {
      process.kill(this.#pty.pid, 'SIGKILL');
      await this.ends();
    }
    this.#server.close();
    this.#terminal.dispose();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 3 });
  }

  #write(bytes: string | Buffer): void {
    this.#sent += Buffer.byteLength(bytes);
    this.#pty.write(bytes as string);
  }

  async #waits(isSo: () => boolean, awaited: string): Promise<void> {
    const limit = AbortSignal.timeout(limitMs);
    while (!isSo()) {
      if (this.#exit) throw new Error(`it ended with code ${this.exitCode}\n${this.screen().text()}`);
      if (limit.aborted)
        throw new Error(`waited ${limitMs} ms for ${awaited}: ${this.#state()}\n${this.screen().text()}`);
      await once(this.#events, 'news', { signal: limit }).catch(() => {});
    }
  }

  #state(): string {
    return JSON.stringify({ sent: this.#sent, received: this.#received, told: this.#told, size: this.size });
  }
}
