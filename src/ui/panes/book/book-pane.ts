import { cleanText, textLimits } from '../../../domain/clean-text.ts';
import { formatPct, formatPrice } from '../../../domain/format.ts';
import { withKeys } from '../../../keys/keymap.ts';
import type { DeskData, Reading } from '../../../stores/desk-data.ts';
import { type OrderBook, toOrderBook } from '../../../stores/order-book.ts';
import { perpOrderRows } from '../../../stores/perp-order-rows.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import type { Desk } from '../../desk.ts';
import { marketCoin } from '../../market-coin.ts';
import { type Line, muted, quiet, span } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import { insteadOfRows, staleness } from '../pane-body.ts';
import { bookBody, type OwnLevel } from './book-body.ts';

type Market = NonNullable<ReturnType<DeskData['market']>['data']>;

const books = new WeakMap<Market, OrderBook>();

function bookOf(market: Market): OrderBook {
  const book = books.get(market) ?? toOrderBook(market);
  books.set(market, book);
  return book;
}

/** Draws the order book of the perp market in hand. */
export function bookLines(desk: Desk, { width, height }: Rect): Line[] {
  const coin = marketCoin(desk);
  const reading = coin === null ? null : desk.data.market(coin);
  const name = coin === null ? '' : cleanText(coin, textLimits.symbol);
  const room = { width: width - 4, height: height - 2 };
  return paneFrame({
    number: paneKey(desk, 'book'),
    title: name === '' ? 'Book' : `Book ${name}`,
    right: reading ? rightOfTitle(desk, reading) : [],
    focused: desk.ui.getState().focus === 'book',
    ...{ width, height },
    body: coin === null || !reading ? noMarket(desk, room.width) : bodyOf(desk, { coin, name, reading, ...room }),
  });
}

function noMarket(desk: Desk, width: number): Line[] {
  const words = { loading: 'Reading perp markets …', empty: 'The service lists no perp market.', filter: '' };
  return insteadOfRows(desk.data.read('markets'), { ...words, rowCount: 0 }, width, desk.keymap) ?? [];
}

interface Shown {
  readonly coin: string;
  /** The coin, safe to show. */
  readonly name: string;
  readonly reading: Reading<Market>;
  readonly width: number;
  readonly height: number;
}

function bodyOf(desk: Desk, { coin, name, reading, width, height }: Shown): readonly Line[] {
  const book = reading.data && bookOf(reading.data);
  const levels = book ? book.asks.length + book.bids.length : 0;
  const empty = withKeys(`The service sends no orders for ${name}. {desk.refresh} reads again.`, desk.keymap);
  const words = { loading: `Reading the book of ${name} …`, empty, rowCount: levels, filter: '' };
  const instead = insteadOfRows(reading, words, width, desk.keymap);
  if (instead || !book) return instead ?? [];
  const lines = bookBody({ book, own: ownLevels(desk, coin), width, height });
  return isOld(desk, reading).length > 0 ? lines.map(quiet) : lines;
}

/** Triggers wait outside of the book. */
const ownLevels = (desk: Desk, coin: string): OwnLevel[] =>
  perpOrderRows(desk.data).flatMap(({ wireCoin, isTrigger, price, isBuy }) =>
    wireCoin === coin && !isTrigger && price ? [{ price, isBuy }] : [],
  );

const isOld = (desk: Desk, reading: Reading<unknown>): Line => staleness(reading, desk.refreshMs.markets, desk.now());

/** The age first, then what the market costs and what it costs to hold. */
function rightOfTitle(desk: Desk, reading: Reading<Market>): Line {
  if (!reading.data) return [muted('…')];
  const { markPx, fundingPct } = bookOf(reading.data);
  const stale = isOld(desk, reading);
  return [
    ...(stale.length > 0 ? [...stale, span('  ')] : []),
    ...(markPx ? [span(formatPrice(markPx), 'title', { bold: true })] : []),
    ...(fundingPct ? [muted(`  ${formatPct(fundingPct, 4, { sign: true })}/h`), muted(' funding')] : []),
  ];
}
