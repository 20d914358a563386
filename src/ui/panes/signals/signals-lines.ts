import { formatAge } from '../../../domain/numbers/format.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { signalStreams } from '../../../stores/signals/signals.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import { steadyColumns } from '../../components/steady-columns.ts';
import { table } from '../../components/table.ts';
import type { DeskView } from '../../desk/desk.ts';
import { withKeys } from '../../keys/keymap.ts';
import { blank, type Line, muted, span, wrap } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import { insteadOfRows } from '../pane-body.ts';
import { shownColumns } from '../pane-columns.ts';
import type { VisibleRows } from '../table-pane.ts';
import { signalColumns } from './signal-columns.ts';
import type { SignalEntry } from './signal-entry.ts';
import { noteText, signalsPane } from './signals-pane.ts';

/** Minimum height of the table below the status lines; the border also shows that the stream is down. */
const leastTable = 6;

/** Draws the signals pane: the state of the streams, and the signals, newest first. */
export function signalsLines(
  desk: DeskView,
  rect: Rect,
  visible: VisibleRows<SignalEntry>,
  isCovered: boolean,
): Line[] {
  const { focus, filter } = desk.ui.getState();
  const rows = visible.rows;
  const text = filter.signals ?? '';
  const width = rect.width - 4;
  const height = rect.height - 2;
  const room = height - leastTable - 1;
  const head = room < 1 ? [] : [...headLines(desk, width).slice(0, room), blank];
  const words = {
    loading: signalsPane.loading,
    empty: withKeys(signalsPane.empty, desk.keymap),
    rowCount: rows.length,
    filter: text,
  };
  const focused = focus === 'signals';
  const body =
    insteadOfRows(signalsPane.reading(desk), words, width, desk.keymap) ??
    table({
      columns: shownColumns(desk, 'signals', signalColumns),
      rows,
      width,
      height: height - head.length,
      selected: visible.selected,
      focused: focused && !isCovered,
      sort: desk.ui.getState().sort.signals,
      keyOf: signalsPane.keyOf,
      steady: steadyColumns(desk, `signals ${width}`),
      noteOf: ({ row }) => noteSpan(noteText(row), row.kind),
    });
  return paneFrame({
    number: paneKey(desk, 'signals'),
    title: signalsPane.title,
    right: [
      ...silence(desk),
      ...(text === '' ? [] : [span(`/${text} ${rows.length} of ${visible.all.length}`, 'accent'), span('  ')]),
      ...signalsPane.summary(desk, visible.all),
    ],
    focused,
    width: rect.width,
    height: rect.height,
    body: [...head, ...body],
  });
}

const noteSpan = (text: string, kind: string) =>
  text === '' ? null : kind === 'gap' ? muted(text) : span(text, 'warn');

/** Age of the last message while the stream is down. */
function silence(desk: DeskView): Line {
  const { state, lastMessageAtMs } = desk.session.getState().connection;
  if (state === 'connected' || lastMessageAtMs === null) return [];
  return [span(`live ${formatAge(desk.now() - lastMessageAtMs)} old`, 'warn'), span('  ')];
}

/** The state of the streams, then problems. */
function headLines(desk: DeskView, width: number): Line[] {
  const { problem, updatedAtMs } = desk.signals.reads();
  const old = updatedAtMs > 0 ? ` Last read ${formatAge(desk.now() - updatedAtMs)} ago.` : '';
  return [
    feedLine(desk),
    ...refusals(desk, width),
    ...(problem && desk.signals.getState().rows.length > 0
      ? wrap(
          `✕ Calls: ${problem.message} (${problem.code}).${old} ${withKeys('{desk.refresh}', desk.keymap)} retries now.`,
          width,
          'warn',
        )
      : []),
  ];
}

const feedsOf = (desk: DeskView) => desk.streams.rows().filter(({ streamId }) => signalStreams.includes(streamId));

function feedLine(desk: DeskView): Line {
  if (desk.session.getState().connection.state !== 'connected')
    return [
      span(
        withKeys(
          'The stream is down: no live signals. {stream.retry} connects now, {focus.streams} shows why.',
          desk.keymap,
        ),
        'warn',
      ),
    ];
  const feeds = feedsOf(desk);
  const live = feeds.filter(({ state }) => state === 'live').length;
  const lastAtMs = Math.max(0, ...feeds.map(({ lastEventAtMs }) => lastEventAtMs ?? 0));
  const last = lastAtMs > 0 ? `last event ${formatAge(desk.now() - lastAtMs)} ago` : 'no event yet';
  return [
    live === signalStreams.length ? span('● ', 'up') : span('◌ ', 'accent'),
    span(`${live} of ${signalStreams.length} streams live`, live === signalStreams.length ? 'plain' : 'accent'),
    muted(`   ${last}`),
  ];
}

/** The reasons of refused channels, in full. */
const refusals = (desk: DeskView, width: number): Line[] =>
  feedsOf(desk)
    .filter(({ state }) => state === 'refused')
    .flatMap(({ streamId, reason }) => {
      const why = cleanText(reason ?? 'no reason given', 200);
      return wrap(`✕ ${streamId}: ${why}. ${withKeys('{stream.retry}', desk.keymap)} retries.`, width, 'danger');
    });
