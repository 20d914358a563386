import type { OrderRow } from '../../stores/order-rows.ts';
import type { PositionRow } from '../../stores/position-rows.ts';
import { startPrompt } from '../command-line/prompt-state.ts';
import type { Desk } from '../desk.ts';
import { openFind } from '../find/open-find.ts';
import { cancelForm } from '../forms/cancel/cancel-form.ts';
import { closeForm } from '../forms/close/close-form.ts';
import { marginForm } from '../forms/margin/margin-form.ts';
import { openForm } from '../forms/open-form.ts';
import { swapForm } from '../forms/swap/swap-form.ts';
import { triggerForm } from '../forms/trigger/trigger-form.ts';
import { followMarket } from '../market-coin.ts';
import { shownColumns } from '../panes/pane-columns.ts';
import { isTablePane, type TablePaneId, tablePanes } from '../panes/pane-list.ts';
import { selectedRow, visibleRows } from '../panes/visible-rows.ts';
import { say, sayKeys } from '../say.ts';
import { heldPrefill } from '../token/held-prefill.ts';
import { beginTour } from '../tour/tour-keys.ts';
import { nextWallet, perpWalletNow } from '../wallet-in-hand.ts';
import type { PaneId } from '../workspaces/layout.ts';
import { accountRuns } from './run-account.ts';
import { activityRuns, selectDoubt } from './run-activity.ts';
import { bookRuns } from './run-book.ts';
import { chartRuns, moveCrosshair } from './run-chart.ts';
import { perpRuns } from './run-perp.ts';
import { portfolioRuns } from './run-portfolio.ts';
import { presetRuns } from './run-presets.ts';
import { askContext, followNewest, followOnTape, signalPrefill, signalRuns } from './run-signals.ts';
import { openStream, streamRuns } from './run-streams.ts';
import { tableRuns } from './run-tables.ts';
import { scrollTape, tapeRuns } from './run-tape.ts';
import { tradingRuns } from './run-trading.ts';
import { focusPane, workspaceRuns } from './run-workspaces.ts';

type Run = (desk: Desk) => void;

/** What each command of the key table does. A test holds the two tables together. */
export const commandRuns: Readonly<Record<string, Run>> = {
  'position.close': (desk) => onPosition(desk, (row, walletId) => openForm(desk, closeForm(desk, row, walletId))),
  'position.margin': (desk) => onPosition(desk, (row, walletId) => openForm(desk, marginForm(desk, row, walletId))),
  'order.cancel': (desk) => {
    const row = selectedRow(desk, 'orders') as OrderRow | null;
    if (row?.order) openForm(desk, cancelForm(desk, row));
  },
  'order.create': (desk) => {
    const prefill = signalPrefill(desk);
    if (prefill) openForm(desk, triggerForm(desk, { ...heldPrefill(desk), ...prefill }));
  },
  'swap.create': (desk) => {
    const prefill = signalPrefill(desk);
    if (prefill) openForm(desk, swapForm(desk, { ...heldPrefill(desk), ...prefill }));
  },
  'wallet.next': nextWallet,
  'pane.details': details,
  'pane.filter': filter,
  'desk.refresh': (desk) => {
    desk.data.refresh();
    desk.signals.refresh();
  },
  'stream.retry': (desk) => desk.retryStream(),
  'desk.command': (desk) => desk.ui.setState({ overlay: { kind: 'command', prompt: startPrompt() } }),
  'desk.palette': (desk) => desk.ui.setState({ overlay: { kind: 'palette', query: '', selected: 0 } }),
  'token.find': (desk) => openFind(desk),
  'desk.help': (desk) => desk.ui.setState({ overlay: { kind: 'help', scroll: 0 } }),
  'desk.tour': beginTour,
  'desk.quit': (desk) => desk.quit(),
  'select.up': (desk) => select(desk, -1),
  'select.down': (desk) => select(desk, 1),
  'select.pageUp': (desk) => select(desk, -10),
  'select.pageDown': (desk) => select(desk, 10),
  'select.first': (desk) => select(desk, Number.NEGATIVE_INFINITY),
  'select.last': (desk) => select(desk, Number.POSITIVE_INFINITY),
  'sort.previous': (desk) => moveSort(desk, -1),
  'sort.next': (desk) => moveSort(desk, 1),
  'sort.reverse': (desk) =>
    desk.ui.setState(({ sort, focus: pane }) => {
      const current = sort[pane];
      return current ? { sort: { ...sort, [pane]: { ...current, descending: !current.descending } } } : {};
    }),
  ...workspaceRuns,
  ...tapeRuns,
  'focus.activity': (desk) => {
    focusPane(desk, 'activity');
    selectDoubt(desk);
  },
  ...signalRuns,
  ...streamRuns,
  ...tradingRuns,
  ...activityRuns,
  ...accountRuns,
  ...chartRuns,
  ...bookRuns,
  ...portfolioRuns,
  ...tableRuns,
  ...perpRuns,
  ...presetRuns,
  'overlay.up': (desk) => scrollOverlay(desk, -3),
  'overlay.down': (desk) => scrollOverlay(desk, 3),
  'overlay.raw': (desk) => {
    const { overlay } = desk.ui.getState();
    if (overlay?.kind === 'details') desk.ui.setState({ overlay: { ...overlay, isRaw: !overlay.isRaw, scroll: 0 } });
  },
  'overlay.close': (desk) => desk.ui.setState({ overlay: null }),
};

