import { type Clock, systemClock } from '../time/clock.ts';
import type { TerminalOutput } from './terminal-output.ts';
import { endSignals } from './termination-signals.ts';

/**
 * Restores a terminal, whatever state the program left it in: ends a cut synchronized update, disables mouse and
 * bracketed paste, resets attributes, shows the cursor. It leaves the alternate screen, with its kitty keyboard flags,
 * only if it is on: leaving twice moves the cursor back over what the shell has printed since.
 */
export function restoreSequence(isAlternate: boolean): string {
  const modesOff = '\x1b[?2026l\x1b[?7h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[0m';
  return `${modesOff}${isAlternate ? '\x1b[<u\x1b[?1049l' : ''}\x1b[?25h`;
}

/** Ink's `useApp().suspendTerminal`, called without a callback. */
export type SuspendTerminal = () => Promise<{ resume(): Promise<void> }>;

type GuardedProcess = NodeJS.EventEmitter & Pick<NodeJS.Process, 'kill' | 'platform' | 'stdout' | 'stderr'>;

export interface TerminalGuardOptions {
  readonly output: TerminalOutput;
  readonly stdin: Pick<NodeJS.ReadStream, 'setRawMode' | 'on' | 'off'>;
  /** Called after every return from a stop, with the screen redrawn: armed confirmations must be disarmed. */
  readonly onContinue: () => void;
  readonly process?: GuardedProcess;
  readonly clock?: Clock;
}

export interface TerminalGuard {
  /** Restores the terminal, once. Later output is discarded. */
  restore(): void;
  /** Handles Ctrl-Z: hands the terminal to the shell, stops the job, and takes the terminal back when continued. */
  suspend(): Promise<void>;
  /** Gives the guard Ink's own suspend function, available only inside the mounted tree. */
  suspendWith(suspendTerminal: SuspendTerminal): void;
  /** Stops listening to the process. */
  remove(): void;
}

/**
 * Restores the terminal before any other exit handler runs: process.exit, a signal, an uncaught exception or rejection.
 * It ends nothing itself: the program listens to the same events and prints on a restored terminal. A terminal that is
 * gone is reported as SIGHUP if the system sends none.
 *
 * Division of work (as of Ink 8.0.0): Ink turns on raw mode, bracketed paste, the alternate screen and kitty keyboard,
 * and hides the cursor. It undoes all of that in unmount() and in suspendTerminal(). unmount() also runs at process
 * exit (signal-exit), but through its stdout, which is asynchronous here: nothing it writes at exit would arrive, and
 * it draws one more frame first. So at exit the guard goes first and closes the output, and Ink's writes are discarded.
 * After an ordinary unmount the guard only repeats the modes that are harmless to repeat. A stop is left to Ink's
 * suspendTerminal(), the only call that makes it enter the alternate screen again; Ink itself listens to neither
 * SIGTSTP nor SIGCONT.
 */
export function installTerminalGuard(options: TerminalGuardOptions): TerminalGuard {
  const guard = new ProcessGuard(options);
  guard.install();
  return guard;
}

/** A job that was not stopped (an orphaned group ignores SIGTSTP) continues after this long. */
const stopLimitMs = 100;
/** A terminal that goes away shows as a read error some moments before its SIGHUP, or without one. */
const hangUpLimitMs = 1000;

class ProcessGuard implements TerminalGuard {
  readonly #options: TerminalGuardOptions;
  readonly #process: GuardedProcess;
  readonly #clock: Clock;
  readonly #removers: (() => void)[] = [];
  #suspendTerminal: SuspendTerminal | undefined;
  #isRestored = false;
  #isAway = false;

  constructor(options: TerminalGuardOptions) {
    this.#options = options;
    this.#process = options.process ?? process;
    this.#clock = options.clock ?? systemClock;
  }

  install(): void {
    const { output, stdin } = this.#options;
    for (const end of ['exit', ...endSignals, 'uncaughtException', 'unhandledRejection'])
      this.#hear(end, () => this.restore());
    this.#hear('SIGTSTP', this.#onStop);
    this.#hear('SIGCONT', this.#onContinued);
    const onGone = () => this.#hangUp();
    stdin.on('error', onGone);
    this.#removers.push(() => stdin.off('error', onGone), output.onGone(onGone));
  }

  restore(): void {
    if (this.#isRestored) return;
    this.#isRestored = true;
    const { output, stdin } = this.#options;
    // If the terminal is gone this fails with an 'error' event, and there is nothing left to restore.
    stdin.on('error', ignore);
    stdin.setRawMode(false);
    const isTaken = output.flushSync(restoreSequence(output.isAlternate));
    output.close();
    if (!isTaken) this.#muteTerminal();
  }

  async suspend(): Promise<void> {
    // Windows stops no jobs.
    if (this.#process.platform !== 'win32') await this.#handOver(() => this.#stopJob());
  }

  suspendWith(suspendTerminal: SuspendTerminal): void {
    this.#suspendTerminal = suspendTerminal;
  }

  remove(): void {
    for (const each of this.#removers.splice(0)) each();
  }

  readonly #onStop = (): void => void this.suspend();

  // After a SIGSTOP nothing was handed over: the shell has changed the modes and written over the screen.
  readonly #onContinued = (): void => void this.#handOver(async () => {});

  #hear(event: string, listener: () => void): void {
    this.#process.prependListener(event, listener);
    this.#removers.push(() => this.#process.off(event, listener));
  }

  #hangUp(): void {
    this.#clock.setTimeout(() => {
      if (!this.#isRestored) this.#process.emit('SIGHUP', 'SIGHUP');
    }, hangUpLimitMs);
  }

  async #handOver(whileAway: () => Promise<void>): Promise<void> {
    if (this.#isAway || this.#isRestored) return;
    this.#isAway = true;
    try {
      const suspension = await this.#suspendTerminal?.();
      this.#options.output.flushSync();
      await whileAway();
      // The kernel reports a resize only to the foreground job; this makes Node read the size.
      this.#process.emit('SIGWINCH', 'SIGWINCH');
      if (!this.#isRestored) await suspension?.resume();
    } finally {
      this.#isAway = false;
    }
    if (!this.#isRestored) this.#options.onContinue();
  }

  /** Stops the whole job, so that a shell waiting for the launcher or npm sees it stopped; settles when continued. */
  async #stopJob(): Promise<void> {
    const continued = Promise.withResolvers<void>();
    const resume = () => continued.resolve();
    this.#process.once('SIGCONT', resume);
    this.#process.off('SIGTSTP', this.#onStop);
    this.#process.kill(0, 'SIGTSTP');
    const timer = this.#clock.setTimeout(resume, stopLimitMs);
    await continued.promise;
    this.#clock.clearTimeout(timer);
    this.#process.off('SIGCONT', resume);
    this.#process.on('SIGTSTP', this.#onStop);
  }

  /** Node's own streams block on a terminal that takes nothing, and Ink's cursor package writes to stderr at exit. */
  #muteTerminal(): void {
    for (const stream of [this.#process.stdout, this.#process.stderr]) if (stream?.isTTY) stream.write = swallow;
  }
}

/** Discards output but reports it as written: the program's exit waits for that. */
function swallow(_chunk: unknown, ...rest: readonly unknown[]): true {
  const done = rest.find((each): each is () => void => typeof each === 'function');
  if (done) queueMicrotask(done);
  return true;
}

function ignore(): void {}
