import Big from 'big.js';
import { padStart } from '../../../domain/text/text-width.ts';
import { type BookLevel, type OrderBook, type Spread, spreadOf } from '../../../stores/market/order-book.ts';
import { depthBar, wholeBar } from '../../components/depth-bar.ts';
import { blank, type Line, lineWidth, muted, type Span, span } from '../../text/span.ts';
import { type BookColumns, BookTexts, bookColumns, markWidth } from './book-columns.ts';

/** A resting order of the account. */
export interface OwnLevel {
  readonly price: Big;
  readonly isBuy: boolean;
}

export interface BookBodyView {
  /** Has at least one level. */
  readonly book: OrderBook;
  readonly own: readonly OwnLevel[];
  readonly width: number;
  readonly height: number;
}

/** From this height on, a line compares the depth of both sides. */
const tall = 14;

/** Asks above, bids below, the spread between them: exactly `height` lines of at most `width` cells. */
export function bookBody({ book, own, width, height }: BookBodyView): Line[] {
  if (height < 1) return [];
  const texts = new BookTexts(book);
  const columns = bookColumns(book, texts, width);
  const below = height >= tall ? 1 : 0;
  const rows = Math.max(0, height - 2 - below);
  const [asks, bids] = [book.asks.slice(0, rows >> 1), book.bids.slice(0, rows - (rows >> 1))];
  const most = [asks.at(-1), bids.at(-1)].reduce(
    (top, level) => (level?.total.gt(top) ? level.total : top),
    new Big(0),
  );
  const row = (isBuy: boolean) => (level: BookLevel) =>
    levelLine(level, { columns, texts, most, isBuy, isOwn: isOwn(own, level, isBuy) });
  const lines = [
    ...(height > 1 ? [header(columns)] : []),
    ...Array.from({ length: (rows >> 1) - asks.length }, () => blank),
    ...asks.map(row(false)).reverse(),
    middle(book, texts, columns, width),
    ...bids.map(row(true)),
    ...Array.from({ length: rows - (rows >> 1) - bids.length }, () => blank),
  ];
  return below > 0 ? [...lines, weights(book, width)] : lines;
}

const isOwn = (own: readonly OwnLevel[], { price }: BookLevel, isBuy: boolean): boolean =>
  own.some((order) => order.isBuy === isBuy && order.price.eq(price));

/** A right-aligned cell after its gap; empty if the column is hidden. */
const cell = (text: string, width: number, gap: number): string =>
  width === 0 ? '' : ' '.repeat(gap) + padStart(text, width);

const header = ({ gap, price, size, total }: BookColumns): Line => [
  muted(' '.repeat(markWidth) + cell('PRICE', price, 0) + cell('SIZE', size, gap) + cell('TOTAL', total, gap)),
];

interface LevelView {
  readonly columns: BookColumns;
  readonly texts: BookTexts;
  /** The amount that the longest bar represents. */
  readonly most: Big;
  readonly isBuy: boolean;
  readonly isOwn: boolean;
}

function levelLine(level: BookLevel, { columns, texts, most, isBuy, isOwn: own }: LevelView): Line {
  const { gap, price, size, total, bar } = columns;
  const tone = isBuy ? 'up' : 'down';
  const share = bar > 0 ? depthBar(Number(level.total.div(most)), bar) : '';
  return [
    own ? span(isBuy ? 'B ' : 'S ', 'accent', { bold: true }) : span(' '.repeat(markWidth)),
    span(padStart(texts.price(level.price), price), tone, { bold: own }),
    span(cell(texts.size(level.size), size, gap), 'plain', { bold: own }),
    ...(total > 0 ? [muted(cell(texts.size(level.total), total, gap))] : []),
    ...(share === '' ? [] : [span(' '.repeat(gap)), span(share, tone)]),
  ];
}

/** The mid price in the price column, then the spread; parts that do not fit are left out. */
function middle(book: OrderBook, texts: BookTexts, columns: BookColumns, width: number): Line {
  const spread = spreadOf(book);
  const line: Span[] = [muted('─ ')];
  if (!spread) line.push(span(book.asks.length > 0 ? 'no bids' : 'no asks', 'warn'));
  else {
    line.push(span(padStart(texts.mid(spread.mid), columns.price), 'title', { bold: true }), muted(' mid'));
    for (const part of spreadParts(spread, texts))
      if (lineWidth([...line, part]) + 2 <= width) line.push(span('  '), part);
  }
  const left = width - lineWidth(line) - 1;
  return left > 1 ? [...line, muted(` ${'─'.repeat(left)}`)] : line;
}

/** The most important first. */
function spreadParts({ size, bps }: Spread, texts: BookTexts): Span[] {
  if (size.lt(0)) return [span(`crossed by ${texts.spread(size.abs())}`, 'warn')];
  return [span(`${bps.toFixed(bps.lt(10) ? 2 : 1)} bps`), muted(`spread ${texts.spread(size)}`)];
}

/** Share of the depth on each side. */
function weights({ asks, bids }: OrderBook, width: number): Line {
  const [bought, sold] = [bids.at(-1)?.total ?? new Big(0), asks.at(-1)?.total ?? new Big(0)];
  const share = Number(bought.div(bought.plus(sold)));
  const percent = Math.round(share * 100);
  const [left, right] = [`bids ${percent} % `, ` ${100 - percent} % asks`];
  const cells = Math.max(0, width - left.length - right.length - 1);
  const filled = Math.round(share * cells);
  const bars: Line = [span(wholeBar(filled), 'up'), span(' '), span(wholeBar(cells - filled), 'down')];
  return [span(left, 'up'), ...(cells >= 4 ? bars : []), span(right, 'down')];
}
