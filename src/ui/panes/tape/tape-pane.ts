import type Big from 'big.js';
import { chains } from '../../../domain/market/chain.ts';
import { parseTokenId } from '../../../domain/market/token.ts';
import { memoOn } from '../../../domain/memo-on.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import {
  formatAge,
  formatClock,
  formatPrice,
  formatSize,
  formatUsd,
  shortAddress,
} from '../../../domain/numbers/format.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import type { TapeRow, TapeStats, TapeSwap } from '../../../stores/market/tape.ts';
import { isSwapStream, type StreamRow } from '../../../stores/streams.ts';
import { chosenColumns } from '../../components/column-choice.ts';
import { flashesOf } from '../../components/flash.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import { steadyColumns } from '../../components/steady-columns.ts';
import { type Column, table } from '../../components/table.ts';
import type { DeskView } from '../../desk/desk.ts';
import { keyOf, withKeys } from '../../keys/keymap.ts';
import { blank, type Line, lineWidth, muted, type Span, span, spread, wrap } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import type { DrawnPane } from '../pane.ts';

interface TapeView {
  readonly title: string;
  readonly right: Line;
  readonly body: readonly Line[];
}

/** Draws the tape: the latest swaps, newest first. */
function tapeLines(desk: DeskView, rect: Rect): Line[] {
  const focused = desk.ui.getState().focus === 'tape';
  const view = tapeView(desk, rect.width - 4, rect.height - 2, focused);
  return paneFrame({ number: paneKey(desk, 'tape'), ...view, focused, width: rect.width, height: rect.height });
}

function tapeView(desk: DeskView, width: number, height: number, focused: boolean): TapeView {
  const { tape } = desk.ui.getState();
  const filter = { tokenId: tape.tokenId, minUsd: tape.minUsd };
  const stats = desk.tape.stats(desk.now(), filter);
  const symbol = (id: string): string => desk.data.token(id)?.symbol || shortAddress(parseTokenId(id)?.address ?? id);
  const troubles = troubledFeeds(desk, tape.tokenId);
  const why = whyRefused(troubles, symbol, width, keyOf(desk.keymap, 'stream.retry')).slice(0, Math.max(0, height - 4));
  const listHeight = Math.max(0, height - 2 - why.length);
  const rows = desk.tape.latest(listHeight, filter, tape.pausedAtSeq ?? undefined, tape.scroll);
  const listView = {
    width,
    height: height - 1 - why.length,
    focused,
    showToken: tape.tokenId === null,
    symbol,
    nativeSymbol: nativeOf(tape.tokenId),
  };
  const held = tape.pausedAtSeq === null ? null : desk.tape.getState().lastSeq - tape.pausedAtSeq;
  return {
    title: `Tape ${tape.tokenId ? symbol(tape.tokenId) : 'all'}`,
    right: [
      ...silence(desk),
      ...troubleWords(troubles, symbol),
      ...(held === null ? [] : [span(`PAUSED +${held}`, 'warn'), span('  ')]),
      muted(tape.minUsd > 0 ? `≥ ${formatUsd(String(tape.minUsd))} USD` : 'all sizes'),
    ],
    body: [
      imbalance(desk, stats, width),
      ...why,
      ...(rows.length > 0 ? list(rows, listView, desk) : waiting(desk, width)),
    ],
  };
}

function waiting(desk: DeskView, width: number): Line[] {
  const { state } = desk.session.getState().connection;
  const words =
    state === 'connected'
      ? 'Waiting for the next swap … {tape.size}: change the minimum size, {tape.token}: another token'
      : state === 'connecting'
        ? 'Connecting …'
        : 'The stream is down: {stream.retry} connects now, {focus.streams} shows why.';
  return wrap(withKeys(words, desk.keymap), width, 'muted');
}

/** Age of the last message while the stream is down. */
function silence(desk: DeskView): Line {
  const { state, lastMessageAtMs } = desk.session.getState().connection;
  if (state === 'connected' || lastMessageAtMs === null) return [];
  return [span(`${formatAge(desk.now() - lastMessageAtMs)} old`, 'warn'), span('  ')];
}

