import { byteSize } from '../../domain/numbers/byte-size.ts';
import { formatAge } from '../../domain/numbers/format.ts';
import type { ConnectionStatus } from '../../domain/stream/connection-status.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { startProgress } from '../desk/progress-line.ts';

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
  /** Prints a line of its own. */
  say(line: string): void;
  stop(): void;
}

const lookEveryMs = 500;
const lineEveryMs = 10_000;

/**
 * The progress of a recording: on a terminal one line that is redrawn, otherwise a line every ten seconds and on every
 * connection change.
 */
export function startRecordProgress(
  stderr: Output,
  clock: Clock,
  figures: () => RecordFigures,
  status: () => ConnectionStatus,
): RecordProgress {
  const line = startProgress({ stderr, clock }, () =>
    [stateText(status()), figuresText(figures()), 'Ctrl-C stops it'].join('  '),
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
  status: () => ConnectionStatus,
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

function stateText({ state, reason, attempt }: ConnectionStatus): string {
  const word = `${state.charAt(0).toUpperCase()}${state.slice(1)}`;
  return state === 'connected' || state === 'disconnected'
    ? word
    : `${word} #${attempt}${reason ? ` (${cleanText(reason, 120)})` : ''}`;
}

/** `1,234 messages, 2.3 MB in 12 s`. */
export const figuresText = ({ messages, bytes, lengthMs }: RecordFigures): string =>
  `${messages.toLocaleString('en-US')} ${messages === 1 ? 'message' : 'messages'}, ${byteSize(bytes)} in ${formatAge(lengthMs)}`;
