import { withKeys } from '../../../keys/keymap.ts';
import { perpFillRows } from '../../../stores/perp-order-rows.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import { table } from '../../components/table.ts';
import type { Desk } from '../../desk.ts';
import type { Rect } from '../../layout.ts';
import { paneKey } from '../../pane-key.ts';
import { blank, type Line, muted, quiet, span } from '../../text/span.ts';
import { insteadOfRows, staleness } from '../pane-body.ts';
import { shownColumns } from '../pane-columns.ts';
import type { VisibleRows } from '../visible-rows.ts';
import { fillColumns, type TimedPerpOrder } from './perp-order-columns.ts';
import { perpOrdersPane } from './perp-orders-pane.ts';

/** Rows of fills below which they are left out: a heading alone says nothing. */
const leastFills = 2;

/** Draws the open perp orders and, below them, the trades of the last day. */
export function perpOrdersLines(desk: Desk, rect: Rect, visible: VisibleRows, isCovered: boolean): Line[] {
  const { focus, filter } = desk.ui.getState();
  const text = filter.perpOrders ?? '';
  const reading = perpOrdersPane.reading(desk);
  const stale = staleness(reading, perpOrdersPane.refreshMs(desk), desk.now());
  const [width, height] = [rect.width - 4, rect.height - 2];
  const upper = orderLines(desk, visible, width, focus === 'perpOrders' && !isCovered);
  // The orders keep what they need, but for the room of a few fills.
  const upperHeight = Math.min(upper.length, Math.max(4, height - leastFills - 3));
  const orders = upper.rows(upperHeight);
  const body = [...(stale.length > 0 ? orders.map(quiet) : orders), ...fillLines(desk, width, height - upperHeight)];
  return paneFrame({
    number: paneKey(desk, 'perpOrders'),
    title: perpOrdersPane.title,
    right: [
      ...(stale.length > 0 ? [...stale, span('  ')] : []),
      ...(text === '' ? [] : [span(`/${text} ${visible.rows.length} of ${visible.all.length}`, 'accent'), span('  ')]),
      ...(reading.data === undefined ? [muted('…')] : perpOrdersPane.summary(desk, visible.all as TimedPerpOrder[])),
    ],
    focused: focus === 'perpOrders',
    width: rect.width,
    height: rect.height,
    body,
  });
}

/** What stands in the upper part, and how many lines it would take in full. */
function orderLines(desk: Desk, visible: VisibleRows, width: number, focused: boolean) {
  const { filter, sort } = desk.ui.getState();
  const rows = visible.rows as readonly TimedPerpOrder[];
  const words = {
    ...{ loading: perpOrdersPane.loading, empty: withKeys(perpOrdersPane.empty, desk.keymap) },
    ...{ rowCount: rows.length, filter: filter.perpOrders ?? '' },
  };
  const instead = insteadOfRows(perpOrdersPane.reading(desk), words, width, desk.keymap);
  if (instead) return { length: instead.length, rows: (height: number) => instead.slice(0, height) };
  return {
    length: rows.length + 1,
    rows: (height: number) =>
      table({
        ...{ rows, width, height, focused, selected: visible.selected, sort: sort.perpOrders },
        columns: shownColumns(desk, 'perpOrders', perpOrdersPane.columns),
        noteOf: ({ problem }) => (problem === null ? null : span(`unreadable: ${problem}`, 'warn')),
      }),
  };
}

function fillLines(desk: Desk, width: number, height: number): Line[] {
  const { data, problem } = desk.data.read('fills');
  const rows = perpFillRows(desk.data);
  const room = height - 2;
  if (room < leastFills) return [];
  const head: Line[] = [blank, [span('Trades of the last day', 'title'), muted(`  ${data ? rows.length : '…'}`)]];
  if (!data) return [...head, [muted(problem ? `✕ ${problem.code} ${problem.message}` : 'Reading the trades …')]];
  if (rows.length === 0) return [...head, [muted('None yet. What fills is listed here.')]];
  return [
    ...head,
    ...table({ columns: fillColumns, rows, width, height: room, selected: null, focused: false, hasMarker: true }),
  ];
}
