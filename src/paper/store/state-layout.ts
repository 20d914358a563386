type Path = readonly string[];

/** Parts of the state that only ever grow at their end: one row each, written once. `*` stands for any key. */
const logPaths: readonly Path[] = [
  ['world', 'spot', 'account', 'ledger', 'entries'],
  ['world', 'spot', 'account', 'trades', 'trades'],
  ['world', 'perps', 'accounts', '*', 'fills'],
  ['world', 'perps', 'accounts', '*', 'fundings'],
];

/**
 * Parts with many rows of which few change at a time, and what tells a row from the others. An unchanged row has to be the
 * same object in the next state.
 */
const listPaths: readonly { readonly path: Path; readonly key: string }[] = [
  { path: ['world', 'spot', 'account', 'triggers', 'orders'], key: 'orderId' },
];

/** Rows of each log that a service takes up again: what its engines keep in memory. The older ones stay in the file. */
export const keptRows = 2_000;

/** What only charts are drawn from, written now and then: half a megabyte for each chart that somebody looks at. */
const chartPaths: readonly Path[] = [
  ['world', 'spot', 'histories'],
  ['world', 'spot', 'account', 'portfolio'],
];

/**
 * Where the state is cut, beside the logs: so finely that a step of the market rewrites no account and a change of the
 * account no other part of it, so coarsely that a save is not hundreds of small writes.
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
  /** Log name → its rows as the engine keeps them, oldest first. */
  readonly logs: Map<string, readonly unknown[]>;
  readonly lists: Map<string, KeyedRows>;
}

export interface KeyedRows {
  readonly rows: readonly unknown[];
  readonly keyOf: (row: unknown) => string;
}

/**
 * Cuts a state into named sections, each written only when it changed, and logs. Plain objects are cut; anything else
 * (arrays, maps, text) is a section as it is. `isThorough` false leaves the charts out.
 */
export function splitState(state: unknown, isThorough: boolean): StateParts {
  const parts: StateParts = { sections: new Map(), logs: new Map(), lists: new Map() };
  cut(state, [], isThorough, parts);
  return parts;
}

/** The state that `splitState` cut. */
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

/** True for a section that a save may leave as it is on disk. */
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
