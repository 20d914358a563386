import { roundPrice } from '../../../domain/market/perp-rules.ts';
import type { PositionRow } from '../../../stores/portfolio/position-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import type { FormSpec } from '../form-spec.ts';
import { fillOnAccount } from '../perp/perp-account.ts';
import { findMarket } from '../perp/perp-market.ts';
import { livePosition } from '../position-form-parts.ts';
import { smallestOrder } from './carrier-order.ts';
import { type ExitsDraft, exitsForm } from './exits-form.ts';

/**
 * Moves the stop of a position to its entry, or adds one there. The order that brings it moves the entry slightly: the
 * stop is placed at the new one. null while entry or mark are unknown.
 */
export function breakEvenForm(desk: Desk, row: PositionRow): FormSpec<ExitsDraft> | null {
  const live = livePosition(desk, row.key);
  const market = findMarket(desk, row.key);
  if (!live?.position.entryPx || !market?.markPx) return null;
  const { markPx, szDecimals } = market;
  const isBuy = live.position.side === 'long';
  const { sz } = smallestOrder(desk, market, markPx, isBuy);
  const { entryPx } = fillOnAccount(desk, market, { isBuy, sz, px: markPx, reduceOnly: false });
  const sl = roundPrice(entryPx ?? live.position.entryPx, szDecimals).toFixed();
  return exitsForm(desk, row, { title: 'Break-even stop', prices: { sl } });
}
