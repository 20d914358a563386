import Big from 'big.js';
import type { PerpOrderRow } from '../../../stores/orders/perp-order-rows.ts';
import { type Line, lineWidth, muted, type Span, span } from '../../text/span.ts';
import type { LadderRow } from './ladder-rows.ts';

/** An order that is being moved: where it rests, and where it would. */
export interface Moving {
  readonly row: PerpOrderRow;
  readonly from: Big;
  readonly price: Big;
}

/** What of the account stands at a row, most important first, in at most `width` cells: `B 0.05  TP  entry`. */
export function notesOf(row: LadderRow, moving: Moving | null, isTarget: boolean, width: number): Line {
  const parts: Span[] = [
    ...(moving && isTarget ? [span(`→ ${orderText([moving.row])}`, 'warn', { bold: true })] : []),
    ...orderSpans(row.orders, moving),
    ...(row.hasLiquidation ? [span('liq', 'danger', { bold: true })] : []),
    ...(row.hasEntry ? [span('entry')] : []),
    ...(row.hasMark ? [muted('mark')] : []),
  ];
  const line: Span[] = [];
  for (const part of parts) {
    const next = line.length === 0 ? [part] : [...line, span(' '), part];
    if (lineWidth(next) <= width) line.splice(0, line.length, ...next);
    else if (line.length === 0) line.push({ ...part, text: shortened(part.text, width) });
  }
  return line;
}

/** Buys, sells and exits apart; the order being moved is dim where it rests. */
function orderSpans(orders: readonly PerpOrderRow[], moving: Moving | null): Span[] {
  const resting = orders.filter(({ key }) => key !== moving?.row.key);
  const gone = orders.filter(({ key }) => key === moving?.row.key);
  const kinds = [
    resting.filter(({ exit, isBuy }) => exit === null && isBuy),
    resting.filter(({ exit, isBuy }) => exit === null && !isBuy),
    resting.filter(({ exit }) => exit === 'takeProfit'),
    resting.filter(({ exit }) => exit === 'stop'),
  ].filter((kind) => kind.length > 0);
  return [
    ...kinds.map((kind) => span(orderText(kind), 'accent', { bold: true })),
    ...(gone.length > 0 ? [muted(orderText(gone))] : []),
  ];
}

/** `B 0.05`, `B×2 0.07`, `TP`: side or kind, number, and the total size of orders. */
function orderText(orders: readonly PerpOrderRow[]): string {
  const [first] = orders;
  if (!first) return '';
  const name = first.exit ? (first.exit === 'takeProfit' ? 'TP' : 'SL') : first.isBuy ? 'B' : 'S';
  const count = orders.length > 1 ? `×${orders.length}` : '';
  const size = orders.reduce((sum, order) => sum.plus(order.size ?? 0), new Big(0));
  return first.exit ? `${name}${count}` : `${name}${count} ${size.toFixed()}`;
}

/** Without the size if that does not fit: a cut number would be wrong. */
const shortened = (text: string, width: number): string =>
  (text.startsWith('→') ? text.slice(0, 3) : (text.split(' ')[0] ?? '')).slice(0, width);
