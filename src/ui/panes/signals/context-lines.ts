import { chains } from '../../../domain/market/chain.ts';
import { formatPrice, formatUsd, shortAddress } from '../../../domain/numbers/format.ts';
import { type Asked, isSignal, type OlderCalls, orderable, type Signal } from '../../../stores/signals/signals.ts';
import { blockWindow } from '../../components/block-window.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import type { DeskView } from '../../desk/desk.ts';
import { withKeys } from '../../keys/keymap.ts';
import { known, signTone } from '../../text/cells.ts';
import { flow } from '../../text/flow.ts';
import { aimed, blank, type Line, lineWidth, muted, span, wrap } from '../../text/span.ts';
import { timeText } from '../../text/time-text.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import { noRowContains } from '../pane-body.ts';
import type { VisibleRows } from '../table-pane.ts';
import { type ContextEntry, shownContext } from './context-entry.ts';
import { contextPane } from './context-pane.ts';
import { shownSignal } from './shown-signal.ts';
import { changeText, countText } from './signal-columns.ts';
import type { SignalEntry } from './signal-entry.ts';

/** Minimum height of the list below the signal. */
const leastList = 6;
/** Minimum height for headings and blank lines. */
const roomy = 10;
/** Lines of a message that is not selected; the details have it in full. */
const messageLines = 2;

/** Draws the context of the shown signal: its token and message, who else called the token, and mentions. */
export function contextLines(
  desk: DeskView,
  rect: Rect,
  visible: VisibleRows<ContextEntry>,
  isCovered: boolean,
): Line[] {
  const { focus, filter } = desk.ui.getState();
  const rows = visible.rows;
  const text = filter.context ?? '';
  const [width, height] = [rect.width - 4, rect.height - 2];
  const entry = shownSignal(desk);
  const head = entry ? headLines(entry, width) : [];
  const kept = head.slice(0, height < roomy ? 1 : Math.max(2, height - leastList - 1));
  const air = height < roomy ? [] : [blank];
  const focused = focus === 'context';
  const list = listLines(desk, {
    rows,
    width,
    height: height - kept.length - air.length,
    filter: text,
    selected: visible.selected,
    focused: focused && !isCovered,
    isRoomy: height >= roomy,
  });
  return paneFrame({
    number: paneKey(desk, 'context'),
    title: contextPane.title,
    right: [
      ...(text === '' ? [] : [span(`/${text} ${rows.length} of ${visible.all.length}`, 'accent'), span('  ')]),
      ...(visible.all.length > 0 ? contextPane.summary(desk, visible.all) : []),
    ],
    focused,
    width: rect.width,
    height: rect.height,
    body: entry ? [...kept, ...air, ...list] : wrap(noSignal(desk), width, 'muted'),
  });
}

const noSignal = ({ keymap }: DeskView): string =>
  withKeys('No signals yet. The context of the selected one is shown here; {focus.signals} goes to the feed.', keymap);

/** The token, its address, price levels at the time of the signal, and the message. */
function headLines(entry: SignalEntry, width: number): Line[] {
  const { row, symbol, isLookalike } = entry;
  if (!isSignal(row)) return wrap(row.reason, width, 'muted');
  const { token } = row;
  const why = orderable(row);
  const chain = token.chain ? chains[token.chain].name : token.network || 'an unnamed chain';
  const address = lineWidth([muted(token.address)]) <= width ? token.address : shortAddress(token.address);
  return [
    [
      span(symbol || '–', 'title', { bold: true }),
      ...(isLookalike ? [span('  LOOKALIKE', 'warn')] : []),
      muted(`  ${token.name ? `${token.name}, ` : ''}${chain}`),
    ],
    [muted(address)],
    ...flow(levels(entry, row), width),
    ...saidLines(row, width),
    ...(typeof why === 'string' ? wrap(why, width, 'warn') : []),
  ];
}

/** Of a call the prices then and now, and how often it was made; of another signal the levels of its moment. */
const levels = ({ figures }: SignalEntry, { kind, priceUsd, marketCapUsd, liquidityUsd }: Signal): Line[] => [
  ...(kind === 'call'
    ? [
        [muted('at call '), known(figures.priceAtCallUsd, formatPrice)],
        [muted('now '), known(figures.priceNowUsd, formatPrice)],
        [known(figures.changePct, changeText, signTone(figures.changePct))],
        [muted('calls '), known(figures.mentions, countText)],
      ]
    : [[muted('then '), known(priceUsd, formatPrice)]]),
  [muted('mcap '), known(marketCapUsd, formatUsd)],
  [muted('liq '), known(liquidityUsd, formatUsd)],
];