/** Channels of the shown tokens that are silent or refused while connected. */
function troubledFeeds(desk: DeskView, tokenId: string | null): readonly StreamRow[] {
  if (desk.session.getState().connection.state !== 'connected') return [];
  return desk.streams
    .rows()
    .filter((row) => isSwapStream(row) && row.desk !== '' && (tokenId === null || row.tokenId === tokenId))
    .filter(({ state, silentMs }) => state === 'refused' || silentMs !== null);
}

/** The first channel in trouble, and the number of others. */
function troubleWords([first, ...others]: readonly StreamRow[], symbol: (id: string) => string): Line {
  if (!first) return [];
  const isRefused = first.state === 'refused';
  const what = isRefused ? 'refused' : `silent ${formatAge(first.silentMs ?? 0)}`;
  const more = others.length > 0 ? `, ${others.length} more` : '';
  return [span(`${symbol(first.tokenId ?? '')} ${what}${more}`, isRefused ? 'danger' : 'warn'), span('  ')];
}

/** The reason of a refused channel, in full, in place of the swaps. */
function whyRefused(
  troubles: readonly StreamRow[],
  symbol: (id: string) => string,
  width: number,
  retryKey: string,
): Line[] {
  const refused = troubles.find(({ state }) => state === 'refused');
  if (!refused) return [];
  const reason = cleanText(refused.reason ?? 'no reason given', 200);
  return wrap(`✕ ${symbol(refused.tokenId ?? '')}: ${reason}. ${retryKey} retries.`, width, 'danger');
}

const nativeOf = (id: string | null): string => {
  const token = id === null ? null : parseTokenId(id);
  return token ? chains[token.chain].nativeSymbol : 'NATIVE';
};

/** Share of buys in the last minute as a bar, and the rate. Without a connection nobody knows that there were none. */
function imbalance(desk: DeskView, { buyShare, perSecond }: TapeStats, width: number): Line {
  const rate = span(`${perSecond.toFixed(1)}/s`, 'muted');
  if (buyShare === null && desk.session.getState().connection.state !== 'connected') return blank;
  if (buyShare === null) return spread([muted('no swaps in the last minute')], [rate], width);
  const cells = Math.max(4, Math.min(16, width - 29));
  const filled = Math.round(buyShare * cells);
  const percent = Math.round(buyShare * 100);
  return spread(
    [
      span(`buy ${String(percent).padStart(2)} % `, 'up'),
      span('▮'.repeat(filled), 'up'),
      span('▯'.repeat(cells - filled), 'down'),
      span(` ${String(100 - percent).padStart(2)} % sell`, 'down'),
    ],
    [rate],
    width,
  );
}

interface ListView {
  readonly width: number;
  readonly height: number;
  readonly focused: boolean;
  readonly showToken: boolean;
  readonly symbol: (id: string) => string;
  readonly nativeSymbol: string;
}

function list(rows: readonly TapeRow[], view: ListView, desk: DeskView): Line[] {
  const tint = tapeTint(desk);
  const lines = table<TapeRow>({
    columns: chosenColumns(columnsOf(view, desk), desk.ui.getState().columns.tape),
    rows,
    width: view.width,
    height: view.height,
    selected: null,
    focused: view.focused,
    hasMarker: false,
    steady: roomy(steadyColumns(desk, `tape ${desk.ui.getState().tape.tokenId} ${view.width}`)),
    tintOf: (row, columnId) => (columnId === 'price' && row.seq === tint?.seq ? tint.way : null),
  });
  return lines.map((line, index) => {
    const row = rows[index - 1];
    if (row?.kind === 'gap') return gapLine(row.lengthMs, row.atMs, row.reason, view.width);
    if (row?.kind === 'unreadable')
      return [muted(`${formatClock(row.atMs)} `), span(`unreadable: ${row.reason}`, 'warn')];
    return line;
  });
}

/** Room for all but the largest prints, so that one of them moves no column. */
const widthsForPrints: Readonly<Record<string, number>> = { size: '9,999.9'.length, usd: '9,999.99'.length };

const roomy =
  (widthOf: (columnId: string, needed: number) => number) =>
  (columnId: string, needed: number): number =>
    widthOf(columnId, Math.max(needed, widthsForPrints[columnId] ?? 0));

function gapLine(lengthMs: number, atMs: number, reason: string, width: number): Line {
  const text = ` ${formatClock(atMs)} ┄┄ gap ${formatAge(lengthMs)}, ${reason} `;
  const line: Line = [span(text.trimStart(), 'warn')];
  return [...line, span('┄'.repeat(Math.max(0, width - lineWidth(line))), 'warn')];
}

