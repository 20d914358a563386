import type { DeskUiState, Sort } from '../desk/desk-ui.ts';
import { type PaneId, paneIds } from '../panes/pane-ids.ts';
import type { ColumnChoice } from './column-choice.ts';

/** Saved sort and columns of one table. */
export interface TableLook {
  readonly sort?: Sort | undefined;
  readonly columns?: ColumnChoice | undefined;
}

type Looks = Pick<DeskUiState, 'sort' | 'columns'>;

/** The current tables by pane; null if unchanged since `before`. */
export function changedTables(now: Looks, before: Looks): Readonly<Record<string, TableLook>> | null {
  if (now.sort === before.sort && now.columns === before.columns) return null;
  return Object.fromEntries(
    paneIds
      .map((pane): [PaneId, TableLook] => [pane, { sort: now.sort[pane], columns: now.columns[pane] }])
      .filter(([, { sort, columns }]) => sort || columns),
  );
}

/** Restores saved tables of panes that still exist. */
export function startLooks(kept: Readonly<Record<string, TableLook>>): Looks {
  const known = paneIds.flatMap((pane): [PaneId, TableLook][] => (kept[pane] ? [[pane, kept[pane]]] : []));
  const pick = <T>(of: (look: TableLook) => T | undefined): Partial<Record<PaneId, T>> =>
    Object.fromEntries(
      known.flatMap(([pane, look]) => {
        const value = of(look);
        return value ? [[pane, value]] : [];
      }),
    );
  return { sort: pick(({ sort }) => sort), columns: pick(({ columns }) => columns) };
}
