import { cleanText } from '../../../domain/text/clean-text.ts';
import { table } from '../../components/table.ts';
import type { Sort } from '../../desk/desk-ui.ts';
import { type Keymap, withKeys } from '../../keys/keymap.ts';
import { blank, type Line, muted, span, wrap } from '../../text/span.ts';
import { catalogColumns, nameWidth, padded, takenColumns } from './stream-columns.ts';
import type { CatalogEntry, TakenEntry } from './stream-entry.ts';

export interface TablesView {
  readonly taken: readonly TakenEntry[];
  readonly catalog: readonly CatalogEntry[];
  /** Index over both tables, upper one first. */
  readonly selected: number | null;
  readonly focused: boolean;
  readonly width: number;
  readonly sort: Sort | undefined;
  /** Why the service's catalog could not be read; null if it was. */
  readonly catalogProblem: string | null;
  readonly keymap: Keymap;
}

/** Minimum height of the catalog if both tables do not fit: its title and a few rows. */
const catalogLeast = 6;
/** Below this height only the channels are shown, until the selection moves to the catalog. */
const roomForBoth = 12;
/** From this width on, the name columns of both tables are equally wide. */
const wide = 100;

const rowKey = ({ key }: { readonly key: string }): string => key;

/** The subscribed channels and, below them, the rest of the catalog, in `room` lines. */
export function streamTables(view: TablesView, room: number): Line[] {
  const { taken, catalog, selected } = view;
  const refusals = refusalLines(view).slice(0, Math.max(0, room - 6));
  const upperNeed = taken.length === 0 ? 0 : taken.length + 1 + refusals.length;
  const lowerNeed = catalog.length === 0 ? 0 : catalog.length + 2 + catalogHead(view).length;
  const isBelow = selected !== null && selected >= taken.length;
  const hasBoth = isBelow || room > roomForBoth || room >= upperNeed + catalogLeast;
  const upper = Math.min(upperNeed, room - Math.min(lowerNeed, hasBoth ? catalogLeast : 0));
  return [
    ...(upper > 0 ? takenTable(view, refusals, Math.max(2, upper), isBelow ? null : selected) : []),
    ...(lowerNeed > 0 && room - upper >= 4
      ? [
          ...(upper > 0 ? [blank] : []),
          ...catalogTable(view, room - upper - (upper > 0 ? 1 : 0), isBelow ? (selected ?? 0) - taken.length : null),
        ]
      : []),
  ];
}

function takenTable(view: TablesView, refusals: readonly Line[], height: number, selected: number | null): Line[] {
  const { taken, catalog, width, focused, sort } = view;
  const [first, ...others] = takenColumns;
  const columns = first && width >= wide ? [padded(first, nameWidth([...taken, ...catalog])), ...others] : takenColumns;
  const rows = table({
    columns,
    rows: taken,
    width,
    selected,
    focused,
    sort,
    keyOf: rowKey,
    height: Math.max(2, height - refusals.length),
  });
  return [...rows, ...refusals].slice(0, height);
}

function catalogTable(view: TablesView, height: number, selected: number | null): Line[] {
  const { taken, catalog, width, focused, sort } = view;
  const head = catalogHead(view);
  const columns = catalogColumns(catalog, width - 2);
  const names = nameWidth([...taken, ...catalog]);
  return [
    ...head,
    ...table({
      rows: catalog,
      width,
      selected,
      focused,
      keyOf: rowKey,
      columns: columns.map((column, index) => (index === 0 && width >= wide ? padded(column, names) : column)),
      height: Math.max(0, height - head.length),
      sort: sort?.column === 'stream' ? sort : undefined,
    }),
  ];
}

const catalogHead = ({ catalogProblem: problem, width, keymap }: TablesView): Line[] => [
  [
    span('Catalog', 'title'),
    muted('  more streams to watch: '),
    span(withKeys('{stream.watch}', keymap), 'accent'),
    muted(' or '),
    span(withKeys('{pane.details}', keymap), 'accent'),
  ],
  ...(problem ? wrap(`! The service’s catalog could not be read: ${problem}`, width, 'warn') : []),
];

const mostRefusalLines = 4;

/** The reasons of refused channels, each once and in full, since a table cell would cut them. */
function refusalLines({ taken, width, keymap }: TablesView): Line[] {
  const byReason = Map.groupBy(
    taken.filter(({ stream }) => stream.reason !== null),
    ({ stream }) => stream.reason ?? '',
  );
  const lines = [...byReason].flatMap(([reason, entries]) => refusal(reason, entries, width));
  if (lines.length <= mostRefusalLines) return lines;
  return [
    ...lines.slice(0, mostRefusalLines - 1),
    [muted(`  … ${withKeys('{pane.details}', keymap)} on a refused row shows why`)],
  ];
}

function refusal(reason: string, entries: readonly TakenEntry[], width: number): Line[] {
  const [first, ...others] = entries;
  const names =
    first && others.length === 0 ? [first.stream.streamId, first.filterText] : [`${entries.length} streams`];
  const tone = entries.some(({ stream }) => stream.state === 'refused') ? 'danger' : 'warn';
  const text = `! ${names.filter((part) => part !== '').join(' ')}: ${cleanText(reason)}`;
  return wrap(text, width - 4, tone).map((line, index): Line => [span(index === 0 ? '  ' : '    '), ...line]);
}
