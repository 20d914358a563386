import type Big from 'big.js';
import type { PlacePerpOrder } from '../../actions/orders/place-perp-order.ts';
import { type Exit, type ExitKind, mirrored, nearestExit } from '../../domain/market/exits.ts';
import { roundPrice } from '../../domain/market/perp-rules.ts';
import { groupThousands } from '../../domain/numbers/format.ts';
import { exitsOf } from '../../stores/orders/perp-order-rows.ts';
import { exitName } from '../../stores/orders/perp-order-words.ts';
import type { Desk } from '../desk/desk.ts';
import type { FormRow, Values } from '../forms/form-spec.ts';
import { findMarket } from '../forms/perp/perp-market.ts';
import { livePosition } from '../forms/position-form-parts.ts';
import { span } from '../text/span.ts';

export interface CarriedExits {
  /** Take profit and stop of the order that reverses the position, for all of it. */
  readonly values: Values;
  /** What they were, as long as the order has them. */
  rows(draft: Pick<PlacePerpOrder, 'tp' | 'sl'>): FormRow[];
}

const nothing: CarriedExits = { values: {}, rows: () => [] };

/** The nearest stop and take profit of a position, for its reverse: as far from the mark on the other side. */
export function carriedExits(desk: Desk, coin: string): CarriedExits {
  const szi = livePosition(desk, coin)?.position.szi;
  const { markPx = null, szDecimals = 0 } = findMarket(desk, coin) ?? {};
  if (!szi || !markPx) return nothing;
  const exits = exitsOf(desk.data, coin, szi);
  const carry = (kind: ExitKind) => {
    const exit = nearestExit(exits, kind, markPx);
    const price = exit?.price && mirrored(exit.price, markPx);
    if (!exit?.price || !price) return null;
    const to = roundPrice(price, szDecimals);
    // Above the mark triggers a long's take profit and a short's stop; any other would trigger at once.
    const isAbove = (kind === 'takeProfit') === szi.gt(0);
    const isBeyond = isAbove ? exit.price.gt(markPx) && to.lt(markPx) : exit.price.lt(markPx) && to.gt(markPx);
    return isBeyond ? { exit, to } : null;
  };
  const [sl, tp] = [carry('stop'), carry('takeProfit')];
  if (!sl && !tp) return nothing;
  return {
    values: { sl: sl?.to.toFixed() ?? '', tp: tp?.to.toFixed() ?? '', grouping: 'positionTpsl' },
    rows: (draft) =>
      carriedRows([sl && isSent(sl.to, draft.sl) ? sl : null, tp && isSent(tp.to, draft.tp) ? tp : null]),
  };
}

const isSent = (to: Big, price: string | null): boolean => price !== null && to.eq(price);

function carriedRows(carried: readonly ({ readonly exit: Exit; readonly to: Big } | null)[]): FormRow[] {
  const words = carried.flatMap((one) => (one ? [`${exitName(one.exit)} → ${groupThousands(one.to.toFixed())}`] : []));
  if (words.length === 0) return [];
  return [{ label: 'carried over', value: [span(`${words.join(', ')}: same distance from the mark`)], wraps: true }];
}
