import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ApiClient } from '../client/http/api-client.ts';
import { createPusherSocket } from '../client/streams/connection/pusher-socket.ts';
import type { OpenWire } from '../client/streams/connection/wire.ts';
import { createStreamManager } from '../client/streams/stream-manager.ts';
import type { StreamManager } from '../client/streams/stream-model.ts';
import { type Clock, systemClock } from '../platform/time/clock.ts';
import type { Random } from '../platform/time/random.ts';
import type { AnyStream } from '../protocol/stream.ts';
import { svmTokenSwaps } from '../protocol/streams/svm.ts';
import { portfolioNotifications } from '../protocol/streams/user.ts';
import { openRecording } from './open-recording.ts';
import { recordClient } from './record-client.ts';
import { recordWire } from './record-wire.ts';
import { Recorder } from './recorder.ts';
import { createReplay, replayRandom } from './replay.ts';
import { ReplayClock } from './replay-clock.ts';
import { endReason } from './replay-player.ts';

export interface WantedStream {
  readonly stream: AnyStream;
  readonly filter: Readonly<Record<string, string>>;
}

export const usualStreams: readonly WantedStream[] = [
  { stream: svmTokenSwaps, filter: { tokenAddress: 'AAA' } },
  { stream: svmTokenSwaps, filter: { tokenAddress: 'BBB' } },
  { stream: portfolioNotifications, filter: {} },
];

/** Everything that a manager's listener receives, as data. Times are ms since `startMs`. */
export function keepDiary(manager: StreamManager, wanted: readonly WantedStream[], startMs: number): unknown[][] {
  const diary: unknown[][] = [];
  let shown = '';
  const round = (ms: number) => Math.round(ms - startMs);
  manager.onStatus(({ state, reason }) => {
    const text = JSON.stringify([state, reason]);
    if (text !== shown && state !== 'disconnected') diary.push(['status', state, reason]);
    shown = text;
  });
  manager.onGap(({ fromMs, toMs, reason }) => diary.push(['gap', round(fromMs), round(toMs), reason]));
  for (const { stream, filter } of wanted) {
    const name = [stream.id, ...Object.values(filter)].join(' ');
    manager.subscribe(stream, filter, {
      onEvent: (event, atMs) => diary.push([name, round(atMs), event]),
      onState: (state, reason) => state !== 'pending' && diary.push([name, state, reason]),
    });
  }
  return diary;
}

interface Service {
  readonly client: ApiClient;
  readonly openWire: OpenWire;
  readonly baseUrl: string;
}

/** A manager whose every message is recorded. `lines` is the file so far. */
export function startRecorded(service: Service, clock: Clock, random: Random, wanted = usualStreams) {
  const lines: string[] = [];
  const startMs = clock.now();
  const recorder = new Recorder({
    clock,
    header: {
      baseUrl: service.baseUrl,
      socketHost: null,
      profile: 'test',
      mode: 'paper',
      streams: wanted.map(({ stream, filter }) => ({ stream: stream.id, filter })),
    },
    append: (line) => lines.push(line),
  });
  const manager = createStreamManager({
    clock,
    random,
    baseUrl: service.baseUrl,
    client: recordClient(service.client, recorder),
    openSocket: createPusherSocket(recordWire(service.openWire, recorder)),
  });
  const diary = keepDiary(manager, wanted, startMs);
  manager.start();
  const end = () => {
    recorder.end();
    const heard = [...diary];
    manager.stop();
    return heard;
  };
  return { manager, lines, end };
}

/** A file with these lines for the duration of the test. */
export function writeRecording(lines: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'swapdeck-recording-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'recording.jsonl');
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return file;
}

/** Replays a file to its end, without waiting. The diary excludes the final end notice. */
export async function playThrough(file: string, wanted = usualStreams, speed = Number.POSITIVE_INFINITY) {
  const recording = openRecording(file);
  const clock = new ReplayClock(systemClock, recording.header.recordedAtMs, speed);
  const replay = createReplay(recording, clock);
  const manager = createStreamManager({
    client: replay.client,
    clock,
    random: replayRandom,
    baseUrl: recording.header.baseUrl,
    openSocket: createPusherSocket(replay.openWire),
  });
  const diary = keepDiary(manager, wanted, recording.header.recordedAtMs);
  const ended = new Promise<void>((resolve) => replay.onEnd(resolve));
  manager.start();
  replay.start(manager);
  clock.start();
  await ended;
  // Lets promises that the end triggers settle.
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  const status = manager.status();
  const counters = manager.counters();
  clock.hold();
  manager.stop();
  const isOwn = ([what, , reason]: unknown[]) => what === 'status' && String(reason).includes(endReason);
  return { diary: diary.filter((entry) => !isOwn(entry)), recording, status, counters, replay };
}
