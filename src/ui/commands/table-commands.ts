import { clamp } from '../../domain/numbers/clamp.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { type ColumnChoice, moveColumn, orderedColumns, toggleColumn } from '../components/column-choice.ts';
import type { Desk } from '../desk/desk.ts';
import type { PickView } from '../desk/desk-ui.ts';
import { notify, notifyWithKeys } from '../desk/notify.ts';
import { maxCopyLength } from '../export/osc52.ts';
import { runExport } from '../export/run-export.ts';
import { fieldsOf, rowsToExport } from '../export/table-export.ts';
import { closeOverlay, openOverlay, patchOverlay } from '../overlays/open-overlay.ts';
import { paneColumns } from '../panes/columns-of.ts';
import { columnChoice } from '../panes/pane-columns.ts';
import { selectedRow } from '../panes/pane-rows.ts';
import { isTablePane } from '../panes/panes.ts';
import { nextThemeName } from '../theme/theme-now.ts';
import { commandTable } from './command-table.ts';
import { needsSelection } from './needs.ts';

/** Commands for columns, copy, export, theme and mouse. */
export const tableCommands = commandTable({
  'table.columns': {
    title: 'columns',
    description: 'Choose the columns of the focused table and their order',
    scope: 'desk',
    hint: 26,
    keys: ['C'],
    run: openColumns,
  },
  'table.copy': {
    title: 'copy',
    description: 'Copy a value of the selected row: an address, an order id, a request id',
    scope: 'desk',
    hint: 27,
    whyDisabled: needsSelection,
    keys: ['Y'],
    run: openCopy,
  },
  'table.export': {
    title: 'export',
    description: 'Export the focused table to a file, as filtered and sorted, with exact values',
    scope: 'desk',
    hint: 28,
    keys: ['E'],
    run: openExport,
  },
  'desk.theme': {
    title: 'theme',
    description: 'Next theme, for this session: dark, light, high contrast, colour-blind, none',
    scope: 'desk',
    keys: ['T'],
    run: cycleTheme,
  },
  'desk.mouse': {
    title: 'mouse',
    description: 'Turn the mouse off, so that the terminal selects text with it, or on again',
    scope: 'desk',
    keys: ['M-p'],
    run: switchMouse,
  },
  'columns.up': {
    title: 'up',
    description: 'Select the column above',
    scope: 'columns',
    keys: ['Up', 'k'],
    run: (desk) => selectColumn(desk, -1),
  },
  'columns.down': {
    title: 'down',
    description: 'Select the column below',
    scope: 'columns',
    hint: 4,
    keys: ['Down', 'j'],
    run: (desk) => selectColumn(desk, 1),
  },
  'columns.toggle': {
    title: 'show or hide',
    description: 'Show or hide the column; at least one stays',
    scope: 'columns',
    hint: 1,
    keys: ['Space'],
    run: (desk) =>
      changeColumns(desk, (columns, choice, id) => {
        const toggled = toggleColumn(columns, choice, id);
        if (!toggled) notify(desk, 'warn', 'at least one column must stay: show another one first');
        return toggled ?? choice;
      }),
  },
  'columns.left': {
    title: 'left',
    description: 'Move the column to the left',
    scope: 'columns',
    hint: 2,
    keys: ['<'],
    run: (desk) => changeColumns(desk, (columns, choice, id) => moveColumn(columns, choice, id, -1)),
  },
  'columns.right': {
    title: 'right',
    description: 'Move the column to the right',
    scope: 'columns',
    hint: 3,
    keys: ['>'],
    run: (desk) => changeColumns(desk, (columns, choice, id) => moveColumn(columns, choice, id, 1)),
  },
  'columns.reset': {
    title: 'reset',
    description: 'Restore the default columns',
    scope: 'columns',
    hint: 5,
    keys: ['r'],
    run: (desk) => changeColumns(desk, () => undefined),
  },
  'columns.close': {
    title: 'close',
    description: 'Keep the columns and close',
    scope: 'columns',
    hint: 6,
    keys: ['Esc', 'q', 'Enter', 'C', 'C-c'],
    run: closeOverlay,
  },
  'pick.up': {
    title: 'up',
    description: 'Select the line above',
    scope: 'pick',
    keys: ['Up', 'k'],
    run: (desk) => movePick(desk, -1),
  },
  'pick.down': {
    title: 'down',
    description: 'Select the line below',
    scope: 'pick',
    hint: 2,
    keys: ['Down', 'j'],
    run: (desk) => movePick(desk, 1),
  },
  'pick.take': {
    title: 'select',
    description: 'Copy the selected value, or write the file',
    scope: 'pick',
    hint: 1,
    keys: ['Enter'],
    run: take,
  },
  'pick.close': {
    title: 'leave',
    description: 'Leave without copying or writing anything',
    scope: 'pick',
    hint: 3,
    keys: ['Esc', 'q', 'C-c'],
    run: closeOverlay,
  },
});

