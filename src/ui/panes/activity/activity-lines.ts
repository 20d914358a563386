import { blockWindow } from '../../components/block-window.ts';
import { chosenColumns } from '../../components/column-choice.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import { table } from '../../components/table.ts';
import type { DeskView } from '../../desk/desk.ts';
import { withKeys } from '../../keys/keymap.ts';
import { openOverlay } from '../../overlays/open-overlay.ts';
import { aimed, blank, type Line, span } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import { insteadOfRows } from '../pane-body.ts';
import type { VisibleRows } from '../table-pane.ts';
import { inProgressColumns, orderColumns } from './activity-columns.ts';
import type { OrderEntry } from './activity-entry.ts';
import { activityPane } from './activity-pane.ts';
import { unresolvedLines } from './unresolved-lines.ts';

/** Draws the activity pane: unresolved operations, those in progress, and the ended ones. */
export function activityLines(
  desk: DeskView,
  rect: Rect,
  visible: VisibleRows<OrderEntry>,
  isCovered: boolean,
): Line[] {
  const { focus, filter } = desk.ui.getState();
  const rows = visible.rows;
  const text = filter.activity ?? '';
  const view: View = {
    desk,
    selected: visible.selected === null ? null : (rows[visible.selected]?.key ?? null),
    focused: focus === 'activity' && !isCovered,
    width: rect.width - 4,
    height: rect.height - 2,
  };
  const summary = activityPane.summary(desk, visible.all);
  return paneFrame({
    number: paneKey(desk, 'activity'),
    title: activityPane.title,
    right: [
      ...(text === '' ? [] : [span(`/${text} ${rows.length} of ${visible.all.length}`, 'accent'), span('  ')]),
      ...summary,
    ],
    focused: focus === 'activity',
    width: rect.width,
    height: rect.height,
    body: ordersBody(view, rows, text),
  });
}

interface View {
  readonly desk: DeskView;
  /** Key of the selected row. */
  readonly selected: string | null;
  readonly focused: boolean;
  readonly width: number;
  readonly height: number;
}

/** Below this height an unresolved operation is expanded only while it is selected. */
const roomForWhole = 16;
/** Below this height only one group of operations is shown. */
const roomForAll = 10;
/** Lines reserved for the ended operations. */
const leastOrders = 5;

function ordersBody(view: View, rows: readonly OrderEntry[], filter: string): readonly Line[] {
  const { desk, width, height } = view;
  const unresolved = rows.filter(({ group }) => group === 'unresolved');
  const inProgress = rows.filter(({ group }) => group === 'sent' || group === 'task');
  const over = rows.filter(({ group }) => group === 'over');
  const { lock } = desk.trading.getState();
  const words = {
    loading: lock ?? activityPane.loading,
    empty: withKeys(activityPane.empty, desk.keymap),
    rowCount: rows.length,
    filter,
  };
  const instead = insteadOfRows(activityPane.reading(desk), words, width, desk.keymap);
  if (height < roomForAll) return instead ?? selectedGroup(view, { unresolved, inProgress, over });
  const overLeast = Math.min(over.length === 0 ? 0 : over.length + 1, leastOrders);
  // A blank line separates the groups.
  const blanks = Math.min(inProgress.length + over.length, 1) + Math.min(inProgress.length, over.length, 1);
  const top = separated(
    unresolvedBlocks(view, unresolved, height - overLeast - Math.min(inProgress.length * 2, 4) - blanks),
  );
  const middle = separated(
    part(
      view,
      inProgress,
      inProgressColumns,
      Math.min(inProgress.length + 1, Math.max(2, height - top.length - overLeast - 1)),
    ),
  );
  const rest = height - top.length - middle.length;
  const orders = instead ?? part(view, over, orderColumns, Math.min(over.length + 1, rest));
  return [...top, ...middle, ...orders];
}

interface Groups {
  readonly unresolved: readonly OrderEntry[];
  readonly inProgress: readonly OrderEntry[];
  readonly over: readonly OrderEntry[];
}

/** If not all groups fit: the group of the selection, else the most urgent one. The border counts the others. */
function selectedGroup(view: View, { unresolved, inProgress, over }: Groups): Line[] {
  const isIn = (group: readonly OrderEntry[]): boolean => group.some(({ key }) => key === view.selected);
  if (isIn(over)) return part(view, over, orderColumns, view.height);
  if (isIn(inProgress)) return part(view, inProgress, inProgressColumns, view.height);
  if (unresolved.length > 0) return unresolvedBlocks(view, unresolved, view.height);
  return inProgress.length > 0
    ? part(view, inProgress, inProgressColumns, view.height)
    : part(view, over, orderColumns, view.height);
}

const separated = (lines: readonly Line[]): readonly Line[] => (lines.length === 0 ? [] : [...lines, blank]);

function unresolvedBlocks(view: View, unresolved: readonly OrderEntry[], room: number): Line[] {
  const { desk, selected, focused, width, height } = view;
  const question = openOverlay(desk, 'question');
  const at = unresolved.findIndex(({ key }) => key === selected);
  const open = at >= 0 ? at : height >= roomForWhole ? 0 : -1;
  // The selected one may use all the height, except one line for the count of the others.
  const most = (at >= 0 ? height : Math.max(2, room)) - (unresolved.length > 1 ? 1 : 0);
  const blocks = unresolved.map((entry, index) =>
    aimed(
      unresolvedLines(entry, {
        width,
        focused,
        keymap: desk.keymap,
        height: most,
        isOpen: index === open,
        isSelected: index === at,
        question: question?.id === entry.key ? question : null,
      }),
      entry.key,
    ),
  );
  const least = (blocks[open]?.length ?? 1) + (unresolved.length > 1 ? 1 : 0);
  return blockWindow(blocks, Math.max(room, least), at >= 0 ? at : null);
}

/** A table of one group; nothing if it is empty. */
function part(
  { desk, selected, focused, width }: View,
  rows: readonly OrderEntry[],
  columns: typeof orderColumns,
  height: number,
): Line[] {
  if (rows.length === 0 || height < 2) return [];
  const at = rows.findIndex(({ key }) => key === selected);
  const sort = desk.ui.getState().sort.activity;
  const shown = columns === orderColumns ? chosenColumns(columns, desk.ui.getState().columns.activity) : columns;
  const keyOf = ({ key }: OrderEntry): string => key;
  return table({ columns: shown, rows, width, height, selected: at >= 0 ? at : null, focused, sort, keyOf });
}
