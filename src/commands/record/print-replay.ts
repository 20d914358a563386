import { createPusherSocket } from '../../client/streams/connection/pusher-socket.ts';
import { createStreamManager } from '../../client/streams/stream-manager.ts';
import type { StreamManager } from '../../client/streams/stream-model.ts';
import { formatAge } from '../../domain/numbers/format.ts';
import type { ConnectionStatus } from '../../domain/stream/connection-status.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import type { Recording } from '../../recording/open-recording.ts';
import { createReplay, replayRandom } from '../../recording/replay.ts';
import { ReplayClock } from '../../recording/replay-clock.ts';
import type { CommandIo } from '../command.ts';
import { startProgress } from '../desk/progress-line.ts';
import { eventSummary } from './event-summary.ts';

/** Streams of the recording that this version supports, each with its filter. */
export function recordedStreams({ index, header }: Recording) {
  const all = new Map([...header.streams, ...index.streams].map((one) => [JSON.stringify(one), one]));
  return [...all.values()].flatMap(({ stream: id, filter }) => {
    const stream = allStreams.find((known) => known.id === id || known.aliases.includes(id));
    return stream ? [{ stream, filter }] : [];
  });
}

/** Prints a recording, one line per event. The same file gives the same bytes at any speed. Resolves at its end. */
export async function printReplay(
  recording: Recording,
  speed: number,
  { clock, stdout, stderr, signal }: CommandIo,
): Promise<void> {
  const time = new ReplayClock(clock, recording.header.recordedAtMs, speed);
  const replay = createReplay(recording, time);
  const { header } = recording;
  const manager = createStreamManager({
    client: replay.client,
    clock: time,
    random: replayRandom,
    baseUrl: header.baseUrl,
    openSocket: createPusherSocket((url, events) =>
      replay.openWire(url, {
        ...events,
        onText: (text) => tellBad(() => events.onText(text)),
        onUnusable: (text, reason) => tellBad(() => events.onUnusable(text, reason)),
      }),
    ),
    socketHost: header.socketHost,
  });
  /** A frame without a stream reaches no listener. */
  const tellBad = (deliver: () => void): void => {
    const before = manager.counters().unreadable;
    const toldBefore = tally.unreadable;
    deliver();
    const isUntold = manager.counters().unreadable > before && tally.unreadable === toldBefore;
    if (isUntold) print([`unreadable frame: ${cleanText(manager.frames(null, 1)[0]?.problem)}`]);
  };
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const print = printer(stdout, time);
  const tally = follow(manager, recording, print);
  // If the lines go to the screen, they already show the progress.
  const progress = startProgress({ stderr: stdout.isTTY ? silent : stderr, clock }, () => {
    const atMs = Math.min(recording.lengthMs, time.monotonic());
    return `Replaying: ${formatAge(atMs)} of ${formatAge(recording.lengthMs)}, ${count(manager.counters().messages, 'event')}`;
  });
  if (signal.aborted) end();
  signal.addEventListener('abort', () => end(), { once: true });
  // The reader has closed the pipe, as in `| head`.
  stdout.once('error', () => end());
  replay.onEnd(end);
  manager.start();
  replay.start(manager);
  time.start();
  await ended;
  progress.stop();
  time.hold();
  const summary = summaryText(recording, manager, tally);
  tally.isOver = true;
  manager.stop();
  stdout.write(`${summary}\n`);
}

const silent = { write: () => true };

type Print = (columns: readonly string[]) => void;

/** The clock waits for a reader that is slower than the recording. */
function printer(stdout: CommandIo['stdout'], time: ReplayClock): Print {
  return (columns) => {
    const line = `${new Date(time.now()).toISOString()}  ${columns.join('  ')}\n`;
    if (stdout.write(line)) return;
    time.hold();
    stdout.once('drain', () => time.start());
  };
}

interface Tally {
  isOver: boolean;
  gaps: number;
  /** Unreadable events that were delivered to a listener. */
  unreadable: number;
}

function follow(manager: StreamManager, recording: Recording, print: Print): Tally {
  const tally: Tally = { isOver: false, gaps: 0, unreadable: 0 };
  let shown = '';
  manager.onStatus((status) => {
    const text = statusText(status);
    if (text !== shown && !tally.isOver) print([text]);
    shown = text;
  });
  manager.onGap(({ fromMs, toMs, reason }) => {
    tally.gaps++;
    print([`gap ${formatAge(toMs - fromMs)}: ${cleanText(reason)}`]);
  });
  for (const { stream, filter } of recordedStreams(recording)) {
    const name = streamName(stream, filter);
    manager.subscribe(stream, filter, {
      onEvent: (event) => {
        if (isUnreadable(event)) tally.unreadable++;
        print([name, isUnreadable(event) ? `unreadable: ${cleanText(event.unreadable)}` : eventSummary(event)]);
      },
      onState: (state, reason) => {
        if (state !== 'pending' && !tally.isOver) print([name, `is ${state}${reason ? `: ${cleanText(reason)}` : ''}`]);
      },
    });
  }
  return tally;
}

const streamName = (stream: AnyStream, filter: Readonly<Record<string, string>>): string =>
  cleanText([stream.id, ...Object.entries(filter).map((pair) => pair.join('='))].join(' '));

const statusText = ({ state, reason }: ConnectionStatus): string => `${state}${reason ? `: ${cleanText(reason)}` : ''}`;

function summaryText({ index, lengthMs }: Recording, manager: StreamManager, { gaps }: Tally): string {
  const { messages, unreadable, reconnects } = manager.counters();
  return [
    `${count(messages, 'event')} of ${count(index.streams.length, 'stream')} in ${formatAge(lengthMs)}`,
    `${unreadable} unreadable`,
    count(gaps, 'gap'),
    count(reconnects, 'reconnect'),
  ].join(', ');
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
