import Big from 'big.js';
import { formatSize, formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import { padStart } from '../../../domain/text/text-width.ts';
import { depthBar, mirroredBar } from '../../components/depth-bar.ts';
import { aimed, fitTo, type Line, muted, type Span, span, type Tone } from '../../text/span.ts';
import { cursorWidth, type LadderColumns, ladderColumns, priceGap } from './ladder-columns.ts';
import { type Moving, notesOf } from './ladder-notes.ts';
import type { LadderRow } from './ladder-rows.ts';
import type { VolumeByRow } from './ladder-volume.ts';

export interface LadderBodyView {
  readonly rows: readonly LadderRow[];
  readonly cursor: Big;
  readonly szDecimals: number;
  /** Best prices of the book; null for an empty side. */
  readonly bestBid: Big | null;
  readonly bestAsk: Big | null;
  readonly moving: Moving | null;
  readonly fills: VolumeByRow;
  /** null: the tape does not have the coin. */
  readonly spot: VolumeByRow | null;
  readonly width: number;
}

interface Drawn extends LadderBodyView {
  readonly columns: LadderColumns;
  readonly decimals: number;
  /** The size that the longest bar stands for. */
  readonly most: Big;
}

/** A header, then a line for each row, which a click on it finds by its price. */
export function ladderBody(view: LadderBodyView): Line[] {
  const { rows, szDecimals } = view;
  const sizes = rows.flatMap(({ bid, ask }) => [bid, ask]).filter((size) => size !== null);
  const decimals = Math.max(0, ...rows.map(({ price: { c, e } }) => c.length - 1 - e));
  const most = sizes.reduce((top, size) => (size.gt(top) ? size : top), new Big(0));
  const columns = ladderColumns(view.width, {
    price: widest('PRICE', [...rows.map(({ price }) => priceText(price, decimals))]),
    size: widest('BIDS', [formatSize(most, szDecimals)]),
    fills:
      view.fills.size === 0
        ? 0
        : widest(
            'FILLED',
            [...view.fills.values()].map((size) => formatSize(size, szDecimals)),
          ),
    spot:
      view.spot === null
        ? 0
        : widest(
            'SPOT USD',
            [...view.spot.values()].map((usd) => formatUsd(usd)),
          ),
  });
  const drawn = { ...view, columns, decimals, most };
  return [header(columns), ...rows.flatMap((row) => aimed([rowLine(row, drawn)], row.price.toFixed()))];
}

const widest = (title: string, texts: readonly string[]): number =>
  Math.max(title.length, ...texts.map(({ length }) => length));

const priceText = (price: Big, decimals: number): string => groupThousands(price.toFixed(decimals));

const gapOf = (cells: number): string => ' '.repeat(cells);

/** A right-aligned cell after a gap; nothing if the column is hidden. */
const cell = (text: string, width: number, gap: number): string =>
  width === 0 ? '' : gapOf(gap) + padStart(text, width);

function header({ bar, size, price, notes, fills, spot }: LadderColumns): Line {
  return [
    muted(
      gapOf(cursorWidth + (bar > 0 ? bar + 1 : 0)) +
        padStart('BIDS', size) +
        cell('PRICE', price, priceGap) +
        gapOf(priceGap) +
        padStart('ASKS', size) +
        gapOf(bar > 0 ? bar + 1 : 0) +
        (notes > 0 ? ` ${'OWN'.padEnd(notes)}` : '') +
        cell('FILLED', fills, 2) +
        cell('SPOT USD', spot, 2),
    ),
  ];
}

function rowLine(row: LadderRow, drawn: Drawn): Line {
  const { columns, szDecimals, most, moving, cursor, decimals } = drawn;
  const { bar, size, price, notes, fills, spot } = columns;
  const isCursor = row.price.eq(cursor);
  const key = row.price.toFixed();
  const sizeText = (amount: Big | null): string => padStart(amount ? formatSize(amount, szDecimals) : '', size);
  const share = (amount: Big): number => Number(amount.div(most));
  const bars = (amount: Big | null, draw: typeof depthBar): string =>
    amount ? draw(share(amount), bar).padEnd(bar) : gapOf(bar);
  const volume = (amount: Big | undefined, show: (amount: Big) => string, width: number): Span[] =>
    width === 0 ? [] : [muted(cell(amount ? show(amount) : '', width, 2))];
  return [
    span(isCursor ? '▸ ' : '  ', 'accent', { bold: true }),
    ...(bar > 0 ? [span(`${bars(row.bid, mirroredBar)} `, 'up')] : []),
    span(sizeText(row.bid)),
    span(row.hasMark ? ' ›' : gapOf(priceGap), 'title', { bold: true }),
    span(padStart(priceText(row.price, decimals), price), priceTone(row, drawn), { bold: isCursor, inverse: isCursor }),
    span(row.hasMark ? '‹ ' : gapOf(priceGap), 'title', { bold: true }),
    span(sizeText(row.ask)),
    ...(bar > 0 ? [span(` ${bars(row.ask, depthBar)}`, 'down')] : []),
    ...(notes > 0 ? [span(' '), ...fitTo(notesOf(row, moving, isTargetOf(moving, row, isCursor), notes), notes)] : []),
    ...volume(drawn.fills.get(key), (amount) => formatSize(amount, szDecimals), fills),
    ...volume(drawn.spot?.get(key), formatUsd, spot),
  ];
}

const isTargetOf = (moving: Moving | null, { orders }: LadderRow, isCursor: boolean): boolean =>
  moving !== null && isCursor && !orders.some(({ key }) => key === moving.row.key);

/** Where a buy would rest, where a sell would, and the spread between them. */
const priceTone = ({ price }: LadderRow, { bestBid, bestAsk }: Drawn): Tone =>
  bestBid && price.lte(bestBid) ? 'up' : bestAsk && price.gte(bestAsk) ? 'down' : 'plain';
