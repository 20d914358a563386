import type { Column } from '../components/table.ts';
import type { Desk } from '../desk/desk.ts';
import { marketCoin } from '../desk/market-coin.ts';
import type { Field } from '../export/field.ts';
import { withKeys } from '../keys/keymap.ts';
import { sectionTitles } from '../panes/account/account-sections.ts';
import { shownColumns } from '../panes/pane-columns.ts';
import type { PaneId } from '../panes/pane-ids.ts';
import { paneLines } from '../panes/pane-lines.ts';
import { visibleRows } from '../panes/pane-rows.ts';
import { isTablePane, type TablePaneId, tablePane } from '../panes/panes.ts';
import type { TablePane } from '../panes/table-pane.ts';
import { type Line, plainText } from '../text/span.ts';
import { paneKey } from '../workspaces/pane-key.ts';
import type { Part } from './part.ts';
import { speakable, spokenLines } from './speakable.ts';

/** The focused pane, then its selected row. */
export function paneParts(desk: Desk): Part[] {
  const { focus } = desk.ui.getState();
  return isTablePane(focus) ? tableParts(desk, focus) : drawnParts(desk, focus);
}

function tableParts(desk: Desk, id: TablePaneId): Part[] {
  const pane = tablePane(id);
  const { rows, all, selected } = visibleRows(desk, id);
  const { filter, sort } = desk.ui.getState();
  const text = filter[id] ?? '';
  const loaded = `loaded ${id}`;
  const title = titleOf(desk, pane);
  const head = `pane ${id} ${title}`;
  const count = text === '' ? countOf(rows.length) : `${rows.length} of ${countOf(all.length)} contain ${text}`;
  const row = selected === null ? null : rows[selected];
  const isLoaded = pane.reading(desk).data !== undefined;
  const words =
    row == null || selected === null
      ? rowless(desk, pane)
      : `Row ${selected + 1} of ${rows.length}: ${rowWords(desk, pane, row)}.`;
  const sorted = sort[id];
  return [
    {
      key: head,
      lines: [isLoaded ? `${title}, ${count}.` : `${title}.`, ...troubleOf(desk, pane)],
      isPlace: true,
    },
    ...(text === '' ? [] : [{ key: `filter ${id} ${text}`, lines: [`${count}.`], within: head }]),
    ...(sorted
      ? [
          {
            key: `sort ${id} ${sorted.column} ${sorted.descending}`,
            lines: [sortWords(desk, pane, sorted)],
            within: head,
          },
        ]
      : []),
    // Announced when the first response arrives, if the pane was focused before it.
    ...(isLoaded ? [{ key: loaded, lines: [`${title}, ${count}.`, words], within: head, isUrgent: true }] : []),
    {
      key: row == null ? `row ${id} none ${isLoaded} ${text}` : `row ${id} ${pane.keyOf(row)}`,
      lines: [words],
      within: loaded,
      isPlace: true,
    },
  ];
}

/** The title with the selected section or kind. */
function titleOf(desk: Desk, { id, title }: TablePane<unknown>): string {
  const { account, signals } = desk.ui.getState();
  if (id === 'account') return `${title}, section ${sectionTitles[account.section]}`;
  if (id !== 'signals') return title;
  return `${title}, ${signals.kind === null ? 'all kinds' : `${signals.kind} only`}${signals.held ? ', held still' : ''}`;
}

const countOf = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`;

function troubleOf(desk: Desk, pane: TablePane<unknown>): string[] {
  const { data, problem } = pane.reading(desk);
  return data === undefined || !problem
    ? []
    : [`Stale: the last read failed, ${problem.code} ${speakable(problem.message)}`];
}

function rowless(desk: Desk, pane: TablePane<unknown>): string {
  const { data, problem } = pane.reading(desk);
  if (data === undefined && problem) return `Failed to load: ${problem.code} ${speakable(problem.message)}`;
  return speakable(data === undefined ? pane.loading : withKeys(pane.empty, desk.keymap));
}

const columnsOf = (desk: Desk, pane: TablePane<unknown>): readonly Column<unknown>[] =>
  shownColumns(desk, pane.id, pane.columns);

function sortWords(
  desk: Desk,
  pane: TablePane<unknown>,
  { column, descending }: { column: string; descending: boolean },
): string {
  const title = columnsOf(desk, pane).find(({ id }) => id === column)?.title ?? column;
  return `Sorted by ${title.toLowerCase()}, ${descending ? 'largest first' : 'smallest first'}.`;
}

/** The visible columns by title, with their current values. */
export function rowWords(desk: Desk, pane: TablePane<unknown>, row: unknown): string {
  const problem = pane.problemOf(row);
  if (problem !== null) return `unreadable: ${speakable(problem)}`;
  if (hasOwnTables(pane)) return fieldWords(pane.fields?.(row, desk) ?? []);
  return columnsOf(desk, pane)
    .flatMap((column) => {
      const text = speakable(plainText([column.cell(row)]));
      return text === '' ? [] : [column.title === '' ? text : `${column.title.toLowerCase()} ${text}`];
    })
    .join(', ');
}

/** Panes that draw several kinds of rows have no common columns. */
const hasOwnTables = ({ id, columns }: TablePane<unknown>): boolean => columns.length === 0 || id === 'streams';

const fieldWords = (fields: readonly Field[]): string =>
  fields
    .filter(({ value }) => value !== null && value !== '')
    .map(({ name, value }) => `${name.replaceAll('_', ' ')} ${speakable(String(value))}`)
    .join(', ');

/** Lines of a pane without selectable rows. */
function drawnParts(desk: Desk, id: PaneId): Part[] {
  const state = stateOf(desk, id);
  const [border = [], ...lines] = paneLines(desk, id, { x: 0, y: 0, width: 100, height: 16 });
  const [drawn = id] = spokenLines([border]);
  const key = paneKey(desk, id);
  const title = key !== undefined && drawn.startsWith(`${key} `) ? drawn.slice(key.length + 1) : drawn;
  const words = wordsOf(id, lines);
  return [
    { key: `pane ${id}`, lines: [`${title}.`], isPlace: true },
    { key: `drawn ${id} ${state.join(' ')}`, lines: words, isPlace: true },
  ];
}

/** What is announced again once it changes. */
function stateOf(desk: Desk, id: PaneId): readonly unknown[] {
  const { tape, chart, ladder, moving } = desk.ui.getState();
  if (id === 'tape') return [tape.tokenId, tape.minUsd, tape.scroll, tape.pausedAtSeq !== null];
  if (id !== 'ladder') return [...Object.values(chart), moving?.price];
  const view = ladder.views.get(marketCoin(desk) ?? '');
  return [view?.cursor, view?.size, view?.grid.group, ladder.armed !== null, moving?.orderKey];
}

/** Of a chart only the text: its legend, or why there is none. Of the ladder the row under the cursor and what keys do there. */
function wordsOf(id: PaneId, lines: readonly Line[]): readonly string[] {
  if (id === 'chart') return spokenLines(lines).filter((text) => /\b[OHLCV] \d|\p{L}{3}/u.test(text));
  if (id !== 'ladder') return spokenLines(lines).slice(0, 7);
  const status = spokenLines(lines.slice(-2));
  return [...spokenLines(lines.filter((line) => plainText(line).includes('▸'))), ...status];
}
