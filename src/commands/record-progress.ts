import type { StreamStatus } from '../client/stream-model.ts';
import { cleanText } from '../domain/clean-text.ts';
import { formatAge } from '../domain/format.ts';
import type { Clock } from '../platform/clock.ts';

export interface RecordFigures {
  readonly messages: number;
  readonly bytes: number;
  readonly lengthMs: number;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface RecordProgress {
  /** Something worth a line of its own. */
  say(line: string): void;
  stop(): void;
}

const redrawMs = 500;
const lineEveryMs = 10_000;

/**
 * How a recording goes: on a terminal one line that is drawn again twice a second, elsewhere a line every ten seconds and
 * one whenever the connection changes.
 */
export function startRecordProgress(
  output: Output,
  clock: Clock,
  figures: () => RecordFigures,
  status: () => StreamStatus,
): RecordProgress {
  const isScreen = output.isTTY === true;
  let shownState = '';
  let saidMs = clock.monotonic();
  const wipe = isScreen ? '\r\u001B[K' : '';
  const draw = (): void => {
    if (isScreen) {
      const line = `${stateText(status())}  ${figuresText(figures())}  Ctrl-C ends it`;
      output.write(`${wipe}${line.slice(0, Math.max(20, (output.columns ?? 80) - 1))}`);
      return;
    }
    const state = stateText(status());
    const isDue = clock.monotonic() - saidMs >= lineEveryMs;
    if (state === shownState && !isDue) return;
    shownState = state;
    saidMs = clock.monotonic();
    output.write(`${state}  ${figuresText(figures())}\n`);
  };
  let timer = clock.setTimeout(function tick() {
    draw();
    timer = clock.setTimeout(tick, redrawMs);
  }, redrawMs);
  return {
    say: (line) => output.write(`${wipe}${line}\n`),
    stop: () => {
      clock.clearTimeout(timer);
      output.write(wipe);
    },
  };
}

function stateText({ state, reason, attempt }: StreamStatus): string {
  const word = `${state[0]!.toUpperCase()}${state.slice(1)}`;
  return state === 'connected' || state === 'disconnected'
    ? word
    : `${word} #${attempt}${reason ? ` (${cleanText(reason, 120)})` : ''}`;
}

/** `1,234 messages, 2.3 MB in 12 s`. */
export const figuresText = ({ messages, bytes, lengthMs }: RecordFigures): string =>
  `${messages.toLocaleString('en-US')} ${messages === 1 ? 'message' : 'messages'}, ${sizeText(bytes)} in ${formatAge(lengthMs)}`;

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
