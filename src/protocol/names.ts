import { z } from 'zod';
import type { AnyEndpoint } from './endpoint.ts';
import { allEndpoints } from './endpoint-list.ts';
import { fillPath, pathParameters } from './path-template.ts';

/*
 * Every name that the contract leaves open, in one table. The desk and the paper service use the defaults; where a
 * deployment differs, the config's [names] overrides one, and `wireInput` puts it on the wire.
 */

export interface OpenName {
  /** As it stands in the config. */
  readonly key: string;
  readonly default: string;
  readonly where: {
    readonly endpoints: readonly string[];
    /** `value`: not a field's name but what stands in it. */
    readonly part: 'query' | 'form' | 'path' | 'value';
  };
  readonly meaning: string;
}

/** Overrides by key. */
export type OpenNames = Readonly<Record<string, string>>;

export interface NameProblem {
  readonly name: string;
  readonly message: string;
}

const perpPeriod = ['perp.fills', 'perp.funding'];

const fieldNames: readonly OpenName[] = [
  query('walletQuery', 'wallet_id', 'selects the wallet by id', [
    'perp.positions',
    'perp.account',
    'perp.fees',
    'perp.orders',
    ...perpPeriod,
  ]),
  query('startTimeQuery', 'start_time', 'start of a period, in milliseconds', perpPeriod),
  query('endTimeQuery', 'end_time', 'end of a period, in milliseconds', perpPeriod),
  query('chainQuery', 'chain', 'filters by chain', ['portfolio.balances', 'portfolio.history', 'portfolio.positions']),
  query('timeframeQuery', 'timeframe', 'period of the profit and loss', ['portfolio.pnl']),
  query('hardDeleteQuery', 'hard_delete', 'asks for a hard delete, which is answered with 501', [
    'walletGroups.delete',
  ]),
  form('socketIdField', 'socket_id', 'socket that a presence channel is authorised for'),
  form('channelNameField', 'channel_name', 'presence channel to be authorised'),
];

/** Fields that hold a chain, or token ids that begin with one. */
const chainFields = ['chain', 'tokenId', 'tokens'];

const monadChain: OpenName = {
  key: 'monadChain',
  default: 'monad',
  where: {
    endpoints: allEndpoints.filter((e) => [...allFields(e)].some((f) => chainFields.includes(f))).map(({ id }) => id),
    part: 'value',
  },
  meaning: 'what requests call the chain Monad; answers are shown as they come',
};

const pathNames: readonly OpenName[] = allEndpoints
  .filter(({ source }) => source !== 'contract')
  .map(({ id, path, summary }) => ({
    key: pathKey(id),
    default: path,
    where: { endpoints: [id], part: 'path' },
    meaning: `path of ${id}: ${summary}`,
  }));

export const openNames: readonly OpenName[] = [...fieldNames, monadChain, ...pathNames];

/** True for an operation that paper alone answers under its default path: live, it stays off until its path is named. */
export const isOffByDefault = (endpointId: string, overrides: OpenNames = {}): boolean =>
  allEndpoints.some(({ id, source }) => id === endpointId && source === 'paper') && !(pathKey(endpointId) in overrides);

/** What is wrong with the overrides, by key; empty when they can be used. */
export function checkNames(overrides: OpenNames): NameProblem[] {
  const problems = Object.entries(overrides).flatMap(([name, value]) => {
    const row = openNames.find(({ key }) => key === name);
    const message = row ? checkName(row, value) : unknownName;
    return message ? [{ name, message }] : [];
  });
  return problems.length > 0 ? problems : findClashes(overrides);
}

const unknownName = `is not a name that can be set. These can: ${openNames
  .filter(({ where }) => where.part !== 'path')
  .map(({ key }) => key)
  .join(', ')}, and the paths ${pathNames.map(({ key }) => key).join(', ')}`;

function checkName({ where, default: standard }: OpenName, value: string): string | undefined {
  if (where.part !== 'path')
    return /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/.test(value) ? undefined : 'must be letters, digits, _, - and dots';
  if (!/^\/api\/v2(\/[A-Za-z0-9_-]+|\/\{[A-Za-z]+\})+$/.test(value)) return 'must be a path that begins with /api/v2/';
  const wanted = pathParameters(standard).sort();
  return pathParameters(value).sort().join() === wanted.join()
    ? undefined
    : `must hold ${wanted.length > 0 ? wanted.map((name) => `{${name}}`).join(' and ') : 'no {placeholder}'}, once each`;
}

