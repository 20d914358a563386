import { type ApiClient, createApiClient } from '../client/api-client.ts';
import { ApiError } from '../client/errors.ts';
import { createJournal, type Journal } from '../platform/journal.ts';
import { createKeychain, type Keychain } from '../platform/keychain.ts';
import { isOffByDefault } from '../protocol/check-names.ts';
import type { AnyEndpoint, CallInput } from '../protocol/endpoint.ts';
import { allEndpoints } from '../protocol/endpoint-list.ts';
import { wireInput } from '../protocol/names.ts';
import { readInput, type SortedInput } from './call-input.ts';
import { type CommandIo, UsageError } from './command.ts';
import { parseOptions } from './options.ts';
import { readConfig } from './read-config.ts';
import { resolveTarget, type ServiceTarget, TargetError, targetOptions } from './target.ts';

const USAGE = 'swapdeck call [OPERATION] [--json JSON | name=value …] [--yes] [--profile NAME | --base-url URL]';

/** Calls one operation and prints its answer as JSON. What changes something is sent only with --yes, and once. */
export async function runCall(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = createKeychain({ clock: io.clock }),
): Promise<number> {
  const options = { ...targetOptions, json: { type: 'string' }, yes: { type: 'boolean' } } as const;
  const { values, positionals } = parseOptions(args, options, USAGE);
  const [id, ...words] = positionals;
  if (id === undefined) return listOperations(io);
  const endpoint = allEndpoints.find((candidate) => candidate.id === id);
  if (!endpoint) throw new UsageError(`There is no operation ${JSON.stringify(id)}. List them with: swapdeck call`);
  const input = readInput(endpoint, values.json, words);
  const config = await readConfig(io);
  const target = await resolveTarget(values, io, config, keychain);
  if (target.isEmbedded)
    throw new TargetError(
      'There is no service to call. Log in with: swapdeck login. Or start one with: swapdeck paper, and name it with --base-url and SWAPDECK_API_KEY.',
    );
  if (target.mode === 'live' && isOffByDefault(endpoint.id, config.names))
    throw new TargetError(`The path of ${endpoint.id} is not known; name it under [names] in ${io.paths.configFile}.`);
  if (endpoint.mutates && !values.yes) return explain(endpoint, input, target, config.names, io);
  const { baseUrl, apiKey } = target;
  const client = createApiClient({ baseUrl, apiKey, clock: io.clock, random: io.random, names: config.names });
  return send(endpoint, input, client, target, io);
}

function listOperations(io: CommandIo): number {
  const width = Math.max(...allEndpoints.map(({ id }) => id.length));
  for (const { id, mutates, summary } of allEndpoints)
    io.stdout.write(`${mutates ? '!' : ' '} ${id.padEnd(width)}  ${summary}\n`);
  io.stdout.write('\n! changes something, and is sent only with --yes\n');
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
  if (body !== undefined) io.stdout.write(`${printable(JSON.stringify(body, null, 2))}\n`);
  return 1;
}

async function send(
  endpoint: AnyEndpoint,
  input: SortedInput,
  client: ApiClient,
  target: ServiceTarget,
  io: CommandIo,
): Promise<number> {
  const record = endpoint.mutates ? openRecord(endpoint, input, target, io) : null;
  try {
    // Checked by readInput against the operation's schemas, which the compiler can't follow for one chosen by name.
    const answer = await client.call(endpoint, input as CallInput<AnyEndpoint>, { signal: io.signal });
    const { data, requestId, pagination } = answer;
    const failure = endpoint.mutates ? failureIn(data) : null;
    record?.end({ event: failure ? 'rejected' : 'accepted', requestId, data });
    io.stdout.write(`${printable(JSON.stringify({ data, requestId, ...(pagination && { pagination }) }, null, 2))}\n`);
    if (failure) io.stderr.write(`The service answered that it was not done: ${printable(failure)}\n`);
    return failure ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, requestId, outcome } = error;
    record?.end({ event: outcome, code, message, requestId });
    io.stderr.write(`${printable(code)}: ${message}${requestId ? ` (request ${printable(requestId)})` : ''}\n`);
    if (record && outcome === 'unknown')
      io.stderr.write('The outcome is unknown: the service may have done it. Look there before you send it again.\n');
    return 1;
  }
}

/** A 200 can carry a failure in its body: `errorCode`, `error`, `success: false`, or an `error` in an order's result. */
function failureIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null;
  const { errorCode, errorMessage, error, success, results } = data as Record<string, unknown>;
  const own = errorMessage ?? error ?? errorCode;
  if (own !== undefined && own !== null) return String(own);
  if (success === false) return 'success is false';
  return Array.isArray(results) ? (results.map(failureIn).find((failure) => failure !== null) ?? null) : null;
}

/** The intent is on disk before the request leaves, as for every order of the desk. */
function openRecord(endpoint: AnyEndpoint, input: SortedInput, { mode, profile }: ServiceTarget, io: CommandIo) {
  const journal: Journal = createJournal(io.paths.journalFile);
  const operation = endpoint.id;
  const entry = { id: io.random.hex(8), mode, profile, operation, summary: `swapdeck call ${operation}` };
  const at = () => new Date(io.clock.now()).toISOString();
  journal.append({ event: 'sent', at: at(), ...entry, input });
  return {
    end(outcome: { event: 'accepted' | 'rejected' | 'unknown' | 'not-sent'; [field: string]: unknown }) {
      journal.append({ at: at(), ...entry, ...outcome });
      journal.close();
    },
  };
}

/** JSON for a terminal: what JSON lets through but a terminal obeys or hides is written as \u escapes. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n'
      ? character
      : [...Array(character.length).keys()].map((at) => escapeUnit(character, at)).join(''),
  );
}

const escapeUnit = (text: string, at: number) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
