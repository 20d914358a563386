import { createApiClient } from '../../client/http/api-client.ts';
import { createPusherSocket } from '../../client/streams/connection/pusher-socket.ts';
import { openWsWire } from '../../client/streams/connection/ws-wire.ts';
import { createStreamManager } from '../../client/streams/stream-manager.ts';
import type { StreamManager } from '../../client/streams/stream-model.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { recordClient } from '../../recording/record-client.ts';
import { recordWire } from '../../recording/record-wire.ts';
import { Recorder } from '../../recording/recorder.ts';
import type { RecordingError } from '../../recording/recording-error.ts';
import { RecordingFile } from '../../recording/recording-file.ts';
import { type DeskStream, deskStreams, tapeTokensOf } from '../../sync/streams/desk-streams.ts';
import type { CommandIo } from '../command.ts';
import { type OpenService, openService } from '../desk/open-service.ts';
import { readDuration } from '../duration.ts';
import { readConfig } from '../read-config.ts';
import { readStreamChoice } from '../stream/stream-choice.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { figuresText, startRecordProgress } from './record-progress.ts';
import { recordSyntax } from './recording-syntax.ts';

/** Why a recording ended. */
type End = { readonly kind: 'asked' | 'unwritable' } | { readonly kind: 'failed'; readonly reason: string };

/**
 * `swapdeck record FILE`: writes every stream message to a file until Ctrl-C or the end of `--for`. Resolves to the
 * exit code; throws UsageError, RecordingError and errors of opening a service.
 */
export async function runRecord(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, recordSyntax);
  const file = words[0]!;
  const limitMs = values.for === undefined ? null : readDuration(values.for, recordSyntax);
  const chosen = values.stream?.map(readStreamChoice);
  const config = await readConfig(io);
  const wanted = chosen ?? deskStreams(tapeTokensOf(config.tape.tokens));
  const { promise: ended, resolve: end } = Promise.withResolvers<End>();
  const target = new RecordingFile({
    file,
    isForced: values.force ?? false,
    clock: io.clock,
    onFault: () => end({ kind: 'unwritable' }),
  });
  let service: OpenService;
  try {
    service = await openService(values, io, config, null);
  } catch (error) {
    target.discard();
    throw error;
  }
  try {
    return await record({ io, config, service, wanted, target, file, limitMs, ended, end });
  } finally {
    await service.close();
  }
}

interface Run {
  readonly io: CommandIo;
  readonly config: Config;
  readonly service: OpenService;
  readonly wanted: readonly DeskStream[];
  readonly target: RecordingFile;
  readonly file: string;
  readonly limitMs: number | null;
  readonly ended: Promise<End>;
  readonly end: (how: End) => void;
}

async function record({ io, config, service, wanted, target, file, limitMs, ended, end }: Run): Promise<number> {
  const { clock, random, signal } = io;
  const { baseUrl, socketHost, profile, mode } = service;
  const recorder = new Recorder({
    clock,
    header: {
      baseUrl,
      socketHost,
      profile,
      mode: mode === 'live' ? 'live' : 'paper',
      streams: wanted.map(({ stream, filter }) => ({ stream: stream.id, filter })),
    },
    append: (line) => target.append(line),
  });
  const client = recordClient(createApiClient({ ...service, clock, random, names: config.names }), recorder);
  const manager = createStreamManager({
    client,
    clock,
    random,
    baseUrl,
    openSocket: createPusherSocket(recordWire(openWsWire, recorder)),
    socketHost,
  });
  const figures = () => ({ messages: recorder.texts, bytes: target.bytes, lengthMs: recorder.lengthMs });
  if (service.notice) io.stderr.write(`${service.notice}\n`);
  const streams = wanted.length === 1 ? '1 stream' : `${wanted.length} streams`;
  io.stderr.write(`Recording ${streams} of ${profile} (${mode.toUpperCase()}) to ${file}\n`);
  const progress = startRecordProgress(io.stderr, clock, figures, () => manager.status());
  listen(manager, wanted, (line) => progress.say(line));
  manager.onStatus(({ state, reason }) => {
    if (state === 'failed') end({ kind: 'failed', reason: cleanText(reason) });
  });
  service.onEnd((reason) => end({ kind: 'failed', reason: `the paper service stopped: ${reason}` }));
  const stop = () => end({ kind: 'asked' });
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const timer = limitMs === null ? null : clock.setTimeout(stop, limitMs);
  manager.start();
  const how = await ended;
  recorder.end();
  target.close();
  if (timer !== null) clock.clearTimeout(timer);
  progress.stop();
  manager.stop();
  return report(how, target.fault, io, `${figuresText(figures())} are in ${file}`);
}

function listen(manager: StreamManager, wanted: readonly DeskStream[], say: (line: string) => void): void {
  for (const { stream, filter } of wanted)
    manager.subscribe(stream, filter, {
      onEvent: () => {},
      onState: (state, reason) => {
        const name = [stream.id, ...Object.entries(filter).map((pair) => pair.join('='))].join(' ');
        if (state === 'refused') say(`${name} is refused: ${cleanText(reason)}`);
      },
    });
}

/** Even the last lines may fail on a full disk: `fault` counts, however it ended. */
function report(how: End, fault: RecordingError | null, { stdout, stderr }: CommandIo, summary: string): number {
  if (fault === null && how.kind !== 'failed') {
    stdout.write(`${summary}\n`);
    return 0;
  }
  stderr.write(how.kind === 'failed' ? `The streams failed: ${how.reason}\n` : '');
  stderr.write(fault === null ? '' : `${fault.message}\n`);
  stderr.write(`What was recorded until then can be replayed: ${summary}\n`);
  return 1;
}