/** Two names of one query, or two operations, that the overrides would make the same. */
function findClashes(overrides: OpenNames): NameProblem[] {
  return Object.entries(overrides).flatMap(([name, value]) => {
    const { where } = openNames.find(({ key }) => key === name)!;
    const clash = where.endpoints
      .map((id) => allEndpoints.find((endpoint) => endpoint.id === id)!)
      .find((endpoint) =>
        where.part === 'path'
          ? allEndpoints.some((other) => other !== endpoint && isSameRoute(other, endpoint, overrides))
          : where.part !== 'value' &&
            [...allFields(endpoint)].filter((field) => nameOf(endpoint, field, overrides) === value).length > 1,
      );
    return clash ? [{ name, message: `${value} already means something else in ${clash.id}` }] : [];
  });
}

/** Whatever the parameters are called, a router tells operations apart by method and shape of path alone. */
const isSameRoute = (one: AnyEndpoint, other: AnyEndpoint, overrides: OpenNames): boolean => {
  const [shape, otherShape] = [one, other].map((endpoint) => pathOf(endpoint, overrides).replace(/\{\w+\}/g, '{}'));
  return one.method === other.method && shape === otherShape;
};

/** A request as it leaves: `path` is filled and escaped; `body` is URLSearchParams for a form, undefined for none. */
export interface WireInput {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Puts a call's validated input into the names of the wire. Throws PathParameterError.
 * @param input path parameters, query and body, as the operation has them (CallInput).
 */
export function wireInput(
  endpoint: AnyEndpoint,
  input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown },
  overrides: OpenNames = {},
): WireInput {
  const params = renamed(endpoint, input.params, {}, overrides);
  const body = input.body === undefined ? undefined : renamed(endpoint, input.body, overrides, overrides);
  return {
    path: fillPath(pathOf(endpoint, overrides), params),
    query: searchParams(renamed(endpoint, input.query, overrides, overrides)),
    body: endpoint.encoding === 'form' && body ? searchParams(body) : body,
  };
}

/** The fields under their wire names, with chains under theirs. */
function renamed(endpoint: AnyEndpoint, fields: unknown, names: OpenNames, values: OpenNames): Fields {
  return Object.fromEntries(
    Object.entries((fields ?? {}) as Fields).map(([field, value]) => [
      nameOf(endpoint, field, names),
      chainFields.includes(field) ? chainOnWire(value, values['monadChain']) : value,
    ]),
  );
}

function chainOnWire(value: unknown, alias: string | undefined): unknown {
  if (alias === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => chainOnWire(item, alias));
  return typeof value === 'string' ? value.replace(/^monad(?=:|$)/, alias) : value;
}

function searchParams(fields: Fields): URLSearchParams {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(present.map(([name, value]): [string, string] => [name, String(value)]));
}

/** The path template under which an operation is reached. */
const pathOf = (endpoint: AnyEndpoint, overrides: OpenNames): string =>
  overrides[pathKey(endpoint.id)] ?? endpoint.path;

function nameOf(endpoint: AnyEndpoint, field: string, overrides: OpenNames): string {
  const row = fieldNames.find(
    ({ where, default: standard }) => standard === field && where.endpoints.includes(endpoint.id),
  );
  return (row && overrides[row.key]) ?? field;
}

function* allFields(endpoint: AnyEndpoint): Generator<string> {
  for (const part of [endpoint.params, endpoint.query, endpoint.body])
    if (part instanceof z.ZodObject) yield* Object.keys(part.shape);
}

/** `tasks.get` is set as `tasksGetPath`. */
function pathKey(endpointId: string): string {
  return `${endpointId.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())}Path`;
}

function query(key: string, standard: string, meaning: string, endpoints: readonly string[]): OpenName {
  return { key, default: standard, where: { endpoints, part: 'query' }, meaning };
}

function form(key: string, standard: string, meaning: string): OpenName {
  return { key, default: standard, where: { endpoints: ['ws.auth'], part: 'form' }, meaning };
}
