import type { StreamManager } from '../../client/streams/stream-model.ts';
import { formatAge } from '../../domain/numbers/format.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { printableJson } from '../../platform/files/printable-json.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { DeskStream } from '../../sync/streams/desk-streams.ts';
import type { CommandIo } from '../command.ts';

/** One event on stdout. Scripts rely on it: fields may be added, none may change. Documented in docs/scripting.md. */
interface EventLine {
  /** When it was received, ISO 8601 in UTC. */
  readonly time: string;
  readonly stream: string;
  /** Where the service published it. */
  readonly channel: string | null;
  /** The payload; absent if it could not be read. */
  readonly data?: unknown;
  /** Why the payload could not be read. */
  readonly unreadable?: string;
}

/** What may wait for a slow reader, bytes. */
const mostWaiting = 8_000_000;

interface Following {
  /** Resolves when it is over: to null if that was asked for, otherwise to the reason. */
  readonly ended: Promise<string | null>;
  fail(reason: string): void;
}

/** Starts the manager, and prints the events of one stream until the signal, the time limit or the reader ends it. */
export function followStream(
  manager: StreamManager,
  wanted: DeskStream,
  limitMs: number | null,
  { clock, signal, stdout, stderr }: Pick<CommandIo, 'clock' | 'signal' | 'stdout' | 'stderr'>,
): Following {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const stop = (): void => resolve(null);
  const say = (line: string): void => void stderr.write(`${cleanText(line)}\n`);
  const printer = createPrinter(stdout, say);
  const channelNow = (): string | null => manager.channels()[0]?.channel ?? null;

  manager.subscribe(wanted.stream, wanted.filter, {
    onEvent: (data, atMs) => {
      const base = { time: new Date(atMs).toISOString(), stream: wanted.stream.id, channel: channelNow() };
      printer.print(isUnreadable(data) ? { ...base, unreadable: data.unreadable } : { ...base, data });
    },
    // Nobody is there to retry it, and it is the only channel.
    onState: (state, reason) => state === 'refused' && resolve(`it was refused: ${cleanText(reason)}`),
  });
  let shown = '';
  manager.onStatus(({ state, reason }) => {
    const text = `${state}${reason ? `: ${reason}` : ''}`;
    if (text !== shown) say(text);
    shown = text;
    if (state === 'failed') resolve(cleanText(reason));
  });
  manager.onGap(({ fromMs, toMs, reason }) => say(`gap of ${formatAge(toMs - fromMs)}: ${reason}`));

  // The reader has gone, as in `| head -n 1`.
  stdout.once('error', stop);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const timer = limitMs === null ? null : clock.setTimeout(stop, limitMs);
  manager.start();
  const ended = promise.finally(() => {
    if (timer !== null) clock.clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    stdout.off('error', stop);
    shown = 'disconnected';
    manager.stop();
    printer.tellLost();
  });
  return { ended, fail: resolve };
}

/** A reader that is too slow loses events, and is told how many: they would fill the memory otherwise. */
function createPrinter(stdout: CommandIo['stdout'], say: (line: string) => void) {
  let lost = 0;
  const tellLost = (): void => {
    if (lost > 0) say(`The reader is too slow: ${lost} ${lost === 1 ? 'event was' : 'events were'} left out.`);
    lost = 0;
  };
  return {
    tellLost,
    print: (event: EventLine): void => {
      if (stdout.writableLength > mostWaiting) return void lost++;
      tellLost();
      stdout.write(`${printableJson(JSON.stringify(event))}\n`);
    },
  };
}
