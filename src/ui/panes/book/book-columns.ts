import type Big from 'big.js';
import { formatSize, groupThousands } from '../../../domain/numbers/format.ts';
import { displayWidth } from '../../../domain/text/text-width.ts';
import type { OrderBook } from '../../../stores/market/order-book.ts';

/** Widths of the columns; 0 for those that do not fit. */
export interface BookColumns {
  readonly gap: number;
  readonly price: number;
  readonly size: number;
  readonly total: number;
  readonly bar: number;
}

/** Texts of a book, aligned on the decimal point: the mid price has one digit more than the levels. */
export class BookTexts {
  readonly #decimals: number;
  readonly #szDecimals: number;

  constructor({ asks, bids, szDecimals }: OrderBook) {
    this.#decimals = Math.max(0, ...[...asks, ...bids].map(({ price }) => decimalsOf(price)));
    this.#szDecimals = szDecimals;
  }

  price(price: Big): string {
    return groupThousands(price.toFixed(this.#decimals)) + (this.#decimals === 0 ? '  ' : ' ');
  }

  mid(price: Big): string {
    return groupThousands(price.toFixed(this.#decimals + 1));
  }

  spread(size: Big): string {
    return groupThousands(size.toFixed(this.#decimals));
  }

  size(size: Big): string {
    return formatSize(size, this.#szDecimals);
  }
}

const decimalsOf = ({ c, e }: Big): number => Math.max(0, c.length - 1 - e);

/** Width of the mark of own orders, before the price. */
export const markWidth = 2;
const leastBar = 4;
const roomyBar = 10;

/** Widths from all levels, shown or not, so that nothing moves when the pane grows; TOTAL is dropped before the bars. */
export function bookColumns({ asks, bids }: OrderBook, texts: BookTexts, width: number): BookColumns {
  const levels = [...asks, ...bids];
  const widest = (title: string, cells: readonly string[]): number =>
    Math.max(title.length, ...cells.map((text) => displayWidth(text)));
  const price = widest(
    'PRICE',
    levels.map((level) => texts.price(level.price)),
  );
  const size = widest(
    'SIZE',
    levels.map((level) => texts.size(level.size)),
  );
  const total = widest(
    'TOTAL',
    [asks.at(-1), bids.at(-1)].flatMap((level) => (level ? [texts.size(level.total)] : [])),
  );
  const left = (gap: number, ...others: number[]): number =>
    width - markWidth - price - others.reduce((sum, other) => sum + other + gap, 0) - gap;
  if (left(2, size, total) >= roomyBar) return { gap: 2, price, size, total, bar: left(2, size, total) };
  if (left(1, size, total) >= leastBar) return { gap: 1, price, size, total, bar: left(1, size, total) };
  if (left(1, size) >= leastBar) return { gap: 1, price, size, total: 0, bar: left(1, size) };
  const hasSize = left(1, size) >= -1;
  return { gap: 1, price, size: hasSize ? size : 0, total: 0, bar: 0 };
}
