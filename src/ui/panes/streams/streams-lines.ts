import { refusedCount } from '../../../stores/streams.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import type { DeskView } from '../../desk/desk.ts';
import { keyOf } from '../../keys/keymap.ts';
import { blank, type Line, span, wrap } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import { noRowContains } from '../pane-body.ts';
import type { VisibleRows } from '../table-pane.ts';
import { connectionLines } from './connection-lines.ts';
import type { StreamEntry } from './stream-entry.ts';
import { streamTables, type TablesView } from './stream-tables.ts';
import { streamsPane } from './streams-pane.ts';

/** Draws the streams pane: the connection, the subscribed channels, and the rest of the catalog. */
export function streamsLines(
  desk: DeskView,
  rect: Rect,
  visible: VisibleRows<StreamEntry>,
  isCovered: boolean,
): Line[] {
  const { focus, filter, sort } = desk.ui.getState();
  const focused = focus === 'streams';
  const rows = visible.rows;
  const width = rect.width - 4;
  const view: TablesView = {
    taken: rows.filter((entry) => entry.kind === 'taken'),
    catalog: rows.filter((entry) => entry.kind === 'catalog'),
    selected: visible.selected,
    focused: focused && !isCovered,
    width,
    sort: sort.streams,
    catalogProblem: desk.streams.getState().catalogProblem,
    keymap: desk.keymap,
  };
  const head = [...connection(desk, width), blank];
  const room = rect.height - 2 - head.length;
  const text = filter.streams ?? '';
  const body =
    rows.length === 0 && text !== ''
      ? wrap(noRowContains(text, desk.keymap), width, 'muted')
      : streamTables(view, room);
  return paneFrame({
    number: paneKey(desk, 'streams'),
    title: streamsPane.title,
    right: [
      ...(text === '' ? [] : [span(`/${text} ${rows.length} of ${visible.all.length}`, 'accent'), span('  ')]),
      ...streamsPane.summary(desk, visible.all),
    ],
    focused,
    width: rect.width,
    height: rect.height,
    body: [...head, ...body],
  });
}

const connection = (desk: DeskView, width: number): Line[] =>
  connectionLines(
    {
      status: desk.session.getState().connection,
      totals: desk.streams.totals(),
      refused: refusedCount(desk.streams.rows()),
      nowMs: desk.now(),
      retryKey: keyOf(desk.keymap, 'stream.retry'),
    },
    width,
  );
