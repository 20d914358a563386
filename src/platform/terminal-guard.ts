import { type Clock, systemClock } from './clock.ts';
import { endSignals } from './end-signals.ts';
import type { TerminalOutput } from './terminal-output.ts';

/**
 * What makes a terminal usable again, wherever the program was: end of a cut synchronized update, mouse and bracketed
 * paste off, plain attributes, cursor shown. The alternate screen is left only when it is on, with the kitty keyboard
 * flags that belong to it: leaving twice moves the cursor back over what the shell has printed since.
 */
export function restoreSequence(isAlternate: boolean): string {
  const modesOff = '\x1b[?2026l\x1b[?7h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[0m';
  return `${modesOff}${isAlternate ? '\x1b[<u\x1b[?1049l' : ''}\x1b[?25h`;
}

/** Ink's `useApp().suspendTerminal`, called without a callback. */
export type SuspendTerminal = () => Promise<{ resume(): Promise<void> }>;

type GuardedProcess = NodeJS.EventEmitter & Pick<NodeJS.Process, 'kill' | 'stdout' | 'stderr'>;

export interface TerminalGuardOptions {
  readonly output: TerminalOutput;
  readonly stdin: Pick<NodeJS.ReadStream, 'setRawMode' | 'on' | 'off'>;
  /** Called after every return from a stop, with the screen redrawn: what was armed must be disarmed. */
  readonly onContinue: () => void;
  readonly process?: GuardedProcess;
  readonly clock?: Clock;
}

export interface TerminalGuard {
  /** Puts the terminal back, once; what is written to the output afterwards vanishes. */
  restore(): void;
  /** What Ctrl-Z does: hands the terminal to the shell, stops the job, and takes the terminal again when continued. */
  suspend(): Promise<void>;
  /** Gives the guard Ink's own suspension, known only inside the mounted tree. */
  suspendWith(suspendTerminal: SuspendTerminal): void;
  /** Stops listening to the process. */
  remove(): void;
}

/**
 * Restores the terminal before anyone else hears of an end: process.exit, a signal, an uncaught
 * exception or rejection. It ends nothing itself: the program listens to the same events, and prints on a terminal
 * that is already restored. A terminal that is gone is passed on as SIGHUP when the system sends none.
 *
 * Whose is what (read in Ink 8.0.0): Ink turns on raw mode, bracketed paste, the alternate screen, kitty keyboard, and
 * hides the cursor. It turns all of that off itself in unmount() and in suspendTerminal(), and unmount() also runs at
 * process exit (signal-exit), but through its stdout, which is asynchronous here: nothing it writes at exit would
 * arrive, and it draws one more frame first. So at exit the guard goes first and closes the output, and what Ink
 * writes then vanishes. After an ordinary unmount the guard only repeats the modes that do no harm twice. A stop is
 * left to Ink's suspendTerminal(), the only call that makes it enter the alternate screen again; Ink itself listens
 * to neither SIGTSTP nor SIGCONT.
 */
export function installTerminalGuard(options: TerminalGuardOptions): TerminalGuard {
  const guard = new ProcessGuard(options);
  guard.install();
  return guard;
}

/** A job that was not stopped (an orphaned group ignores SIGTSTP) goes on after this long. */
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
    // On a terminal that is gone this fails by an 'error' event, and there is nothing left to restore.
    stdin.on('error', ignore);
    stdin.setRawMode(false);
    const isTaken = output.flushSync(restoreSequence(output.isAlternate));
    output.close();
    if (!isTaken) this.#muteTerminal();
  }

  suspend(): Promise<void> {
    return this.#handOver(() => this.#stopJob());
  }

  suspendWith(suspendTerminal: SuspendTerminal): void {
    this.#suspendTerminal = suspendTerminal;
  }

  remove(): void {
    for (const each of this.#removers.splice(0)) each();
  }

  readonly #onStop = (): void => void this.suspend();

  // After a SIGSTOP nobody handed anything over: the shell has changed the modes and written over the screen.
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
      // The kernel tells only the job in the foreground of a resize; this makes Node ask for the size.
      this.#process.emit('SIGWINCH', 'SIGWINCH');
      if (!this.#isRestored) await suspension?.resume();
    } finally {
      this.#isAway = false;
    }
    if (!this.#isRestored) this.#options.onContinue();
  }

  /** Stops the whole job, so that a shell waiting for the launcher or for npm sees it stopped; settles when continued. */
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

/** Takes what was to be written, and tells whoever waits for it that it is out: the program's end does. */
function swallow(_chunk: unknown, ...rest: readonly unknown[]): true {
  const done = rest.find((each) => typeof each === 'function');
  if (done) queueMicrotask(done as () => void);
  return true;
}

function ignore(): void {}
