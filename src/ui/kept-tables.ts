import type { ColumnChoice } from './components/column-choice.ts';
import type { DeskUiState, Sort } from './desk-ui.ts';
import { type PaneId, paneOrder } from './workspaces/layout.ts';

/** How one table was left. */
export interface TableLook {
  readonly sort?: Sort | undefined;
  readonly columns?: ColumnChoice | undefined;
}

type Looks = Pick<DeskUiState, 'sort' | 'columns'>;

/** The tables as they stand, by pane; null where nothing of it has changed since `before`. */
export function changedTables(now: Looks, before: Looks): Readonly<Record<string, TableLook>> | null {
  if (now.sort === before.sort && now.columns === before.columns) return null;
  return Object.fromEntries(
    paneOrder
      .map((pane): [PaneId, TableLook] => [pane, { sort: now.sort[pane], columns: now.columns[pane] }])
      .filter(([, { sort, columns }]) => sort || columns),
  );
}

/** What was kept, for panes that this version has. */
export function startLooks(kept: Readonly<Record<string, TableLook>>): Looks {
  const known = paneOrder.flatMap((pane): [PaneId, TableLook][] => (kept[pane] ? [[pane, kept[pane]]] : []));
  const pick = <T>(of: (look: TableLook) => T | undefined): Partial<Record<PaneId, T>> =>
    Object.fromEntries(
      known.flatMap(([pane, look]) => {
        const value = of(look);
        return value ? [[pane, value]] : [];
      }),
    );
  return { sort: pick(({ sort }) => sort), columns: pick(({ columns }) => columns) };
}
