import { cleanText } from '../../domain/clean-text.ts';
import { type ColumnChoice, moveColumn, orderedColumns, toggleColumn } from '../components/column-choice.ts';
import type { Desk } from '../desk.ts';
import type { PickView } from '../desk-ui.ts';
import { longestCopy } from '../export/osc52.ts';
import { runExport } from '../export/run-export.ts';
import { fieldsOf, rowsToExport } from '../export/table-export.ts';
import { columnChoice, paneColumns } from '../panes/pane-columns.ts';
import { isTablePane } from '../panes/pane-list.ts';
import { selectedRow } from '../panes/visible-rows.ts';
import { say, sayKeys } from '../say.ts';
import { nextThemeName } from '../theme/theme-now.ts';

type Run = (desk: Desk) => void;

/** What the commands about tables and looks do. */
export const tableRuns: Readonly<Record<string, Run>> = {
  'table.columns': openColumns,
  'table.copy': openCopy,
  'table.export': openExport,
  'desk.theme': cycleTheme,
  'desk.mouse': switchMouse,
  'columns.up': (desk) => selectColumn(desk, -1),
  'columns.down': (desk) => selectColumn(desk, 1),
  'columns.toggle': (desk) =>
    changeColumns(desk, (columns, choice, id) => {
      const toggled = toggleColumn(columns, choice, id);
      if (!toggled) say(desk, 'warn', 'one column always stays: show another one first');
      return toggled ?? choice;
    }),
  'columns.left': (desk) => changeColumns(desk, (columns, choice, id) => moveColumn(columns, choice, id, -1)),
  'columns.right': (desk) => changeColumns(desk, (columns, choice, id) => moveColumn(columns, choice, id, 1)),
  'columns.reset': (desk) => changeColumns(desk, () => undefined),
  'columns.close': close,
  'pick.up': (desk) => movePick(desk, -1),
  'pick.down': (desk) => movePick(desk, 1),
  'pick.take': take,
  'pick.close': close,
};

function close(desk: Desk): void {
  desk.ui.setState({ overlay: null });
}

function cycleTheme(desk: Desk): void {
  const themeName = nextThemeName(desk);
  desk.ui.setState({ themeName });
  const isColourless = desk.theme.terminalDepth === 0 && themeName !== 'none';
  const why = isColourless ? '; this terminal shows no colour (NO_COLOR or TERM says so)' : '';
  say(desk, 'info', `theme ${themeName}${why}. To keep it: theme = "${themeName}" in config.toml`);
}

function switchMouse(desk: Desk): void {
  const hasMouse = !desk.ui.getState().hasMouse;
  desk.ui.setState({ hasMouse });
  const words = hasMouse
    ? 'the mouse works on the desk; with Shift held, the terminal selects text'
    : 'the mouse is the terminal’s. To keep it so: mouse = false under [display] in config.toml';
  say(desk, 'info', words);
}

function openColumns(desk: Desk): void {
  const pane = desk.ui.getState().focus;
  const columns = paneColumns(desk, pane);
  const first = columns && orderedColumns(columns, columnChoice(desk, pane))[0];
  if (first) desk.ui.setState({ overlay: { kind: 'columns', pane, selected: first.id } });
  else say(desk, 'warn', 'the columns of this pane stay as they are');
}

function selectColumn(desk: Desk, step: 1 | -1): void {
  const { overlay } = desk.ui.getState();
  const columns = overlay?.kind === 'columns' ? paneColumns(desk, overlay.pane) : null;
  if (overlay?.kind !== 'columns' || !columns) return;
  const ordered = orderedColumns(columns, columnChoice(desk, overlay.pane));
  const at = ordered.findIndex(({ id }) => id === overlay.selected);
  const next = ordered[Math.max(0, Math.min(ordered.length - 1, at + step))];
  if (next) desk.ui.setState({ overlay: { ...overlay, selected: next.id } });
}

type Change = (
  columns: readonly { readonly id: string }[],
  choice: ColumnChoice | undefined,
  id: string,
) => ColumnChoice | undefined;

function changeColumns(desk: Desk, change: Change): void {
  const { overlay } = desk.ui.getState();
  const columns = overlay?.kind === 'columns' ? paneColumns(desk, overlay.pane) : null;
  if (overlay?.kind !== 'columns' || !columns) return;
  const { pane, selected } = overlay;
  const changed = change(columns, columnChoice(desk, pane), selected);
  desk.ui.setState(({ columns: { [pane]: _old, ...others } }) => ({
    columns: changed ? { ...others, [pane]: changed } : others,
  }));
}

function openCopy(desk: Desk): void {
  const pane = desk.ui.getState().focus;
  const row = isTablePane(pane) ? selectedRow(desk, pane) : null;
  if (!isTablePane(pane) || row === null) return;
  const items = fieldsOf(desk, pane, row).flatMap(({ name, value }) => {
    const text = value === null ? '' : cleanText(value, longestCopy).trim();
    return text === '' ? [] : [{ label: name.replaceAll('_', ' '), value: text }];
  });
  if (items.length > 0) openPick(desk, { kind: 'pick', pane, what: 'copy', selected: 0, items });
}

function openExport(desk: Desk): void {
  const pane = desk.ui.getState().focus;
  const count = rowsToExport(desk, pane).length;
  if (count === 0)
    return sayKeys(desk, 'warn', 'there is no row to export: change the filter with {pane.filter}, or wait for data');
  const rows = `${count} row${count === 1 ? '' : 's'}`;
  const items = [
    { label: 'csv', value: `${rows} for a spreadsheet` },
    { label: 'json', value: `${rows} for a program` },
  ];
  openPick(desk, { kind: 'pick', pane, what: 'export', selected: 0, items });
}

const openPick = (desk: Desk, overlay: PickView): void => desk.ui.setState({ overlay });

function movePick(desk: Desk, step: 1 | -1): void {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind !== 'pick') return;
  const selected = Math.max(0, Math.min(overlay.items.length - 1, overlay.selected + step));
  desk.ui.setState({ overlay: { ...overlay, selected } });
}

function take(desk: Desk): void {
  const { overlay } = desk.ui.getState();
  const item = overlay?.kind === 'pick' ? overlay.items[overlay.selected] : undefined;
  if (overlay?.kind !== 'pick' || !item) return;
  close(desk);
  if (overlay.what === 'copy') {
    desk.copyText(item.value);
    say(desk, 'ok', `sent to the terminal’s clipboard: ${item.label} ${item.value}`);
  } else void runExport(desk, overlay.pane, item.label === 'json' ? 'json' : 'csv');
}
