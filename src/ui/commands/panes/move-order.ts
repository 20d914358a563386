import type Big from 'big.js';
import { movedRow } from '../../../domain/market/price-grid.ts';
import type { PerpOrderRow } from '../../../stores/orders/perp-order-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import type { MovingOrder } from '../../desk/desk-ui.ts';
import { movingOrder, putBack } from '../../desk/moving-order.ts';
import { notifyWithKeys } from '../../desk/notify.ts';
import { openExits } from '../../forms/exits/exit-changes.ts';
import { exitsForm } from '../../forms/exits/exits-form.ts';
import { openAtConfirmation } from '../../forms/open-form.ts';
import { modifyPerpForm } from '../../forms/perp/modify-perp-form.ts';
import { findMarket } from '../../forms/perp/perp-market.ts';

import { livePosition } from '../../forms/position-form-parts.ts';

// Moving an own order by keys: pick it up, move its price, modify it. Nothing is sent before the form is confirmed.

const exitsText =
  'only the stop and the take profit of an open position can be moved: cancel this exit ({perpOrder.cancel} in the open orders) and place another';

/**
 * Picks up the first of these orders, or the one after that which is picked up already. Returns the order; null, after a
 * notice, if none of them can be moved.
 */
export function pickUp(desk: Desk, pane: MovingOrder['pane'], orders: readonly PerpOrderRow[]): PerpOrderRow | null {
  const limits = orders.filter((order) => order.price !== null && isMovable(desk, order));
  const now = desk.ui.getState().moving?.orderKey;
  const next = limits[(limits.findIndex(({ key }) => key === now) + 1) % limits.length];
  if (!next?.price) {
    const why = orders.length > 0 ? exitsText : `no own order to move here: {${placeOf[pane]}} places one`;
    notifyWithKeys(desk, 'warn', why);
    return null;
  }
  desk.ui.setState({ moving: { pane, orderKey: next.key, price: next.price } });
  return next;
}

/** The exits form changes one stop and one take profit of an open position. */
function isMovable(desk: Desk, { exit, wireCoin, key }: PerpOrderRow): boolean {
  if (exit === null) return true;
  const { sl, tp } = openExits(desk, wireCoin);
  return livePosition(desk, wireCoin) !== null && (exit === 'stop' ? sl : tp)?.key === key;
}

const placeOf = { ladder: 'ladder.buy', chart: 'perp.create' } as const satisfies Record<string, CommandId>;

export const isMoving = (desk: Desk): boolean => movingOrder(desk, 'chart') !== null;

/** Moves the order picked up in the chart by `ticks`, upwards if positive. */
export function moveByTicks(desk: Desk, ticks: number): void {
  const moving = movingOrder(desk, 'chart');
  const market = moving && findMarket(desk, moving.row.wireCoin);
  if (!moving || !market || !Number.isFinite(ticks)) return;
  const price = movedRow(moving.price, ticks, { szDecimals: market.szDecimals, group: 1 });
  moveTo(desk, price);
}

/** Sets the new price of the order picked up, if there is one. */
export const moveTo = (desk: Desk, price: Big): void =>
  desk.ui.setState(({ moving }) => ({ moving: moving && { ...moving, price } }));

/** Opens the confirmation of the new price. */
export function applyMove(desk: Desk, pane: MovingOrder['pane']): void {
  const moving = movingOrder(desk, pane);
  putBack(desk);
  if (!moving) return;
  if (moving.price.eq(moving.from)) return notifyWithKeys(desk, 'info', 'the order stays at its price');
  const { row } = moving;
  const price = moving.price.toFixed();
  const position = row.exit ? livePosition(desk, row.wireCoin) : null;
  if (row.exit === null) openAtConfirmation(desk, modifyPerpForm(desk, row, { price }), false);
  else if (position)
    openAtConfirmation(
      desk,
      exitsForm(desk, position, { prices: { [row.exit === 'stop' ? 'sl' : 'tp']: price } }),
      false,
    );
  else notifyWithKeys(desk, 'warn', exitsText);
}