const cellOf = (show: (swap: TapeSwap) => Span) => (row: TapeRow) => (row.kind === 'swap' ? show(row) : span(''));

/** The texts of a swap never change, and most swaps of a frame were in the last one. */
const textsOf = memoOn(({ atMs, sizeNative, sizeUsd, priceUsd }: TapeSwap) => ({
  time: formatClock(atMs),
  size: nativeText(sizeNative),
  usd: formatUsd(sizeUsd),
  price: formatPrice(priceUsd),
}));
const sideTone = (swap: TapeSwap) => (swap.isBuy ? 'up' : 'down');

function columnsOf({ showToken, symbol, nativeSymbol }: ListView, desk: DeskView): Column<TapeRow>[] {
  const isWhale = (swap: TapeSwap): boolean => swap.usd >= 10_000;
  return [
    { id: 'time', title: 'TIME', align: 'left', priority: 5, cell: cellOf((swap) => muted(textsOf(swap).time)) },
    {
      id: 'side',
      title: 'SIDE',
      align: 'left',
      priority: 1,
      cell: cellOf((swap) => span(swap.isBuy ? 'BUY' : 'SELL', sideTone(swap))),
    },
    ...(showToken
      ? [
          {
            id: 'token',
            title: 'TOKEN',
            align: 'left',
            priority: 2,
            shrinkTo: 5,
            cell: cellOf((swap) => span(symbol(swap.tokenId), 'title')),
          } as const,
        ]
      : []),
    {
      id: 'size',
      title: nativeSymbol,
      align: 'right',
      priority: 4,
      cell: cellOf((swap) => span(textsOf(swap).size)),
    },
    {
      id: 'usd',
      title: 'USD',
      align: 'right',
      priority: 2,
      cell: cellOf((swap) =>
        span(textsOf(swap).usd, isWhale(swap) ? sideTone(swap) : 'plain', { bold: isWhale(swap) }),
      ),
    },
    {
      id: 'price',
      title: 'PRICE',
      align: 'right',
      priority: 3,
      cell: cellOf((swap) => span(textsOf(swap).price, sideTone(swap))),
    },
    { id: 'maker', title: 'MAKER', align: 'left', priority: 6, cell: cellOf((swap) => makerCell(swap, desk)) },
  ];
}

/** All columns of the tape, to choose from. */
export const tapeColumns = (desk: DeskView): readonly Column<TapeRow>[] =>
  columnsOf(
    {
      width: 0,
      height: 0,
      focused: false,
      showToken: true,
      symbol: String,
      nativeSymbol: nativeOf(desk.ui.getState().tape.tokenId),
    },
    desk,
  );

/** The newest swap if its price has just moved. Only for a single token: prices of different tokens are unrelated. */
function tapeTint(desk: DeskView): { readonly seq: number; readonly way: 'up' | 'down' } | null {
  const { tokenId, pausedAtSeq, minUsd } = desk.ui.getState().tape;
  const flashes = flashesOf(desk);
  if (!flashes || tokenId === null || pausedAtSeq !== null) return null;
  const newest = desk.tape.latest(1, { tokenId, minUsd })[0];
  const price = newest?.kind === 'swap' ? readDecimal(newest.priceUsd) : null;
  const way = flashes.wayOf(`tape ${tokenId} ${minUsd}`, price, desk.monotonic());
  return newest && way ? { seq: newest.seq, way } : null;
}

const nativeText = (text: string): string => {
  const size = readDecimal(text);
  return size ? formatSize(size, sizeDigits(size.abs())) : '?';
};

const sizeDigits = (size: Big): number => (size.gte(10_000) ? 0 : size.gte(1_000) ? 1 : 3);

/** Marks own swaps. */
function makerCell({ maker }: TapeSwap, desk: DeskView): Span {
  if (!maker) return muted('–');
  const wallets = desk.data.read('wallets').data ?? [];
  const own = wallets.find((wallet) => 'address' in wallet && wallet.address === maker);
  return own ? span('you', 'accent', { bold: true }) : muted(shortAddress(maker));
}

export const tapePane: DrawnPane = {
  title: 'Tape',
  heading: 'Tape',
  home: 'desk',
  focus: { title: 'tape', description: 'Focus the tape', keys: ['4'] },
  lines: tapeLines,
};