const saidLines = ({ message, messageState }: Signal, width: number): Line[] =>
  message ? wrap(`“${message}”${messageState ? ` (${messageState} later)` : ''}`, width) : [];

interface List {
  readonly rows: readonly ContextEntry[];
  readonly width: number;
  readonly height: number;
  readonly filter: string;
  readonly selected: number | null;
  readonly focused: boolean;
  readonly isRoomy: boolean;
}

function listLines(desk: DeskView, { rows, width, height, filter, selected, focused, isRoomy }: List): Line[] {
  const context = shownContext(desk);
  if (height < 1) return [];
  if (!context) {
    const signal = shownSignal(desk)?.row;
    const isOrderable = signal !== undefined && isSignal(signal) && typeof orderable(signal) !== 'string';
    const ask =
      'Select this signal ({select.down}, {select.up}) or press {pane.details} in the feed to see who else called it.';
    return isOrderable ? wrap(withKeys(ask, desk.keymap), width, 'muted') : [];
  }
  if (rows.length === 0 && filter !== '') return wrap(noRowContains(filter, desk.keymap), width, 'muted');
  const notes = [...askedLines('calls', context.calls, width), ...askedLines('mentions', context.mentions, width)];
  if (rows.length === 0 && notes.length === 0) return wrap(contextPane.empty, width, 'muted');
  const blocks = rows.map((entry, index) => [
    ...(isRoomy && isFirstOf(rows, index) ? [...(index > 0 ? [blank] : []), heading(entry)] : []),
    ...aimed(entryLines(entry, width, index === selected, focused), contextPane.keyOf(entry)),
    ...(isLastCall(rows, index) ? olderLines(desk, context.older) : []),
  ]);
  const told = notes.slice(0, Math.max(1, height - leastList + 1));
  return [...told, ...blockWindow(blocks, height - told.length, selected)];
}

const isMention = ({ kind }: ContextEntry): boolean => kind === 'mention';

function isFirstOf(rows: readonly ContextEntry[], index: number): boolean {
  const [row, before] = [rows[index], rows[index - 1]];
  return row !== undefined && (before === undefined || isMention(row) !== isMention(before));
}

/** The last row of the calls, with the messages around them. */
const isLastCall = (rows: readonly ContextEntry[], index: number): boolean => {
  const [row, after] = [rows[index], rows[index + 1]];
  return row !== undefined && !isMention(row) && (after === undefined || isMention(after));
};

/** Whether there are older calls, and the key that reads them. */
function olderLines({ keymap }: DeskView, { cursor, isFetching, problem }: OlderCalls): Line[] {
  if (isFetching) return [[muted('  reading older calls …')]];
  if (problem)
    return [[span(`  ✕ older calls: ${problem.code}; ${withKeys('{select.last}', keymap)} retries`, 'danger')]];
  return cursor === null ? [] : [[muted(withKeys('  {select.last} goes to the end and reads older ones', keymap))]];
}

const heading = (entry: ContextEntry): Line => [span(isMention(entry) ? 'Mentions' : 'Calls', 'title')];

/** The state of a request that has not succeeded. */
function askedLines(what: string, asked: Asked<unknown>, width: number): Line[] {
  if (asked.state === 'asking') return [[muted(`${what}: loading …`)]];
  if (asked.state === 'there') return [];
  return wrap(`✕ ${what}: ${asked.problem.message} (${asked.problem.code})`, width, 'danger');
}

/** One row: time and author, then the message; in full while selected. */
function entryLines(entry: ContextEntry, width: number, isSelected: boolean, focused: boolean): Line[] {
  const indent = entry.kind === 'around' ? '    ' : '  ';
  const time = entry.atMs === null ? '' : `${timeText(entry.atMs, entry.nowMs).slice(0, -':00'.length)} `;
  const mark = isSelected ? span('▸ ', focused ? 'accent' : 'muted') : span('  ');
  const head: Line = [
    mark,
    span(indent.slice(2)),
    muted(time),
    ...(entry.changePct ? [span(`${changeText(entry.changePct)}  `, signTone(entry.changePct))] : []),
    ...(entry.isShown ? [span('this one  ', 'accent')] : []),
    span(entry.by, entry.kind === 'call' ? 'plain' : 'muted', { bold: isSelected && focused }),
  ];
  if (entry.isShown || entry.text === '') return [head];
  const said = wrap(entry.text, Math.max(8, width - indent.length - 2), 'muted');
  const shown = isSelected ? said : said.slice(0, messageLines);
  return [
    head,
    ...shown.map((line, index): Line => {
      const isCut = index === shown.length - 1 && shown.length < said.length;
      return [span(`${indent}  `), ...line, ...(isCut ? [muted('…')] : [])];
    }),
  ];
}
