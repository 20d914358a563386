import { fieldsOf } from '../domain/fields.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { fillPath } from './path-template.ts';

/*
 * Every name that the contract leaves open, except the paths of undocumented operations, which are defined with them.
 * The desk and the paper service use the defaults. If a deployment differs, the config's [names] overrides a name, and
 * `wireInput` applies it. check-names.ts checks overrides, because it knows every operation; loading them all here
 * would take a tenth of the desk's start.
 */

export interface OpenName {
  /** Key in the config. */
  readonly key: string;
  readonly default: string;
  readonly where: {
    readonly endpoints: readonly string[];
    /** `value`: the override is a field's value, not its name. */
    readonly part: 'query' | 'form' | 'path' | 'value';
  };
  readonly meaning: string;
}

/** Overrides by key. */
export type OpenNames = Readonly<Record<string, string>>;

const perpPeriod = ['perp.fills', 'perp.funding'];

/** Names of fields; those of paths are in check-names.ts. */
export const fieldNames: readonly OpenName[] = [
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

/** Fields that contain a chain, or token ids that begin with one. */
export const chainFields = ['chain', 'tokenId', 'tokens'];

/** A request in wire form: `path` is filled and escaped; `body` is URLSearchParams for a form, undefined for none. */
export interface WireInput {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Renames a call's validated input for the wire. Throws PathParameterError. @param input the operation's path
 * parameters, query and body (CallInput).
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

/** The fields with wire names and wire chain values. */
function renamed(endpoint: AnyEndpoint, fields: unknown, names: OpenNames, values: OpenNames): Fields {
  return Object.fromEntries(
    Object.entries(fieldsOf(fields)).map(([field, value]) => [
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

/** The path template of an operation, with overrides. */
export const pathOf = (endpoint: AnyEndpoint, overrides: OpenNames): string =>
  overrides[pathKey(endpoint.id)] ?? endpoint.path;

/** A field's name on the wire. */
export function nameOf(endpoint: AnyEndpoint, field: string, overrides: OpenNames): string {
  const row = fieldNames.find(
    ({ where, default: standard }) => standard === field && where.endpoints.includes(endpoint.id),
  );
  return (row && overrides[row.key]) ?? field;
}

/** The override key of `tasks.get` is `tasksGetPath`. */
export function pathKey(endpointId: string): string {
  return `${endpointId.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())}Path`;
}

function query(key: string, standard: string, meaning: string, endpoints: readonly string[]): OpenName {
  return { key, default: standard, where: { endpoints, part: 'query' }, meaning };
}

function form(key: string, standard: string, meaning: string): OpenName {
  return { key, default: standard, where: { endpoints: ['ws.auth'], part: 'form' }, meaning };
}
