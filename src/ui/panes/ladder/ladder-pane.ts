import type Big from 'big.js';
import { rowStep } from '../../../domain/market/price-grid.ts';
import { formatExact, formatPrice, formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import { markOf } from '../../../stores/market/marks.ts';
import { type OrderBook, orderBookOf } from '../../../stores/market/order-book.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import type { DeskView } from '../../desk/desk.ts';
import { marketCoin } from '../../desk/market-coin.ts';
import { movedName, movingOrder } from '../../desk/moving-order.ts';
import { keyOf, withKeys } from '../../keys/keymap.ts';
import { type Line, lineWidth, muted, quiet, type Span, span } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import type { DrawnPane } from '../pane.ts';
import { insteadOfRows } from '../pane-body.ts';
import { ladderBody } from './ladder-body.ts';
import { whyEntryLocked } from './ladder-lock.ts';
import { type LadderRow, ladderRows } from './ladder-rows.ts';
import { isArmed, type LadderView } from './ladder-state.ts';
import { filledByRow, spotByRow } from './ladder-volume.ts';

/** Rows of prices in a pane of this height: border, header and status line take four. */
export const ladderRowCount = (height: number): number => Math.max(1, height - 4);

interface Shown {
  readonly coin: string;
  /** The coin, cleaned. */
  readonly name: string;
  readonly view: LadderView;
  readonly book: OrderBook | null;
  readonly isArmed: boolean;
  /** Why no order may be entered; null if one may. */
  readonly locked: string | null;
}

function shownNow(desk: DeskView): Shown | null {
  const coin = marketCoin(desk);
  const state = desk.ui.getState().ladder;
  const view = coin === null ? undefined : state.views.get(coin);
  if (coin === null || !view) return null;
  const { data } = desk.data.market(coin);
  return {
    coin,
    name: cleanText(coin, textLimits.symbol),
    view,
    book: data ? orderBookOf(data) : null,
    isArmed: isArmed(state, coin, desk.monotonic()),
    locked: whyEntryLocked(desk, coin),
  };
}

/** Draws the price ladder of the selected perp market. */
function ladderLines(desk: DeskView, { width, height }: Rect): Line[] {
  const shown = shownNow(desk);
  const room = width - 4;
  const rows = shown ? ladderRows(desk, shown.coin, { ...shown, count: ladderRowCount(height) }) : [];
  return paneFrame({
    number: paneKey(desk, 'ladder'),
    title: shown ? `Ladder ${shown.name}` : 'Ladder',
    right: shown ? rightOfTitle(desk, shown, rows) : [],
    focused: desk.ui.getState().focus === 'ladder',
    tone: shown?.isArmed ? 'warn' : 'accent',
    width,
    height,
    body: shown ? bodyOf(desk, shown, rows, room) : nothingYet(desk, room),
  });
}

function nothingYet(desk: DeskView, width: number): Line[] {
  const coin = marketCoin(desk);
  const empty = coin === null ? 'The service lists no perp markets.' : `No mark price of ${coin} to centre on yet.`;
  const words = { loading: 'Reading perp markets …', empty, rowCount: 0, filter: '' };
  return insteadOfRows(desk.data.read('markets'), words, width, desk.keymap) ?? [];
}

function bodyOf(desk: DeskView, shown: Shown, rows: readonly LadderRow[], width: number): Line[] {
  const { coin, view, book, locked } = shown;
  const lines = ladderBody({
    rows,
    width,
    cursor: view.cursor,
    szDecimals: view.grid.szDecimals,
    bestBid: book?.bids[0]?.price ?? null,
    bestAsk: book?.asks[0]?.price ?? null,
    moving: movingOrder(desk, 'ladder'),
    fills: filledByRow(desk, coin, view.grid),
    spot: spotByRow(desk, coin, view.grid),
  });
  return [...(locked === null ? lines : lines.map(quiet)), statusLine(desk, shown, width)];
}

/** Whether entry is locked or armed, the mark while no row shows it, the order size, the distance between rows. */
function rightOfTitle(desk: DeskView, { coin, name, view, locked, ...shown }: Shown, rows: readonly LadderRow[]): Line {
  const mark = markOf(desk.data, coin);
  const isMarkVisible = rows.some(({ hasMark }) => hasMark);
  const parts: Line[] = [
    ...(locked === null ? [] : [[span(locked, 'warn', { bold: true }), span(': entry locked', 'warn')]]),
    [shown.isArmed ? span('ARMED', 'warn', { bold: true }) : muted('disarmed')],
    ...(mark && !isMarkVisible ? [[farMark(desk, mark, view.centre)]] : []),
    [view.size === null ? muted('no size') : span(`${view.size} ${name}`, 'title')],
    ...(mark && isMarkVisible ? [[span(formatPrice(mark), 'title', { bold: true })]] : []),
    [muted(`rows of ${groupThousands(rowStep(view.centre, view.grid).toFixed())}`)],
  ];
  return parts.flatMap((part, index) => (index === 0 ? part : [span('  '), ...part]));
}

const farMark = (desk: DeskView, mark: Big, centre: Big): Span =>
  span(
    `mark ${formatPrice(mark)} ${mark.gt(centre) ? '↑' : '↓'} ${keyOf(desk.keymap, 'ladder.centre')} centres`,
    'title',
    { bold: true },
  );

/** What the keys would do now: the first of these lines that fits. */
const statusLine = (desk: DeskView, shown: Shown, width: number): Line => {
  const lines = statusLines(desk, shown);
  return lines.find((line) => lineWidth(line) <= width) ?? lines.at(-1) ?? [];
};

/** The longest first. */
function statusLines(desk: DeskView, { view, book, name, locked, isArmed: armed }: Shown): Line[] {
  const { cursor, size } = view;
  const says = (text: string): string => withKeys(text, desk.keymap);
  const moving = movingOrder(desk, 'ladder');
  if (moving) {
    const [from, to] = [moving.from, moving.price].map(formatExact);
    const words = span(`${movedName(moving.row)} ${from} → ${to}`, 'warn', { bold: true });
    return [[words, muted(says('   {ladder.apply} modifies it, {desk.back} puts it back'))], [words]];
  }
  if (locked !== null) return [[span(`${locked}: entry locked`, 'warn')]];
  if (!armed)
    return [
      [muted(says('disarmed: {ladder.arm} arms buying ({ladder.buy}) and selling ({ladder.sell})'))],
      [muted(says('disarmed: {ladder.arm} arms it'))],
    ];
  if (size === null) return [[span(says('no order size: {ladder.size} sets it'), 'warn')]];
  const order = span(`${size} ${name} at ${formatExact(cursor)}`, 'title');
  const usd = muted(` ≈ ${formatUsd(cursor.times(size))} USD`);
  const crossing = crossingKey(book, cursor);
  const fills = crossing ? [span(`   ${keyOf(desk.keymap, crossing)} fills immediately`, 'warn')] : [];
  return [[muted(says('{ladder.buy} buys, {ladder.sell} sells ')), order, usd, ...fills], [order, ...fills], [order]];
}

/** The key whose order would cross the book at a price. */
function crossingKey(book: OrderBook | null, price: Big): CommandId | null {
  const [ask, bid] = [book?.asks[0]?.price, book?.bids[0]?.price];
  if (ask && price.gte(ask)) return 'ladder.buy';
  return bid && price.lte(bid) ? 'ladder.sell' : null;
}

export const ladderPane: DrawnPane = {
  title: 'Ladder',
  heading: 'Price ladder',
  home: 'perps',
  focus: { title: 'ladder', description: 'Focus the price ladder of a perp market', keys: ['M-l'] },
  wants: (desk) => ({ names: ['perpOrders', 'fills'], bookCoin: marketCoin(desk) }),
  lines: ladderLines,
};
