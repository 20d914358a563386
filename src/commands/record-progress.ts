import type { StreamStatus } from '../client/stream-model.ts';
import { byteSize } from '../domain/byte-size.ts';
import { cleanText } from '../domain/clean-text.ts';
import { formatAge } from '../domain/format.ts';
import type { Clock } from '../platform/clock.ts';
import { startProgress } from './progress-line.ts';

export interface RecordFigures {
  readonly messages: number;
  readonly bytes: number;
  readonly lengthMs: number;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): boolean;
}

export interface RecordProgress {
  /** Something worth a line of its own. */
  say(line: string): void;
  stop(): void;
}

const lookEveryMs = 500;
const lineEveryMs = 10_000;

/**
 * How a recording goes: on a terminal one line that is drawn again while it changes, elsewhere a line every ten seconds and
 * one whenever the connection changes.
 */
export function startRecordProgress(
  stderr: Output,
  clock: Clock,
  figures: () => RecordFigures,
  status: () => StreamStatus,
): RecordProgress {
  const line = startProgress({ stderr, clock }, () =>
    [stateText(status()), figuresText(figures()), 'Ctrl-C ends it'].join('  '),
  );
  const stopLines = stderr.isTTY ? () => {} : startLines(stderr, clock, figures, status);
  return {
    say: line.print,
    stop: () => {
      stopLines();
      line.stop();
    },
  };
}

function startLines(
  output: Output,
  clock: Clock,
  figures: () => RecordFigures,
  status: () => StreamStatus,
): () => void {
  let shownState = '';
  let saidMs = clock.monotonic();
  const look = (): void => {
    const state = stateText(status());
    const isDue = clock.monotonic() - saidMs >= lineEveryMs;
    if (state === shownState && !isDue) return;
    shownState = state;
    saidMs = clock.monotonic();
    output.write(`${state}  ${figuresText(figures())}\n`);
  };
  let timer = clock.setTimeout(function tick() {
    look();
    timer = clock.setTimeout(tick, lookEveryMs);
  }, lookEveryMs);
  return () => clock.clearTimeout(timer);
}

function stateText({ state, reason, attempt }: StreamStatus): string {
  const word = `${state[0]!.toUpperCase()}${state.slice(1)}`;
  return state === 'connected' || state === 'disconnected'
    ? word
    : `${word} #${attempt}${reason ? ` (${cleanText(reason, 120)})` : ''}`;
}

/** `1,234 messages, 2.3 MB in 12 s`. */
export const figuresText = ({ messages, bytes, lengthMs }: RecordFigures): string =>
  `${messages.toLocaleString('en-US')} ${messages === 1 ? 'message' : 'messages'}, ${byteSize(bytes)} in ${formatAge(lengthMs)}`;
