import type { Wanted } from '../../stores/wanted-reads.ts';
import type { DeskView } from '../desk/desk.ts';
import type { Line } from '../text/span.ts';
import type { Rect, WorkspaceId } from '../workspaces/layout.ts';

/** Definition of a pane: its scope, focus command, workspace and reads derive from it. */
export interface PaneInfo {
  /** Shown on its border. */
  readonly title: string;
  /** Heading of its keys in the help. */
  readonly heading: string;
  /** The workspace that its key opens. If the layout has no place for it, it is a tab behind the last pane. */
  readonly home: WorkspaceId;
  /** The command that focuses it. */
  readonly focus: { readonly title: string; readonly description: string; readonly keys: readonly string[] };
  /** Called after its command has focused it. */
  onFocus?(desk: DeskView): void;
  /** Reads that are made only while it is on screen. */
  wants?(desk: DeskView): Partial<Wanted>;
}

/** A pane that draws itself and lists no rows to select. */
export interface DrawnPane extends PaneInfo {
  /** `rect.height` lines of `rect.width` cells. */
  lines(desk: DeskView, rect: Rect): Line[];
}
