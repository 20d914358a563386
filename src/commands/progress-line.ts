import { cleanText } from '../domain/clean-text.ts';
import { cutEnd } from '../domain/text-width.ts';
import type { Clock } from '../platform/clock.ts';
import type { CommandIo } from './command.ts';

interface ProgressLine {
  /** For work that leaves timers no room: draws where a timer would have. */
  look(): void;
  /** A line that stays, above what moves. */
  print(line: string): void;
  /** Takes the line away; nothing is drawn after that. */
  stop(): void;
}

/** The longest that a person is left without a word, ms. */
const silenceMs = 500;
const redrawMs = 250;
const wipe = '\r\u001B[K';

interface Surroundings {
  readonly stderr: Pick<CommandIo['stderr'], 'write'> & { readonly isTTY?: boolean; readonly columns?: number };
  readonly clock: Clock;
}

/**
 * What a command is at, as one line of the terminal that is drawn again while it changes: from half a second on, on stderr,
 * only where that is a terminal. `text` is asked at each drawing for what is so then.
 */
export function startProgress({ stderr, clock }: Surroundings, text: (elapsedMs: number) => string): ProgressLine {
  if (!stderr.isTTY) return { look: () => {}, print: (line) => stderr.write(`${line}\n`), stop: () => {} };
  const startMs = clock.monotonic();
  let nextMs = startMs + silenceMs;
  let shown = '';
  const look = (): void => {
    const nowMs = clock.monotonic();
    if (nowMs < nextMs) return;
    nextMs = nowMs + redrawMs;
    const line = cutEnd(cleanText(text(nowMs - startMs)), Math.max(20, (stderr.columns ?? 80) - 1));
    if (line !== shown) stderr.write(`${wipe}${line}`);
    shown = line;
  };
  const clear = (): void => {
    if (shown !== '') stderr.write(wipe);
    shown = '';
  };
  let timer = clock.setTimeout(function tick() {
    look();
    timer = clock.setTimeout(tick, redrawMs);
  }, silenceMs);
  return {
    look,
    print: (line) => {
      clear();
      stderr.write(`${line}\n`);
      if (nextMs > startMs + silenceMs) nextMs = clock.monotonic();
    },
    stop: () => {
      clock.clearTimeout(timer);
      nextMs = Number.POSITIVE_INFINITY;
      clear();
    },
  };
}

/** Does the work, with a line that says for how long it has been at it where that is long. */
export async function withProgress<T>(around: Surroundings, what: string, work: () => Promise<T>): Promise<T> {
  const progress = startProgress(around, (elapsedMs) => `${what} … ${Math.floor(elapsedMs / 1_000)} s`);
  try {
    return await work();
  } finally {
    progress.stop();
  }
}