export const runCommand = (desk: Desk, id: string): void => commandRuns[id]?.(desk);

function onPosition(desk: Desk, open: (row: PositionRow, walletId: string) => void): void {
  const row = selectedRow(desk, 'positions') as PositionRow | null;
  const wallet = perpWalletNow(desk);
  if (!row?.position) return;
  if (wallet) open(row, wallet.walletId);
  else {
    const text =
      'the wallet of the positions is not known: the account has none of several chains, or it is not read yet';
    say(desk, 'warn', text);
  }
}

function details(desk: Desk): void {
  const { focus: pane } = desk.ui.getState();
  // A stream's details are its messages.
  if (pane === 'streams') return openStream(desk);
  if (pane === 'signals') askContext(desk);
  const row = isTablePane(pane) ? selectedRow(desk, pane) : null;
  if (!isTablePane(pane) || row === null) return;
  // They stay on their row when newer ones come above it.
  desk.ui.setState(({ selected }) => ({
    selected: { ...selected, [pane]: tablePanes[pane].keyOf(row) },
    overlay: { kind: 'details', pane, scroll: 0 },
  }));
}

function select(desk: Desk, step: number): void {
  const pane = desk.ui.getState().focus;
  if (pane === 'chart') return Math.abs(step) === 1 ? undefined : moveCrosshair(desk, step);
  scrollPane(desk, pane, step);
}

/** Moves the selection of a pane, or the tape, by that many rows. */
export function scrollPane(desk: Desk, pane: PaneId, step: number): void {
  if (pane === 'tape') return scrollTape(desk, step);
  if (!isTablePane(pane)) return;
  const { rows, selected } = visibleRows(desk, pane);
  if (rows.length === 0) return;
  const index = Math.max(0, Math.min(rows.length - 1, (selected ?? 0) + step));
  selectRow(desk, pane, index);
  if (pane === 'trades' && step > 0 && index === rows.length - 1) desk.portfolio.loadOlder();
}

/** Selects a row by its place among those that are listed. */
export function selectRow(desk: Desk, pane: TablePaneId, index: number): void {
  const { rows } = visibleRows(desk, pane);
  if (pane === 'signals' && index === 0) return followNewest(desk);
  desk.ui.setState((state) => ({ selected: { ...state.selected, [pane]: tablePanes[pane].keyOf(rows[index]) } }));
  if (pane === 'signals') followOnTape(desk);
  followMarket(desk, pane);
}

function moveSort(desk: Desk, step: 1 | -1): void {
  const pane = desk.ui.getState().focus;
  if (pane === 'chart') return moveCrosshair(desk, step);
  if (!isTablePane(pane)) return;
  const stops = [
    null,
    ...shownColumns(desk, pane, tablePanes[pane].columns)
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

function filter(desk: Desk): void {
  const pane = desk.ui.getState().focus;
  // The tape has its own filters: size (f) and token (t).
  if (pane === 'tape') return runCommand(desk, 'tape.size');
  if (pane === 'chart' || pane === 'book') {
    const words =
      pane === 'chart'
        ? 'the chart has no rows to filter: {chart.next} shows another interval, {chart.token} another token'
        : 'the book has no rows to filter: {book.market} shows that of another position’s market';
    return sayKeys(desk, 'info', words);
  }
  if (isTablePane(pane)) desk.ui.setState({ overlay: { kind: 'filter', pane } });
}

/** Lines; the help is the longest. */
const longestOverlay = 600;

function scrollOverlay(desk: Desk, step: number): void {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind === 'help' || overlay?.kind === 'details' || overlay?.kind === 'token')
    desk.ui.setState({ overlay: { ...overlay, scroll: Math.max(0, Math.min(longestOverlay, overlay.scroll + step)) } });
}
