import type Big from 'big.js';
import { type PerpOrderRow, perpOrderRows } from '../../stores/orders/perp-order-rows.ts';
import type { DeskView } from './desk.ts';
import type { MovingOrder } from './desk-ui.ts';

/** The order picked up in a pane and its new price; null if there is none, or it is no longer open. */
export function movingOrder(
  desk: DeskView,
  pane: MovingOrder['pane'],
): { readonly row: PerpOrderRow; readonly from: Big; readonly price: Big } | null {
  const { moving } = desk.ui.getState();
  if (moving?.pane !== pane) return null;
  const row = perpOrderRows(desk.data).find(({ key }) => key === moving.orderKey);
  return row?.price ? { row, from: row.price, price: moving.price } : null;
}

/** What is moved, for a sentence: `buy`, `sell`, `stop`, `take profit`. */
export const movedName = ({ exit, type, isBuy }: PerpOrderRow): string => (exit ? type : isBuy ? 'buy' : 'sell');

/** Returns whether an order was picked up; it keeps its price. */
export function putBack({ ui }: Pick<DeskView, 'ui'>): boolean {
  const isMoving = ui.getState().moving !== null;
  if (isMoving) ui.setState({ moving: null });
  return isMoving;
}
