import { flashesOf } from '../components/flash.ts';
import { paneFrame } from '../components/pane-frame.ts';
import { steadyColumns } from '../components/steady-columns.ts';
import { type TableView, table } from '../components/table.ts';
import type { DeskView } from '../desk/desk.ts';
import { withKeys } from '../keys/keymap.ts';
import { blank, type Line, muted, quiet, span } from '../text/span.ts';
import type { Rect } from '../workspaces/layout.ts';
import { paneKey } from '../workspaces/pane-key.ts';
import { insteadOfRows, staleness } from './pane-body.ts';
import { shownColumns } from './pane-columns.ts';
import type { TablePane, VisibleRows } from './table-pane.ts';

/** Draws a pane that lists the rows of a read. */
export function tablePaneLines(
  desk: DeskView,
  pane: TablePane<unknown>,
  rect: Rect,
  visible: VisibleRows,
  isCovered: boolean,
): Line[] {
  const { id } = pane;
  const focused = desk.ui.getState().focus === id;
  return paneFrame({
    number: paneKey(desk, id),
    title: pane.title,
    right: rightOfTitle(desk, pane, visible),
    focused,
    width: rect.width,
    height: rect.height,
    body: bodyOf(desk, pane, visible, {
      width: rect.width - 4,
      height: rect.height - 2,
      focused: focused && !isCovered,
    }),
  });
}

function bodyOf(
  desk: DeskView,
  pane: TablePane<unknown>,
  { rows, matching, selected }: VisibleRows,
  { width, height, focused }: { width: number; height: number; focused: boolean },
): readonly Line[] {
  const { filter, sort } = desk.ui.getState();
  const words = {
    loading: pane.loading,
    empty: withKeys(pane.empty, desk.keymap),
    rowCount: rows.length,
    filter: filter[pane.id] ?? '',
  };
  const own = totalsOf(desk, pane, matching, width, height);
  const instead = insteadOfRows(pane.reading(desk), words, width, desk.keymap);
  if (instead) return pane.hasOwnTotals ? above(own, instead, height) : instead;
  const totals = [...moreLine(desk, matching.length - rows.length), ...own];
  const body = table({
    columns: shownColumns(desk, pane.id, pane.columns),
    rows,
    width,
    height: height - totals.length,
    selected,
    focused,
    sort: sort[pane.id],
    ...tinting(desk, pane),
    steady: steadyColumns(desk, `${pane.id} ${width}`),
    keyOf: pane.keyOf,
    noteOf: (row) => {
      const problem = pane.problemOf(row);
      return problem === null ? null : span(`unreadable: ${problem}`, 'warn');
    },
  });
  const lines = [...body, ...totals];
  const isOld = staleness(pane.reading(desk), pane.refreshMs(desk), desk.now()).length > 0;
  return isOld ? lines.map(quiet) : lines;
}

/** The text at the top, the totals at the bottom. */
function above(totals: readonly Line[], text: readonly Line[], height: number): readonly Line[] {
  const room = Math.max(0, height - totals.length);
  return [...Array.from({ length: room }, (_, index) => text[index] ?? blank), ...totals];
}

const moreLine = (desk: DeskView, more: number): readonly Line[] =>
  more === 0
    ? []
    : [[muted(withKeys(`  and ${more.toLocaleString('en-US')} more; {pane.filter} finds one`, desk.keymap))]];

const totalsOf = (
  desk: DeskView,
  pane: TablePane<unknown>,
  rows: readonly unknown[],
  width: number,
  height: number,
): readonly Line[] => {
  const most = Math.max(0, height - 4);
  return pane.totals?.(desk, width, rows, most).slice(0, most) ?? [];
};

/** Empty if the pane has no tinted columns, to save the lookups. */
function tinting(desk: DeskView, pane: TablePane<unknown>): Pick<TableView<unknown>, 'tintOf'> {
  const flashes = flashesOf(desk);
  if (!flashes || !pane.watched) return {};
  const nowMs = desk.monotonic();
  return {
    tintOf: (row, columnId) => {
      const value = pane.watched?.(row, columnId) ?? null;
      return value && flashes.wayOf(`${pane.id} ${pane.keyOf(row)} ${columnId}`, value, nowMs);
    },
  };
}

/** Age and filter, then the summary: problems come first. */
function rightOfTitle(desk: DeskView, pane: TablePane<unknown>, { matching, all }: VisibleRows): Line {
  const reading = pane.reading(desk);
  const filter = desk.ui.getState().filter[pane.id] ?? '';
  const stale = staleness(reading, pane.refreshMs(desk), desk.now());
  return [
    ...(stale.length > 0 ? [...stale, span('  ')] : []),
    ...(filter === '' ? [] : [span(`/${filter} ${matching.length} of ${all.length}`, 'accent'), span('  ')]),
    ...(reading.data === undefined ? [muted('…')] : pane.summary(desk, all)),
  ];
}
