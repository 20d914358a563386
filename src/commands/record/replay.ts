import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createPusherSocket } from '../../client/streams/connection/pusher-socket.ts';
import type { StreamManager } from '../../client/streams/stream-model.ts';
import { byteSize } from '../../domain/numbers/byte-size.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { inSlices } from '../../domain/time/in-slices.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { type Recording, readRecording } from '../../recording/open-recording.ts';
import { createReplay, replayRandom } from '../../recording/replay.ts';
import { ReplayClock } from '../../recording/replay-clock.ts';
import { swappedToken } from '../../sync/streams/desk-streams.ts';
import { commands, deskKeymap } from '../../ui/commands/commands.ts';
import { bindKeys } from '../../ui/keys/bind-keys.ts';
import { keyOf } from '../../ui/keys/keymap.ts';
import type { CommandIo } from '../command.ts';
import type { OpenService } from '../desk/open-service.ts';
import { startProgress } from '../desk/progress-line.ts';
import { readConfig } from '../read-config.ts';
import { readArguments, usageError } from '../syntax/read-arguments.ts';
import { printReplay, recordedStreams } from './print-replay.ts';
import { replaySyntax } from './recording-syntax.ts';

/**
 * `swapdeck replay FILE`: opens the desk on a recording; with --print or without a terminal, prints its events.
 * Resolves to the exit code; throws UsageError and RecordingError.
 */
export async function runReplay(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, replaySyntax);
  const file = words[0]!;
  const speed = values.speed === undefined ? null : readSpeed(values.speed);
  const recording = await openSlowly(file, io);
  if (!recording) return 130;
  const isScreen = io.stdout.isTTY && io.stdin.isTTY && io.env.TERM !== 'dumb' && !values.print;
  if (isScreen) return showReplay(recording, speed ?? 1, io);
  for (const notice of recording.notices) io.stderr.write(`${notice}\n`);
  await printReplay(recording, speed ?? Number.POSITIVE_INFINITY, io);
  return 0;
}

/** A long recording opens slowly: shows progress and handles Ctrl-C. Resolves to null if the user cancelled it. */
async function openSlowly(file: string, { stderr, clock, signal }: CommandIo): Promise<Recording | null> {
  const allBytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const reading = readRecording(file);
  let readBytes = 0;
  let recording: Recording | null = null;
  const progress = startProgress({ stderr, clock }, () => {
    const percent = allBytes === 0 ? 0 : Math.min(100, Math.floor((readBytes / allBytes) * 100));
    return `Reading the recording: ${percent} % of ${byteSize(allBytes)}`;
  });
  const steps = {
    *[Symbol.iterator]() {
      recording = yield* reading;
    },
  };
  try {
    const take = (bytes: number): void => {
      readBytes = bytes;
    };
    await inSlices(steps, take, { clock, signal, onSlice: () => progress.look() });
    return signal.aborted ? null : recording;
  } finally {
    progress.stop();
  }
}

/** The desk with the recording as its service. The desk's files go to a temporary folder. */
async function showReplay(recording: Recording, speed: number, io: CommandIo): Promise<number> {
  const config = await readConfig(io);
  const { show } = await deskFor(config, io);
  const stateDir = mkdtempSync(join(tmpdir(), 'swapdeck-replay-'));
  const paths = { ...io.paths, stateDir, journalFile: join(stateDir, 'journal.jsonl') };
  try {
    return await show(playedService(recording, speed, config, io), config, { ...io, paths });
  } finally {
    rmSync(stateDir, { recursive: true, force: true });
  }
}

const deskFor = ({ display }: Config, { env }: CommandIo) =>
  display.isScreenReader || env.INK_SCREEN_READER === 'true'
    ? import('../desk/desk-spoken.ts')
    : import('../desk/desk-screen.tsx');

function playedService(recording: Recording, speed: number, config: Config, io: CommandIo): OpenService {
  const quit = keyOf(deskKeymap(bindKeys(commands, config.keys).bindings), 'desk.quit');
  const { header, notices, file } = recording;
  const clock = new ReplayClock(io.clock, header.recordedAtMs, speed);
  const replay = createReplay(recording, clock);
  const name = cleanText(basename(file), textLimits.symbol);
  return {
    mode: 'replay',
    isEmbedded: false,
    profile: name,
    account: name,
    accountId: `recording ${name}`,
    baseUrl: header.baseUrl,
    apiKey: '',
    wallet: null,
    socketHost: header.socketHost,
    notice: notices.length > 0 ? notices.join(' ') : null,
    close: async () => {},
    onEnd: (listener) => replay.onEnd(() => listener(`The recording ends here. Press ${quit} to quit.`)),
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
        // After the end, the clock continues at real speed.
        replay.onEnd(() => clock.setSpeed(1));
        replay.start(streams);
        clock.start();
      },
      stop: () => clock.hold(),
    },
  };
}

/** Also streams that no pane uses: the streams pane shows them. */
function listenToAll(streams: StreamManager, recording: Recording): void {
  for (const { stream, filter } of recordedStreams(recording)) streams.subscribe(stream, filter, { onEvent: () => {} });
}

const fastest = 1_000;

function readSpeed(text: string): number {
  if (text === 'max' || text === '0') return Number.POSITIVE_INFINITY;
  const speed = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (speed <= 0 || speed > fastest)
    throw usageError(replaySyntax, `--speed takes a number above 0, at most ${fastest}, or max.`);
  return speed;
}
