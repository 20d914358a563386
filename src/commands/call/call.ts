import { type ApiClient, createApiClient } from '../../client/http/api-client.ts';
import { ApiError } from '../../client/http/errors.ts';
import { identifyAccount } from '../../client/http/identify-account.ts';
import { fieldsOf } from '../../domain/fields.ts';
import { createModeFile } from '../../platform/files/mode-file.ts';
import { accountFile } from '../../platform/files/paths.ts';
import { printableJson } from '../../platform/files/printable-json.ts';
import { createKeychain, type Keychain } from '../../platform/secrets/keychain.ts';
import { isOffByDefault } from '../../protocol/check-names.ts';
import type { AnyEndpoint, CallInput } from '../../protocol/endpoint.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { wireInput } from '../../protocol/names.ts';
import { didYouMean } from '../../ui/keys/nearest-words.ts';
import { type CommandIo, UsageError } from '../command.ts';
import { withProgress } from '../desk/progress-line.ts';
import { readConfig } from '../read-config.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { resolveTarget, type ServiceTarget, TargetError } from '../target.ts';
import { type CallFailure, callFailure } from './call-failure.ts';
import { readInput, type SortedInput } from './call-input.ts';
import { type CallEnding, openCallRecord } from './call-record.ts';
import { callSyntax } from './call-syntax.ts';

/** Calls one operation and prints its response as JSON. A mutating call is sent only with --yes, and once. */
export async function runCall(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = createKeychain({ clock: io.clock }),
): Promise<number> {
  const { values, words: given } = readArguments(args, callSyntax);
  const [id, ...words] = given;
  if (id === undefined) return listOperations(io);
  const endpoint = allEndpoints.find((candidate) => candidate.id === id);
  if (!endpoint) throw new UsageError(unknownOperation(id));
  const input = readInput(endpoint, values.json, words);
  const config = await readConfig(io);
  const target = await resolveTarget(values, io, config, keychain);
  if (target.isEmbedded)
    throw new TargetError(
      'There is no service to call. Log in with: swapdeck login. Or start one with: swapdeck paper, and set --base-url and SWAPDECK_API_KEY.',
    );
  if (target.mode === 'live' && isOffByDefault(endpoint.id, config.names))
    throw new TargetError(`The path of ${endpoint.id} is unknown. Set it under [names] in ${io.paths.configFile}.`);
  if (endpoint.mutates && !values.yes) return explain(endpoint, input, target, config.names, io);
  const { baseUrl, apiKey } = target;
  const client = createApiClient({ baseUrl, apiKey, clock: io.clock, random: io.random, names: config.names });
  try {
    const accountId = endpoint.mutates ? await identifyAccount(client, apiKey) : null;
    if (accountId !== null) refuseHalted(accountId, target, io);
    return await send(endpoint, input, client, { ...target, accountId }, io);
  } catch (error) {
    if (error instanceof ApiError) return tell(error, io);
    throw error;
  }
}

function unknownOperation(id: string): string {
  const near = didYouMean(
    id,
    allEndpoints.map((endpoint) => endpoint.id),
  );
  return `There is no operation ${JSON.stringify(id)}.${near} List them with: swapdeck call`;
}

/** A halt applies to the whole account, including calls from the shell. */
function refuseHalted(accountId: string, { profile }: ServiceTarget, { paths }: CommandIo): void {
  const kept = createModeFile(accountFile(paths.stateDir, accountId, 'json')).read();
  if (kept?.mode !== 'halted') return;
  const since = new Date(kept.atMs).toISOString();
  throw new TargetError(
    `Trading of ${profile} has been halted since ${since}, so nothing was sent. Resume it on the desk with :active.`,
  );
}

function listOperations(io: CommandIo): number {
  const width = Math.max(...allEndpoints.map(({ id }) => id.length));
  for (const { id, mutates, summary } of allEndpoints)
    io.stdout.write(`${mutates ? '!' : ' '} ${id.padEnd(width)}  ${summary}\n`);
  io.stdout.write('\n! mutating: sent only with --yes\n');
  return 0;
}

function explain(
  endpoint: AnyEndpoint,
  input: SortedInput,
  target: ServiceTarget,
  names: Readonly<Record<string, string>>,
  io: CommandIo,
): number {
  const { path, query, body } = wireInput(endpoint, input, names);
  const search = query.size > 0 ? `?${query}` : '';
  io.stderr.write(
    `Nothing was sent. With --yes this goes to ${target.profile} (${target.mode.toUpperCase()}), once:\n`,
  );
  io.stdout.write(`${endpoint.method} ${target.baseUrl}${path}${search}\n`);
  if (body !== undefined) io.stdout.write(`${printableJson(JSON.stringify(body, null, 2))}\n`);
  return 1;
}

async function send(
  endpoint: AnyEndpoint,
  input: SortedInput,
  client: ApiClient,
  target: ServiceTarget & { readonly accountId: string | null },
  io: CommandIo,
): Promise<number> {
  const { accountId } = target;
  const record = accountId === null ? null : openCallRecord(endpoint, input, { ...target, accountId }, io);
  try {
    // readInput has validated it against the operation's schemas, which the compiler cannot follow for an operation
    // chosen by name.
    const answer = await withProgress(io, `Waiting for ${target.baseUrl}`, () =>
      client.call(endpoint, input as CallInput<AnyEndpoint>, { signal: io.signal }),
    );
    const { data, requestId, pagination } = answer;
    const failure = endpoint.mutates ? callFailure(data) : null;
    record?.end({ ...endingOf(failure, data), requestId });
    const shown = { data, requestId, ...(pagination && { pagination }) };
    io.stdout.write(`${printableJson(JSON.stringify(shown, null, 2))}\n`);
    if (failure) {
      const verdict = failure.isProven ? 'it was not done' : 'not all of it was done';
      io.stderr.write(`The service reported that ${verdict}: ${printableJson(failure.message)}\n`);
    }
    return failure ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, requestId, outcome } = error;
    record?.end({ event: outcome, code, message, requestId });
    tell(error, io);
    if (record && outcome === 'unknown')
      io.stderr.write(
        'The outcome is unknown: the service may have executed it. Check there before you send it again.\n',
      );
    return 1;
  }
}

function tell({ code, message, requestId }: ApiError, { stderr }: CommandIo): 1 {
  stderr.write(`${printableJson(code)}: ${message}${requestId ? ` (request ${printableJson(requestId)})` : ''}\n`);
  return 1;
}

function endingOf(failure: CallFailure | null, data: unknown): Omit<CallEnding, 'requestId'> {
  if (!failure) return { event: 'accepted', taskId: taskIdIn(data) };
  const { code, message, isProven } = failure;
  return { event: isProven ? 'rejected' : 'unknown', code, message };
}

/** The desk follows the call's task at its next start. */
function taskIdIn(data: unknown): string | null {
  const { taskId } = fieldsOf(data);
  return typeof taskId === 'string' ? taskId : null;
}
