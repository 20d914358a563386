import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createPusherSocket } from '../client/pusher-socket.ts';
import type { StreamManager } from '../client/stream-model.ts';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import { openRecording, type Recording } from '../recording/open-recording.ts';
import { createReplay, replayRandom } from '../recording/replay.ts';
import { createReplayClock } from '../recording/replay-clock.ts';
import { swappedToken } from '../sync/desk-streams.ts';
import { type CommandIo, UsageError } from './command.ts';
import type { OpenService } from './open-service.ts';
import { parseOptions } from './options.ts';
import { printReplay, recordedStreams } from './print-replay.ts';
import { readConfig } from './read-config.ts';
import { replayUsage } from './recording-usage.ts';

const options = { speed: { type: 'string' }, print: { type: 'boolean' } } as const;

/**
 * `swapdeck replay FILE`: the desk on a recording, or with --print and without a terminal its events as lines. Resolves to
 * the exit code; throws UsageError and RecordingError.
 */
export async function runReplay(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseOptions(args, options, replayUsage);
  const [file, extra] = positionals;
  if (file === undefined || extra !== undefined) throw new UsageError(`Name one file. Usage: ${replayUsage}`);
  const speed = values.speed === undefined ? null : readSpeed(values.speed);
  const recording = openRecording(file);
  const isScreen = io.stdout.isTTY && io.stdin.isTTY && io.env.TERM !== 'dumb' && !values.print;
  if (isScreen) return showReplay(recording, speed ?? 1, io);
  for (const notice of recording.notices) io.stderr.write(`${notice}\n`);
  await printReplay(recording, speed ?? Number.POSITIVE_INFINITY, io);
  return 0;
}

/** The desk with the recording as its service. What a desk keeps, it keeps in a folder that goes with it. */
async function showReplay(recording: Recording, speed: number, io: CommandIo): Promise<number> {
  const [config, { show }] = await Promise.all([readConfig(io), import('./desk-screen.tsx')]);
  const stateDir = mkdtempSync(join(tmpdir(), 'swapdeck-replay-'));
  const paths = { ...io.paths, stateDir, journalFile: join(stateDir, 'journal.jsonl') };
  try {
    return await show(playedService(recording, speed, io), config, { ...io, paths });
  } finally {
    rmSync(stateDir, { recursive: true, force: true });
  }
}

function playedService(recording: Recording, speed: number, io: CommandIo): OpenService {
  const { header, notices, file } = recording;
  const clock = createReplayClock(io.clock, header.recordedAtMs, speed);
  const replay = createReplay(recording, clock);
  const name = cleanText(basename(file), textLimits.symbol);
  return {
    mode: 'replay',
    isEmbedded: false,
    profile: name,
    account: name,
    baseUrl: header.baseUrl,
    apiKey: '',
    wallet: null,
    socketHost: header.socketHost,
    notice: notices.length > 0 ? notices.join(' ') : null,
    close: async () => {},
    onEnd: (listener) => replay.onEnd(() => listener('The recording ends here. q leaves.')),
    recording: {
      clock,
      random: replayRandom,
      client: replay.client,
      openSocket: createPusherSocket(replay.openWire),
      tapeTokens: recordedStreams(recording)
        .map(swappedToken)
        .filter((token) => token !== null),
      start: (streams) => {
        listenToAll(streams, recording);
        // What comes after the end is the present, at its own pace.
        replay.onEnd(() => clock.setSpeed(1));
        replay.start(streams);
        clock.start();
      },
      stop: () => clock.hold(),
    },
  };
}

/** Also what no pane asks for: the streams pane shows it. */
function listenToAll(streams: StreamManager, recording: Recording): void {
  for (const { stream, filter } of recordedStreams(recording)) streams.subscribe(stream, filter, { onEvent: () => {} });
}

const fastest = 1_000;

function readSpeed(text: string): number {
  if (text === 'max' || text === '0') return Number.POSITIVE_INFINITY;
  const speed = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (speed <= 0 || speed > fastest)
    throw new UsageError(`--speed takes a number above 0, at most ${fastest}, or max. Usage: ${replayUsage}`);
  return speed;
}
