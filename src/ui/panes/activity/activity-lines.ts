import { withKeys } from '../../../keys/keymap.ts';
import { blockWindow } from '../../components/block-window.ts';
import { chosenColumns } from '../../components/column-choice.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import { table } from '../../components/table.ts';
import type { Desk } from '../../desk.ts';
import { aimed, blank, type Line, span } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import { insteadOfRows } from '../pane-body.ts';
import type { VisibleRows } from '../visible-rows.ts';
import { orderColumns, underWayColumns } from './activity-columns.ts';
import type { OrderEntry } from './activity-entry.ts';
import { activityPane } from './activity-pane.ts';
import { doubtLines } from './doubt-lines.ts';

/** Draws the activity pane: what needs the person, what is under way, and all other orders. */
export function activityLines(desk: Desk, rect: Rect, visible: VisibleRows, isCovered: boolean): Line[] {
  const { focus, filter } = desk.ui.getState();
  const rows = visible.rows as readonly OrderEntry[];
  const text = filter.activity ?? '';
  const view: View = {
    desk,
    selected: visible.selected === null ? null : (rows[visible.selected]?.key ?? null),
    focused: focus === 'activity' && !isCovered,
    width: rect.width - 4,
    height: rect.height - 2,
  };
  const summary = activityPane.summary(desk, visible.all as readonly OrderEntry[]);
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
  readonly desk: Desk;
  /** Key of the selected row. */
  readonly selected: string | null;
  readonly focused: boolean;
  readonly width: number;
  readonly height: number;
}

/** Below this many lines an unknown outcome is shown whole only while it is selected. */
const roomForWhole = 16;
/** Below this many lines one group of orders is shown at a time. */
const roomForAll = 10;
/** Lines that the orders keep. */
const leastOrders = 5;

function ordersBody(view: View, rows: readonly OrderEntry[], filter: string): readonly Line[] {
  const { desk, width, height } = view;
  const doubts = rows.filter(({ group }) => group === 'doubt');
  const underWay = rows.filter(({ group }) => group === 'sent' || group === 'task');
  const over = rows.filter(({ group }) => group === 'over');
  const { lock } = desk.trading.getState();
  const words = {
    loading: lock ?? activityPane.loading,
    empty: withKeys(activityPane.empty, desk.keymap),
    rowCount: rows.length,
    filter,
  };
  const instead = insteadOfRows(activityPane.reading(desk), words, width, desk.keymap);
  if (height < roomForAll) return instead ?? selectedGroup(view, { doubts, underWay, over });
  const overLeast = Math.min(over.length === 0 ? 0 : over.length + 1, leastOrders);
  // A blank line stands behind each group that another one follows.
  const blanks = Math.min(underWay.length + over.length, 1) + Math.min(underWay.length, over.length, 1);
  const top = separated(doubtBlocks(view, doubts, height - overLeast - Math.min(underWay.length * 2, 4) - blanks));
  const middle = separated(
    part(
      view,
      underWay,
      underWayColumns,
      Math.min(underWay.length + 1, Math.max(2, height - top.length - overLeast - 1)),
    ),
  );
  const rest = height - top.length - middle.length;
  const orders = instead ?? part(view, over, orderColumns, Math.min(over.length + 1, rest));
  return [...top, ...middle, ...orders];
}

interface Groups {
  readonly doubts: readonly OrderEntry[];
  readonly underWay: readonly OrderEntry[];
  readonly over: readonly OrderEntry[];
}

/** Where not all groups have room: the one that keys work in, else the most pressing. The border counts the others. */
function selectedGroup(view: View, { doubts, underWay, over }: Groups): Line[] {
  const isIn = (group: readonly OrderEntry[]): boolean => group.some(({ key }) => key === view.selected);
  if (isIn(over)) return part(view, over, orderColumns, view.height);
  if (isIn(underWay)) return part(view, underWay, underWayColumns, view.height);
  if (doubts.length > 0) return doubtBlocks(view, doubts, view.height);
  return underWay.length > 0
    ? part(view, underWay, underWayColumns, view.height)
    : part(view, over, orderColumns, view.height);
}

const separated = (lines: readonly Line[]): readonly Line[] => (lines.length === 0 ? [] : [...lines, blank]);

function doubtBlocks(view: View, doubts: readonly OrderEntry[], room: number): Line[] {
  const { desk, selected, focused, width, height } = view;
  const { overlay } = desk.ui.getState();
  const at = doubts.findIndex(({ key }) => key === selected);
  const open = at >= 0 ? at : height >= roomForWhole ? 0 : -1;
  // One that is selected may take the room of everything else; a line is left for the count of the others.
  const most = (at >= 0 ? height : Math.max(2, room)) - (doubts.length > 1 ? 1 : 0);
  const blocks = doubts.map((entry, index) =>
    aimed(
      doubtLines(entry, {
        ...{ width, focused, keymap: desk.keymap, height: most },
        isOpen: index === open,
        isSelected: index === at,
        question: overlay?.kind === 'question' && overlay.id === entry.key ? overlay : null,
      }),
      entry.key,
    ),
  );
  const least = (blocks[open]?.length ?? 1) + (doubts.length > 1 ? 1 : 0);
  return blockWindow(blocks, Math.max(room, least), at >= 0 ? at : null);
}

/** A table of some of the rows; nothing where there are none. */
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
