import { type ApiClient, createApiClient } from '../../client/http/api-client.ts';
import { ApiError } from '../../client/http/errors.ts';
import { identifyAccount } from '../../client/http/identify-account.ts';
import { fieldsOf } from '../../domain/fields.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { createModeFile } from '../../platform/files/mode-file.ts';
import { accountFile } from '../../platform/files/paths.ts';
import { printableJson } from '../../platform/files/printable-json.ts';
import { createKeychain, type Keychain } from '../../platform/secrets/keychain.ts';
import { isOffByDefault } from '../../protocol/check-names.ts';
import type { AnyEndpoint, CallInput } from '../../protocol/endpoint.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { didYouMean } from '../../ui/keys/nearest-words.ts';
import { type CommandIo, UsageError } from '../command.ts';
import { withProgress } from '../desk/progress-line.ts';
import { asJson, asLines, type Format } from '../output/format.ts';
import { readConfig } from '../read-config.ts';
import { requireService } from '../require-service.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { type ServiceTarget, TargetError } from '../target.ts';
import { apiErrorText } from './api-error-text.ts';
import { type CallFailure, callFailure } from './call-failure.ts';
import { readInput, type SortedInput } from './call-input.ts';
import { type CallEnding, openCallRecord } from './call-record.ts';
import { callSyntax } from './call-syntax.ts';
import { type DryRun, dryRun, requestOf } from './dry-run.ts';
import { besideList, dataText } from './print-data.ts';

/** Calls one operation and prints its response as JSON. A mutating call is sent only with --yes, and once. */
export async function runCall(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = createKeychain({ clock: io.clock }),
): Promise<number> {
  const { values, words: given } = readArguments(args, callSyntax);
  const [id, ...words] = given;
  if (id === undefined) return listOperations(values.format ?? 'table', io);
  const { format = 'json', 'dry-run': isDry = false } = values;
  const endpoint = findOperation(id);
  const input = readInput(endpoint, values.json, words);
  const config = await readConfig(io);
  const target = await requireService(values, io, config, keychain);
  if (target.mode === 'live' && isOffByDefault(endpoint.id, config.names))
    throw new TargetError(`The path of ${endpoint.id} is unknown. Set it under [names] in ${io.paths.configFile}.`);
  if (endpoint.mutates && !values.yes && !isDry) return explain(endpoint, input, target, config, io);
  const { baseUrl, apiKey } = target;
  const client = createApiClient({ baseUrl, apiKey, clock: io.clock, random: io.random, names: config.names });
  try {
    if (isDry) return tellDryRun(await dryRun(endpoint, input, target, config, client, io), format, io);
    const accountId = endpoint.mutates ? await identifyAccount(client, apiKey) : null;
    if (accountId !== null) refuseHalted(accountId, target, io);
    return await send(endpoint, input, client, { ...target, accountId }, format, io);
  } catch (error) {
    if (error instanceof ApiError) return tell(error, io);
    throw error;
  }
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

function findOperation(id: string): AnyEndpoint {
  const endpoint = allEndpoints.find((candidate) => candidate.id === id);
  if (endpoint) return endpoint;
  const near = didYouMean(
    id,
    allEndpoints.map((known) => known.id),
  );
  throw new UsageError(
    `There is no operation ${JSON.stringify(id.slice(0, 60))}.${near} List them with: swapdeck call`,
  );
}

function listOperations(format: Format, { stdout }: CommandIo): number {
  if (format === 'table') {
    const width = Math.max(...allEndpoints.map(({ id }) => id.length));
    for (const { id, mutates, summary } of allEndpoints)
      stdout.write(`${mutates ? '!' : ' '} ${id.padEnd(width)}  ${summary}\n`);
    stdout.write('\n! mutating: sent only with --yes\n');
    return 0;
  }
  const rows = allEndpoints.map(({ id, method, path, mutates, summary }) => ({
    operation: id,
    method,
    path,
    mutates,
    summary,
  }));
  stdout.write(format === 'json' ? asJson(rows) : asLines(rows));
  return 0;
}

function explain(
  endpoint: AnyEndpoint,
  input: SortedInput,
  target: ServiceTarget,
  config: Config,
  io: CommandIo,
): number {
  const { method, url, body } = requestOf(endpoint, input, target, config);
  io.stderr.write(
    `Nothing was sent. With --yes this goes to ${target.profile} (${target.mode.toUpperCase()}), once:\n`,
  );
  io.stdout.write(`${method} ${url}\n`);
  if (body !== null) io.stdout.write(asJson(body));
  return 1;
}

/** Exit code 0 only if the whole risk check passed, so that a script can go on. */
function tellDryRun(result: DryRun, format: Format, { stdout, stderr }: CommandIo): number {
  stdout.write(
    format === 'ndjson' ? asLines([result]) : dataText({ id: '', data: result, whole: result }, format, stdout),
  );
  const { riskCheck } = result;
  if (riskCheck === null) stderr.write('Nothing was sent.\n');
  else
    stderr.write(
      `Nothing was sent that changes anything. Read for the risk check: ${riskCheck.reads.join(', ') || 'nothing'}.\n`,
    );
  return riskCheck === null || riskCheck.verdict === 'passed' ? 0 : 1;
}

async function send(
  endpoint: AnyEndpoint,
  input: SortedInput,
  client: ApiClient,
  target: ServiceTarget & { readonly accountId: string | null },
  format: Format,
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
    io.stdout.write(dataText({ id: endpoint.id, data, whole: shown }, format, io.stdout));
    if (format !== 'json') io.stderr.write(`${besideList({ id: endpoint.id, data }, { requestId, ...pagination })}\n`);
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

function tell(error: ApiError, { stderr }: CommandIo): 1 {
  stderr.write(`${apiErrorText(error)}\n`);
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
