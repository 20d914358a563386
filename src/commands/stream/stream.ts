import { createApiClient } from '../../client/http/api-client.ts';
import { createStreamManager } from '../../client/streams/stream-manager.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import type { DeskStream } from '../../sync/streams/desk-streams.ts';
import type { CommandIo } from '../command.ts';
import { type OpenService, openService } from '../desk/open-service.ts';
import { readDuration } from '../duration.ts';
import { asRows, type Format } from '../output/format.ts';
import { readConfig } from '../read-config.ts';
import { readArguments, usageError } from '../syntax/read-arguments.ts';
import { followStream } from './follow-stream.ts';
import { readStream, streamText } from './stream-choice.ts';
import { streamSyntax } from './stream-syntax.ts';

/**
 * `swapdeck stream NAME`: prints one JSON line for each event until Ctrl-C, the end of `--for` or of the reader.
 * Without NAME it lists the streams. Resolves to the exit code; throws UsageError and errors of opening a service.
 */
export async function runStream(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, streamSyntax);
  const [id, ...pairs] = words;
  if (id === undefined) return list(values.format ?? 'table', io);
  // Events have one form: a consumer must not find another one because a flag was left in its command line.
  if (values.format !== undefined && values.format !== 'ndjson')
    throw usageError(streamSyntax, 'Events are printed as ndjson only; -o is for the list.');
  const limitMs = values.for === undefined ? null : readDuration(values.for, streamSyntax);
  const wanted = readStream(id, pairs);
  const config = await readConfig(io);
  const service = await openService(values, io, config, null);
  try {
    return await follow(service, wanted, limitMs, config, io);
  } finally {
    await service.close();
  }
}

const columns = [
  { id: 'stream', title: 'STREAM', priority: 1 },
  { id: 'filters', title: 'FILTERS', priority: 1 },
  { id: 'summary', title: 'WHAT', priority: 2, shrinkTo: 20 },
];

function list(format: Format, { stdout }: CommandIo): number {
  const rows = allStreams.map(({ id, filters, summary }) => ({ stream: id, filters, summary }));
  const shown =
    format === 'table'
      ? rows.map((row) => ({
          ...row,
          filters: row.filters.map(({ name, required }) => (required ? name : `[${name}]`)).join(' '),
        }))
      : rows;
  stdout.write(asRows(shown, columns, format, stdout));
  return 0;
}

async function follow(
  service: OpenService,
  wanted: DeskStream,
  limitMs: number | null,
  { names }: Config,
  io: CommandIo,
): Promise<number> {
  const { clock, random, stderr } = io;
  if (service.notice) stderr.write(`${service.notice}\n`);
  stderr.write(`Following ${streamText(wanted)} of ${service.profile} (${service.mode.toUpperCase()})\n`);
  const { baseUrl, socketHost } = service;
  const client = createApiClient({ ...service, clock, random, names });
  const manager = createStreamManager({ client, clock, random, baseUrl, socketHost });
  const following = followStream(manager, wanted, limitMs, io);
  service.onEnd((reason) => following.fail(`the paper service stopped: ${reason}`));
  const failure = await following.ended;
  if (failure === null) return 0;
  stderr.write(`The stream failed: ${failure}\n`);
  return 1;
}
