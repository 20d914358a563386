type Path = readonly string[];

/** Parts of the state that only grow at the end: one row each, written once. `*` matches any key. */
const logPaths: readonly Path[] = [
  ['world', 'spot', 'account', 'ledger', 'entries'],
  ['world', 'spot', 'account', 'trades', 'trades'],
  ['world', 'perps', 'accounts', '*', 'fills'],
  ['world', 'perps', 'accounts', '*', 'fundings'],
];

/**
 * Parts with many rows of which few change at a time, with the key of a row. An unchanged row must be the same object
 * in the next state.
 */
const listPaths: readonly { readonly path: Path; readonly key: string }[] = [
  { path: ['world', 'spot', 'account', 'triggers', 'orders'], key: 'orderId' },
];

/** Rows of each log that a service loads: what its engines keep in memory. Older ones stay in the file. */
export const loadedRows = 2_000;

/** Data for charts only, written less often: half a megabyte per viewed chart. */
const chartPaths: readonly Path[] = [
  ['world', 'spot', 'histories'],
  ['world', 'spot', 'account', 'portfolio'],
];

/**
 * Where the state is split, besides logs: fine enough that a market step rewrites no account data and an account change
 * no other part, coarse enough that a save is not hundreds of small writes.
 */
const sectionPaths: readonly Path[] = [
  ['world', '*'],
  ['world', 'spot', '*'],
  ['world', 'spot', 'account', '*'],
  ['world', 'spot', 'histories', '*'],
  ['world', 'perps', '*'],
  ['world', 'account', '*'],
];
const cutPaths = [...sectionPaths, ...logPaths, ...listPaths.map(({ path }) => path)];

export interface StateParts {
  /** Section name → value. */
  readonly sections: Map<string, unknown>;
  /** Log name → its rows in the engine, oldest first. */
  readonly logs: Map<string, readonly unknown[]>;
  readonly lists: Map<string, KeyedRows>;
}

export interface KeyedRows {
  readonly rows: readonly unknown[];
  readonly keyOf: (row: unknown) => string;
}

/**
 * Splits a state into named sections, each written only when it changed, and logs. Plain objects are split; anything
 * else (arrays, maps, text) is one section. `isThorough` false omits the charts.
 */
export function splitState(state: unknown, isThorough: boolean): StateParts {
  const parts: StateParts = { sections: new Map(), logs: new Map(), lists: new Map() };
  cut(state, [], isThorough, parts);
  return parts;
}

/** Rebuilds the state that `splitState` split. */
export function joinState(parts: Iterable<readonly [name: string, value: unknown]>): unknown {
  const root: { state?: unknown } = {};
  for (const [name, value] of parts) {
    const keys = ['state', ...keysOf(name)];
    let parent: Record<string, unknown> = root;
    for (const key of keys.slice(0, -1)) {
      parent[key] ??= {};
      parent = parent[key] as Record<string, unknown>;
    }
    parent[keys.at(-1)!] = value;
  }
  return root.state;
}

/** True for a section that a save may skip. */
export const isChart = (name: string): boolean => {
  const keys = keysOf(name);
  return chartPaths.some((path) => startsWith(keys, path));
};

function cut(value: unknown, keys: Path, isThorough: boolean, parts: StateParts): void {
  if (!isThorough && chartPaths.some((path) => path.length === keys.length && startsWith(keys, path))) return;
  const name = nameOf(keys);
  if (Array.isArray(value) && logPaths.some((path) => path.length === keys.length && startsWith(keys, path))) {
    parts.logs.set(name, value);
    return;
  }
  const list = listPaths.find(({ path }) => path.length === keys.length && startsWith(keys, path));
  if (Array.isArray(value) && list) {
    parts.lists.set(name, { rows: value, keyOf: (row) => String((row as Record<string, unknown>)[list.key]) });
    return;
  }
  const isCut = cutPaths.some((path) => path.length > keys.length && startsWith(path, keys));
  const entries = isCut && isPlainObject(value) ? Object.entries(value) : [];
  if (entries.length === 0) parts.sections.set(name, value);
  for (const [key, part] of entries) cut(part, [...keys, key], isThorough, parts);
}

const startsWith = (path: Path, start: Path): boolean =>
  start.length <= path.length && start.every((key, index) => key === path[index] || key === '*' || path[index] === '*');

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const nameOf = (keys: Path): string => keys.map((key) => `/${key.replace(/[%/]/g, encodeURIComponent)}`).join('');
const keysOf = (name: string): string[] => name.split('/').slice(1).map(decodeURIComponent);
