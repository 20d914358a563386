import { isatty } from 'node:tty';
import { prepareEmbeddedPaper } from '../../../paper/service/embedded.ts';
import { resolvePaths } from '../../../platform/files/paths.ts';
import { reopenTerminal, writeWithin } from '../../../platform/terminal/terminal-descriptor.ts';
import { endSignals } from '../../../platform/terminal/termination-signals.ts';
import { type FrameRows, type FrameTerminal, readFirstFrame } from './first-frame-file.ts';
import { opensScreen } from './opens-screen.ts';

const enterScreen = '\x1b[?1049h\x1b[?25l\x1b[0m\x1b[H\x1b[J';
const leaveScreen = '\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h';
/** A terminal that takes nothing delays the start by no more. */
const writeLimitMs = 50;
const [ctrlC, ctrlBackslash] = [0x03, 0x1c];
/** It has no SIGQUIT, and no key that sends one. */
const isWindows = process.platform === 'win32';

/** The screen between the start of the process and the desk's own first frame. */
export interface FirstFrame {
  /** stderr for what shows progress: as long as the frame is on screen, the line is its last row. */
  readonly progress: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;
  /** Back to the normal screen: a question, an error or the end follows. */
  putAway(): void;
  /** From here on the desk draws over it and restores the terminal. Keys typed so far are its input. */
  handOver(): void;
}

let shown: FirstFrame | null = null;

/** The frame that is on screen, until it is put away or handed over. */
export const firstFrame = (): FirstFrame | null => shown;

/**
 * Called by the launcher, before the desk is loaded: if this start opens the desk on a terminal, shows the frame that the
 * last desk left for it (its panes, all of them waiting), and lets the thread of the paper service load meanwhile. Does
 * nothing otherwise.
 */
export function showFirstFrame(): void {
  const start = screenStart();
  if (!start) return;
  shown = new ShownFrame(start.terminal);
  if (start.mayBePaper) prepareEmbeddedPaper(new URL('./paper-worker.js', import.meta.url));
}

/**
 * The same for a launcher that hands over to another Node: it draws, and the other one, which draws it again, does the
 * rest. Returns how to leave the screen if the other one could not; null if nothing was drawn.
 */
export function drawFirstFrame(): (() => void) | null {
  const start = screenStart();
  if (!start) return null;
  const { fd } = reopenTerminal(1);
  draw(fd, start.terminal);
  return () => void write(fd, leaveScreen);
}

/** The terminal on which this start opens the desk; null if it opens none. */
function screenStart(): { readonly terminal: FrameTerminal; readonly mayBePaper: boolean } | null {
  const { env, argv } = process;
  if (!isatty(0) || !isatty(1)) return null;
  const start = opensScreen(argv.slice(2), env, resolvePaths(env));
  return start && { ...start, terminal: { columns: process.stdout.columns, rows: process.stdout.rows, env } };
}

function draw(fd: number, terminal: FrameTerminal): void {
  const rows = readFirstFrame(resolvePaths(terminal.env).stateDir, terminal) ?? plainFrame(terminal);
  const placed = rows.map((row, index) => `\x1b[${index + 1};1H${row}`).join('');
  write(fd, `${enterScreen}\x1b[?7l${placed}\x1b[?7h`);
}

const write = (fd: number, bytes: string): boolean => writeWithin(fd, Buffer.from(bytes), writeLimitMs);

/** Where no desk has left a frame. */
function plainFrame({ columns, rows }: FrameTerminal): FrameRows {
  const inner = Math.max(0, columns - 2);
  const empty = Math.max(0, rows - 4);
  return [
    ' swapdeck',
    `╭${'─'.repeat(inner)}╮`,
    ...Array.from({ length: empty }, (_, row) => `│${(row === 0 ? ' Starting …' : '').padEnd(inner).slice(0, inner)}│`),
    `╰${'─'.repeat(inner)}╯`,
  ].slice(0, rows);
}

class ShownFrame implements FirstFrame {
  readonly progress: FirstFrame['progress'];
  readonly #fd = reopenTerminal(1).fd;
  readonly #removers: (() => void)[] = [];
  readonly #typed: Buffer[] = [];

  constructor(terminal: FrameTerminal) {
    // Before it is drawn, so that no key is echoed over it, and so that it is left whatever happens from here on.
    this.#listen();
    draw(this.#fd, terminal);
    this.progress = {
      isTTY: true,
      columns: terminal.columns,
      write: (text: string | Uint8Array) => {
        if (shown !== this) return process.stderr.write(text);
        return write(this.#fd, `\x1b[${terminal.rows};1H${text}`);
      },
    };
  }

  putAway(): void {
    if (shown !== this) return;
    this.handOver();
    process.stdin.setRawMode(false);
    write(this.#fd, leaveScreen);
  }

  handOver(): void {
    if (shown !== this) return;
    shown = null;
    for (const remove of this.#removers) remove();
    if (this.#typed.length > 0) process.stdin.unshift(Buffer.concat(this.#typed));
  }

  #listen(): void {
    const putAway = () => this.putAway();
    process.on('exit', putAway);
    this.#removers.push(() => process.off('exit', putAway));
    for (const signal of [...endSignals, 'SIGTSTP'] as const) this.#putAwayOn(signal);
    for (const stream of [process.stdout, process.stderr]) this.#putAwayBefore(stream);
    const { stdin } = process;
    const read = () => this.#read();
    stdin.setRawMode(true);
    stdin.on('readable', read);
    this.#removers.push(() => stdin.off('readable', read));
  }

  #putAwayOn(signal: NodeJS.Signals): void {
    const onSignal = () => {
      this.putAway();
      // It does what it would have done without this listener.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    };
    process.prependListener(signal, onSignal);
    this.#removers.push(() => process.off(signal, onSignal));
  }

  /** Whatever the program prints before the desk opens belongs on the normal screen. */
  #putAwayBefore(stream: NodeJS.WriteStream): void {
    const { write: printed } = stream;
    stream.write = ((...args: Parameters<typeof printed>) => {
      this.putAway();
      return printed.apply(stream, args);
    }) as typeof printed;
    this.#removers.push(() => {
      stream.write = printed;
    });
  }

  /** In raw mode nobody else makes signals of keys. What was typed before one of them is dropped, as a terminal does. */
  #read(): void {
    for (let chunk = process.stdin.read(); chunk !== null; chunk = process.stdin.read()) {
      const typed = Buffer.from(chunk);
      const signal = typed.includes(ctrlC) ? 'SIGINT' : typed.includes(ctrlBackslash) && !isWindows ? 'SIGQUIT' : null;
      if (signal) {
        this.#typed.length = 0;
        process.kill(process.pid, signal);
      } else this.#typed.push(typed);
    }
  }
}
