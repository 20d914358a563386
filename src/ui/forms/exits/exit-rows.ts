import type Big from 'big.js';
import type { PlacePerpOrder } from '../../../actions/orders/place-perp-order.ts';
import { formatExact, formatSignedUsd, formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import type { PositionRow } from '../../../stores/portfolio/position-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { signTone } from '../../text/cells.ts';
import { muted, type Span, span } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';
import { livePosition } from '../position-form-parts.ts';
import { type ExitChange, isCancelled, isPlaced } from './exit-changes.ts';

interface Shown {
  readonly changes: readonly ExitChange[];
  readonly carrier: PlacePerpOrder | null;
}

/** Each exit before and after with its estimated PnL, what brings the new ones, and the order of the requests. */
export function exitRows(desk: Desk, row: PositionRow, { changes, carrier }: Shown): FormRow[] {
  return [
    ...changes.map((change): FormRow => ({ label: change.leg.name, value: exitCells(desk, row, change), wraps: true })),
    ...(carrier ? carrierRows(carrier) : []),
    ...(carrier && changes.some(isCancelled)
      ? [{ label: 'sequence', value: [muted('the new exit is placed, then the old one is cancelled')], wraps: true }]
      : []),
  ];
}

function exitCells(desk: Desk, row: PositionRow, change: ExitChange): Span[] {
  const { leg, was, price } = change;
  const part = was && !was.isWholePosition ? `${was.size?.toFixed() ?? '?'} ${row.coin}` : 'whole position';
  const before = was ? `${formatExact(was.price)}${was.isWholePosition ? '' : ` for ${part}`}` : '';
  if (!price) {
    const text = was ? `${before} is removed` : 'none';
    return leg.id === 'sl' ? [span(`${text}: no stop`, 'warn')] : [muted(text)];
  }
  return [
    ...(was && isCancelled(change) ? [muted(`${before} → `)] : []),
    span(formatExact(price), 'title', { bold: isPlaced(change) }),
    muted(isPlaced(change) ? '   whole position' : `   ${part}, unchanged`),
    ...pnlCells(desk, row, price),
  ];
}

function pnlCells(desk: Desk, row: PositionRow, price: Big): Span[] {
  const position = livePosition(desk, row.key)?.position;
  if (!position?.entryPx) return [];
  const pnl = position.szi.times(price.minus(position.entryPx));
  return [muted('   est. PnL '), span(`${formatSignedUsd(pnl)} USD`, signTone(pnl))];
}

const carrierRows = ({ isBuy, sz, coin, usd, limitPx }: PlacePerpOrder): FormRow[] => [
  {
    label: 'attached to',
    value: [
      span(`${isBuy ? 'BUY' : 'SELL'} ${sz} ${coin} at market`, isBuy ? 'up' : 'down'),
      muted(`, ≤ ${formatUsd(usd)} USD, ${isBuy ? 'at most' : 'at least'} ${groupThousands(limitPx)}`),
    ],
    wraps: true,
  },
  {
    label: 'reason',
    value: [muted('the service accepts exits only with an opening order: this is the smallest one')],
    wraps: true,
  },
];
