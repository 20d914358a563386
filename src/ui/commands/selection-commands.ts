import { clamp } from '../../domain/numbers/clamp.ts';
import type { Desk } from '../desk/desk.ts';
import { followMarket } from '../desk/market-coin.ts';
import { notifyWithKeys } from '../desk/notify.ts';
import { readOlderSuggestions } from '../panes/account/older-suggestions.ts';
import { shownColumns } from '../panes/pane-columns.ts';
import type { PaneId } from '../panes/pane-ids.ts';
import { selectedRow, visibleRows } from '../panes/pane-rows.ts';
import { isTablePane, type TablePaneId, tablePane } from '../panes/panes.ts';
import { commandTable } from './command-table.ts';
import { needsSelection } from './needs.ts';
import { moveCrosshair } from './panes/chart-commands.ts';
import { walkLadder } from './panes/ladder-commands.ts';
import { isMoving, moveByTicks } from './panes/move-order.ts';
import { askContext, askOlderCalls, followNewest, followOnTape } from './panes/signals-commands.ts';
import { openStream } from './panes/streams-commands.ts';
import { scrollTape } from './panes/tape-commands.ts';
import { runCommand } from './run-command.ts';

/** Commands on rows: select, sort, filter, details. */
export const selectionCommands = commandTable({
  'pane.details': {
    title: 'details',
    description: 'Show everything known about the selected row',
    scope: 'desk',
    hint: 20,
    whyDisabled: needsSelection,
    keys: ['Enter'],
    run: details,
  },
  'pane.filter': {
    title: 'filter',
    description: 'Show only rows that contain a text',
    scope: 'desk',
    hint: 21,
    keys: ['/'],
    run: filter,
  },
  'select.up': {
    title: 'up',
    description: 'Select the row above',
    scope: 'desk',
    keys: ['Up', 'k'],
    run: (desk) => select(desk, -1),
  },
  'select.down': {
    title: 'down',
    description: 'Select the row below',
    scope: 'desk',
    keys: ['Down', 'j'],
    run: (desk) => select(desk, 1),
  },
  'select.pageUp': {
    title: 'page up',
    description: 'Move ten rows up',
    scope: 'desk',
    keys: ['PageUp', 'C-u'],
    run: (desk) => select(desk, -10),
  },
  'select.pageDown': {
    title: 'page down',
    description: 'Move ten rows down',
    scope: 'desk',
    keys: ['PageDown', 'C-d'],
    run: (desk) => select(desk, 10),
  },
  'select.first': {
    title: 'first',
    description: 'Select the first row',
    scope: 'desk',
    keys: ['Home', 'g'],
    run: (desk) => select(desk, Number.NEGATIVE_INFINITY),
  },
  'select.last': {
    title: 'last',
    description: 'Select the last row',
    scope: 'desk',
    keys: ['End', 'G'],
    run: (desk) => select(desk, Number.POSITIVE_INFINITY),
  },
  'sort.previous': {
    title: 'sort left',
    description: 'Sort by the previous column, or in the service’s order; chart: previous candle',
    scope: 'desk',
    keys: ['Left', 'h'],
    run: (desk) => moveSort(desk, -1),
  },
  'sort.next': {
    title: 'sort right',
    description: 'Sort by the next column; chart: next candle',
    scope: 'desk',
    keys: ['Right', 'l'],
    run: (desk) => moveSort(desk, 1),
  },
  'sort.reverse': {
    title: 'reverse',
    description: 'Reverse sort: largest or smallest first',
    scope: 'desk',
    keys: ['v'],
    run: (desk) =>
      desk.ui.setState(({ sort, focus: pane }) => {
        const current = sort[pane];
        return current ? { sort: { ...sort, [pane]: { ...current, descending: !current.descending } } } : {};
      }),
  },
});

function details(desk: Desk): void {
  const { focus: pane } = desk.ui.getState();
  // A stream's details are its messages.
  if (pane === 'streams') return openStream(desk);
  if (pane === 'signals') askContext(desk);
  const row = isTablePane(pane) ? selectedRow(desk, pane) : null;
  if (!isTablePane(pane) || row === null) return;
  // Select the row by key, so that the details stay on it when newer rows come in above.
  desk.ui.setState(({ selected }) => ({
    selected: { ...selected, [pane]: tablePane(pane).keyOf(row) },
    overlay: { kind: 'details', pane, scroll: 0 },
  }));
}

function select(desk: Desk, step: number): void {
  const pane = desk.ui.getState().focus;
  if (pane === 'chart' && !isMoving(desk)) return Math.abs(step) === 1 ? undefined : moveCrosshair(desk, step);
  scrollPane(desk, pane, step);
}

/** Moves the selection of a pane, or scrolls the tape, by `step` rows. */
export function scrollPane(desk: Desk, pane: PaneId, step: number): void {
  if (pane === 'tape') return scrollTape(desk, step);
  if (pane === 'ladder') return walkLadder(desk, step);
  if (pane === 'chart') return moveByTicks(desk, -step);
  if (!isTablePane(pane)) return;
  const { rows, selected } = visibleRows(desk, pane);
  if (rows.length === 0) return;
  const index = clamp((selected ?? 0) + step, 0, rows.length - 1);
  selectRow(desk, pane, index);
  if (step <= 0 || index < rows.length - 1) return;
  if (pane === 'trades') desk.portfolio.loadOlder();
  if (pane === 'account') readOlderSuggestions(desk);
  if (pane === 'context') askOlderCalls(desk);
}

/** Selects a row by its index among the listed rows. */
export function selectRow(desk: Desk, pane: TablePaneId, index: number): void {
  const { rows } = visibleRows(desk, pane);
  if (pane === 'signals' && index === 0) return followNewest(desk);
  desk.ui.setState((state) => ({ selected: { ...state.selected, [pane]: tablePane(pane).keyOf(rows[index]) } }));
  if (pane === 'signals') followOnTape(desk);
  followMarket(desk, pane);
}

function moveSort(desk: Desk, step: 1 | -1): void {
  const pane = desk.ui.getState().focus;
  if (pane === 'chart') return moveCrosshair(desk, step);
  if (!isTablePane(pane)) return;
  const stops = [
    null,
    ...shownColumns(desk, pane, tablePane(pane).columns)
      .filter(({ title, isSortable }) => title !== '' && isSortable !== false)
      .map(({ id }) => id),
  ];
  desk.ui.setState(({ sort }) => {
    const at = stops.indexOf(sort[pane]?.column ?? null);
    const column = stops[(at + step + stops.length) % stops.length] ?? null;
    const { [pane]: _old, ...others } = sort;
    return {
      sort: column === null ? others : { ...others, [pane]: { column, descending: sort[pane]?.descending ?? true } },
    };
  });
}

/** Why a pane without a filter has none. */
const unfiltered: Readonly<Partial<Record<PaneId, string>>> = {
  chart: 'the chart has no rows to filter: {chart.next} shows another interval, {chart.token} another token',
  book: 'the book has no rows to filter: {book.market} shows the market of the next position',
  ladder: 'the ladder has no rows to filter: {ladder.market} shows the market of the next position',
};

function filter(desk: Desk): void {
  const pane = desk.ui.getState().focus;
  // The tape has its own filters: size (f) and token (t).
  if (pane === 'tape') return runCommand(desk, 'tape.size');
  const words = unfiltered[pane];
  if (words !== undefined) return notifyWithKeys(desk, 'info', words);
  if (isTablePane(pane)) desk.ui.setState({ overlay: { kind: 'filter', pane } });
}