function cycleTheme(desk: Desk): void {
  const themeName = nextThemeName(desk);
  desk.ui.setState({ themeName });
  const isColourless = desk.theme.terminalDepth === 0 && themeName !== 'none';
  const why = isColourless ? '; this terminal shows no colours (because of NO_COLOR or TERM)' : '';
  notify(desk, 'info', `theme ${themeName}${why}. To keep it: theme = "${themeName}" in config.toml`);
}

function switchMouse(desk: Desk): void {
  const hasMouse = !desk.ui.getState().hasMouse;
  desk.ui.setState({ hasMouse });
  const words = hasMouse
    ? 'mouse on: hold Shift to select text in the terminal'
    : 'mouse off: the terminal selects text. To keep it off: mouse = false under [display] in config.toml';
  notify(desk, 'info', words);
}

function openColumns(desk: Desk): void {
  const pane = desk.ui.getState().focus;
  const columns = paneColumns(desk, pane);
  const first = columns && orderedColumns(columns, columnChoice(desk, pane))[0];
  if (first) desk.ui.setState({ overlay: { kind: 'columns', pane, selected: first.id } });
  else notify(desk, 'warn', 'the columns of this pane cannot be changed');
}

function selectColumn(desk: Desk, step: 1 | -1): void {
  const overlay = openOverlay(desk, 'columns');
  const columns = overlay && paneColumns(desk, overlay.pane);
  if (!columns) return;
  const ordered = orderedColumns(columns, columnChoice(desk, overlay.pane));
  const at = ordered.findIndex(({ id }) => id === overlay.selected);
  const next = ordered[clamp(at + step, 0, ordered.length - 1)];
  if (next) desk.ui.setState({ overlay: { ...overlay, selected: next.id } });
}

type Change = (
  columns: readonly { readonly id: string }[],
  choice: ColumnChoice | undefined,
  id: string,
) => ColumnChoice | undefined;

function changeColumns(desk: Desk, change: Change): void {
  const overlay = openOverlay(desk, 'columns');
  const columns = overlay && paneColumns(desk, overlay.pane);
  if (!columns) return;
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
    const text = value === null ? '' : cleanText(value, maxCopyLength).trim();
    return text === '' ? [] : [{ label: name.replaceAll('_', ' '), value: text }];
  });
  if (items.length > 0) openPick(desk, { kind: 'pick', pane, what: 'copy', selected: 0, items });
}

function openExport(desk: Desk): void {
  const pane = desk.ui.getState().focus;
  const count = rowsToExport(desk, pane).length;
  if (count === 0)
    return notifyWithKeys(desk, 'warn', 'no rows to export: change the filter with {pane.filter}, or wait for data');
  const rows = `${count} row${count === 1 ? '' : 's'}`;
  const items = [
    { label: 'csv', value: `${rows} for a spreadsheet` },
    { label: 'json', value: `${rows} for a program` },
  ];
  openPick(desk, { kind: 'pick', pane, what: 'export', selected: 0, items });
}

const openPick = (desk: Desk, overlay: PickView): void => desk.ui.setState({ overlay });

function movePick(desk: Desk, step: 1 | -1): void {
  patchOverlay(desk, 'pick', ({ items, selected }) => ({
    selected: clamp(selected + step, 0, items.length - 1),
  }));
}

function take(desk: Desk): void {
  const overlay = openOverlay(desk, 'pick');
  const item = overlay?.items[overlay.selected];
  if (!overlay || !item) return;
  closeOverlay(desk);
  if (overlay.what === 'copy') {
    desk.copyText(item.value);
    notify(desk, 'ok', `sent to the terminal’s clipboard: ${item.label} ${item.value}`);
  } else void runExport(desk, overlay.pane, item.label === 'json' ? 'json' : 'csv');
}
