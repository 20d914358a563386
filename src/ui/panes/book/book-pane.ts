import { formatPct, formatPrice } from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import type { DeskData, Reading } from '../../../stores/desk-data.ts';
import { markOf } from '../../../stores/market/marks.ts';
import { orderBookOf } from '../../../stores/market/order-book.ts';
import { perpOrderRows } from '../../../stores/orders/perp-order-rows.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import type { DeskView } from '../../desk/desk.ts';
import { marketCoin } from '../../desk/market-coin.ts';
import { withKeys } from '../../keys/keymap.ts';
import { type Line, muted, quiet, span } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import type { DrawnPane } from '../pane.ts';
import { insteadOfRows, staleness } from '../pane-body.ts';
import { bookBody, type OwnLevel } from './book-body.ts';

type Market = NonNullable<ReturnType<DeskData['market']>['data']>;

/** Draws the order book of the selected perp market. */
function bookLines(desk: DeskView, { width, height }: Rect): Line[] {
  const coin = marketCoin(desk);
  const reading = coin === null ? null : desk.data.market(coin);
  const name = coin === null ? '' : cleanText(coin, textLimits.symbol);
  const room = { width: width - 4, height: height - 2 };
  return paneFrame({
    number: paneKey(desk, 'book'),
    title: name === '' ? 'Book' : `Book ${name}`,
    right: reading ? rightOfTitle(desk, reading) : [],
    focused: desk.ui.getState().focus === 'book',
    width,
    height,
    body: coin === null || !reading ? noMarket(desk, room.width) : bodyOf(desk, { coin, name, reading, ...room }),
  });
}

function noMarket(desk: DeskView, width: number): Line[] {
  const words = { loading: 'Reading perp markets …', empty: 'The service lists no perp markets.', filter: '' };
  return insteadOfRows(desk.data.read('markets'), { ...words, rowCount: 0 }, width, desk.keymap) ?? [];
}

interface Shown {
  readonly coin: string;
  /** The coin, cleaned. */
  readonly name: string;
  readonly reading: Reading<Market>;
  readonly width: number;
  readonly height: number;
}

function bodyOf(desk: DeskView, { coin, name, reading, width, height }: Shown): readonly Line[] {
  const book = reading.data && orderBookOf(reading.data);
  const levels = book ? book.asks.length + book.bids.length : 0;
  const empty = withKeys(`The book of ${name} is empty. {desk.refresh} reads it again.`, desk.keymap);
  const words = { loading: `Reading the book of ${name} …`, empty, rowCount: levels, filter: '' };
  const instead = insteadOfRows(reading, words, width, desk.keymap);
  if (instead || !book) return instead ?? [];
  const lines = bookBody({ book, own: ownLevels(desk, coin), width, height });
  return isOld(desk, reading).length > 0 ? lines.map(quiet) : lines;
}

/** Trigger orders do not rest in the book. */
const ownLevels = (desk: DeskView, coin: string): OwnLevel[] =>
  perpOrderRows(desk.data).flatMap(({ wireCoin, exit, price, isBuy }) =>
    wireCoin === coin && exit === null && price ? [{ price, isBuy }] : [],
  );

const isOld = (desk: DeskView, reading: Reading<unknown>): Line =>
  staleness(reading, desk.refreshMs.markets, desk.now());

/** The age, if stale, then mark price and funding. The mark is that of all panes, not the one read with this book. */
function rightOfTitle(desk: DeskView, reading: Reading<Market>): Line {
  if (!reading.data) return [muted('…')];
  const { fundingPct } = orderBookOf(reading.data);
  const markPx = markOf(desk.data, reading.data.meta.name);
  const stale = isOld(desk, reading);
  return [
    ...(stale.length > 0 ? [...stale, span('  ')] : []),
    ...(markPx ? [span(formatPrice(markPx), 'title', { bold: true })] : []),
    ...(fundingPct ? [muted(`  ${formatPct(fundingPct, 4, { sign: true })}/h`), muted(' funding')] : []),
  ];
}

export const bookPane: DrawnPane = {
  title: 'Book',
  heading: 'Order book',
  home: 'desk',
  focus: { title: 'book', description: 'Focus the order book of a perp market', keys: ['M-b'] },
  wants: (desk) => ({ names: ['perpOrders'], bookCoin: marketCoin(desk) }),
  lines: bookLines,
};
