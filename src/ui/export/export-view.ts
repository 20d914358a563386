import type { PaneId } from '../panes/pane-ids.ts';
/** An export in progress. */
export interface ExportView {
  readonly pane: PaneId;
  readonly rows: number;
  /** Rows read and rows written so far. */
  readonly read: number;
  readonly written: number;
  /** Monotonic, ms. */
  readonly startedAtMs: number;
  /** Aborts and removes the partial file. */
  readonly stop: () => void;
}
