import { cleanText } from '../../domain/text/clean-text.ts';
import { cutEnd } from '../../domain/text/text-width.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { CommandIo } from '../command.ts';

interface ProgressLine {
  /** For work that blocks timers: draws if a timer would have. */
  look(): void;
  /** Prints a permanent line above the progress line. */
  print(line: string): void;
  /** Removes the line; nothing is drawn after that. */
  stop(): void;
}

/** Maximum time without a message, ms. */
const silenceMs = 500;
const redrawMs = 250;
const wipe = '\r\u001B[K';

interface Deps {
  readonly stderr: Pick<CommandIo['stderr'], 'write'> & { readonly isTTY?: boolean; readonly columns?: number };
  readonly clock: Clock;
}

/**
 * The progress of a command, as one terminal line that is redrawn while it changes: after half a second, on stderr,
 * only if that is a terminal. Each drawing calls `text`.
 */
export function startProgress({ stderr, clock }: Deps, text: (elapsedMs: number) => string): ProgressLine {
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

/** Runs the work, and shows how long it has been running if that is long. */
export async function withProgress<T>(around: Deps, what: string, work: () => Promise<T>): Promise<T> {
  const progress = startProgress(around, (elapsedMs) => `${what} … ${Math.floor(elapsedMs / 1_000)} s`);
  try {
    return await work();
  } finally {
    progress.stop();
  }
}
