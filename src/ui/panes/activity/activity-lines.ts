import { keyOf, withKeys } from '../../../keys/keymap.ts';
import { chosenColumns } from '../../components/column-choice.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import { table } from '../../components/table.ts';
import type { Desk } from '../../desk.ts';
import type { Rect } from '../../layout.ts';
import { paneKey } from '../../pane-key.ts';
import { blank, type Line, muted, span, wrap } from '../../text/span.ts';
import { insteadOfRows, noRowContains } from '../pane-body.ts';
import type { VisibleRows } from '../visible-rows.ts';
import { orderColumns, underWayColumns } from './activity-columns.ts';
import { type ActivityEntry, type NoticeEntry, noticeEntries, type OrderEntry } from './activity-entry.ts';
import { activityPane } from './activity-pane.ts';
import { blockWindow } from '../../components/block-window.ts';
import { doubtLines } from './doubt-lines.ts';
import { noticeLines } from './notice-lines.ts';

/** Draws the activity pane: what needs the person, what is under way, all other orders, and what the desk has said. */
export function activityLines(desk: Desk, rect: Rect, visible: VisibleRows, isCovered: boolean): Line[] {
  const { focus, filter, activity } = desk.ui.getState();
  const rows = visible.rows as readonly ActivityEntry[];
  const text = filter.activity ?? '';
  const view: View = {
    desk,
    selected: visible.selected === null ? null : (rows[visible.selected]?.key ?? null),
    focused: focus === 'activity' && !isCovered,
    width: rect.width - 4,
    height: rect.height - 2,
  };
  const summary = activityPane.summary(desk, visible.all as readonly ActivityEntry[]);
  return paneFrame({
    number: paneKey(desk, 'activity'),
    title: activity.showsNotices ? 'Activity: notices' : activityPane.title,
    right: [
      ...(text === '' ? [] : [span(`/${text} ${rows.length} of ${visible.all.length}`, 'accent'), span('  ')]),
      ...summary,
    ],
    focused: focus === 'activity',
    width: rect.width,
    height: rect.height,
    body: activity.showsNotices
      ? noticesBody(view, rows as NoticeEntry[], text)
      : ordersBody(view, rows as OrderEntry[], text),
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
/** Lines that the orders keep, and the least that notices are worth. */
const leastOrders = 5;
const leastNotices = 5;

function ordersBody(view: View, rows: readonly OrderEntry[], filter: string): Line[] {
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
  const overLeast = Math.min(over.length === 0 ? 0 : over.length + 1, leastOrders);
  const top = separated(doubtBlocks(view, doubts, height - overLeast - Math.min(underWay.length * 2, 4)));
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
  const room = rest - orders.length - 2;
  return [...top, ...middle, ...orders, ...(room >= leastNotices ? latestNotices(view, room) : [])];
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
    doubtLines(entry, {
      ...{ width, focused, keymap: desk.keymap, height: most },
      isOpen: index === open,
      isSelected: index === at,
      question: overlay?.kind === 'question' && overlay.id === entry.key ? overlay : null,
    }),
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
  return table({ columns: shown, rows, width, height, selected: at >= 0 ? at : null, focused, sort });
}

function latestNotices({ desk, width }: View, height: number): Line[] {
  const notices = noticeEntries(desk);
  if (notices.length === 0) return [];
  const blocks = notices.map((entry) => noticeLines(entry, width, false));
  const head: Line = [
    span('Notices', 'title'),
    muted('  what the desk has said: '),
    span(keyOf(desk.keymap, 'activity.notices'), 'accent'),
    muted(' shows all'),
  ];
  return [blank, head, ...blockWindow(blocks, height, null)];
}

function noticesBody(
  { width, height, selected, desk }: View,
  rows: readonly NoticeEntry[],
  filter: string,
): readonly Line[] {
  const back = keyOf(desk.keymap, 'activity.notices');
  if (rows.length === 0)
    return wrap(
      filter === ''
        ? `The desk has said nothing yet. What it says at the foot of the screen is kept here; ${back} leads back to the orders.`
        : noRowContains(filter, desk.keymap, 'notice'),
      width,
      'muted',
    );
  const at = rows.findIndex(({ key }) => key === selected);
  const blocks = rows.map((entry, index) => noticeLines(entry, width, index === at));
  const kept = noticeEntries(desk).length >= 100 ? ' The last 100 are kept.' : '';
  const head: Line[] = [
    [muted(`Newest first.${kept} `), span(back, 'accent'), muted(' leads back to the orders.')],
    blank,
  ];
  return [...head, ...blockWindow(blocks, height - head.length, at >= 0 ? at : null)];
}
