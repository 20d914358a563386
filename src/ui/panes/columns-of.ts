import type { Column } from '../components/table.ts';
import type { DeskView } from '../desk/desk.ts';
import type { PaneId } from './pane-ids.ts';
import { isTablePane, tablePane } from './panes.ts';
import { tapeColumns } from './tape/tape-pane.ts';

/** All columns of a pane in default order; null if they cannot be chosen. */
export function paneColumns(desk: DeskView, pane: PaneId): readonly Pick<Column<never>, 'id' | 'title'>[] | null {
  // The two tables of the streams pane share the width of the first column, and the lower one follows the upper.
  if (pane === 'streams') return null;
  if (pane === 'tape') return tapeColumns(desk);
  return isTablePane(pane) ? tablePane(pane).columns : null;
}
