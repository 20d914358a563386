import { refusedCount } from '../../stores/streams.ts';
import type { Desk } from '../desk/desk.ts';
import { livePosition } from '../forms/position-form-parts.ts';
import { literally } from '../keys/literally.ts';
import { selectedRow } from '../panes/pane-rows.ts';
import { isTablePane } from '../panes/panes.ts';

// Each returns why a command is disabled now, or null if it is enabled.

export const needsPosition = (desk: Desk): string | null =>
  selectedRow(desk, 'positions')?.position
    ? null
    : 'no position is selected: focus the positions pane ({focus.positions}) and select one';

export function needsIsolated(desk: Desk): string | null {
  const position = selectedRow(desk, 'positions')?.position;
  if (!position || position.leverageType === 'isolated') return needsPosition(desk);
  return `${literally(position.coin)} is on cross margin: only isolated margin can be adjusted`;
}

export function needsOpenOrder(desk: Desk): string | null {
  const order = selectedRow(desk, 'orders');
  if (!order) return 'no trigger order is selected: focus the orders pane ({focus.orders}) and select one';
  return order.isOpen
    ? null
    : `this order is ${literally(order.status)}: only an active one can be changed or cancelled`;
}

export function needsPerpOrder(desk: Desk): string | null {
  const order = desk.ui.getState().focus === 'perpOrders' ? selectedRow(desk, 'perpOrders') : null;
  if (!order) return 'no perp order is selected: {perpOrder.create} places one';
  return order.oid === null ? 'this order is unreadable and cannot be changed here' : null;
}

/** An exit is changed with those of its position. */
export function needsModifiable(desk: Desk): string | null {
  const order = selectedRow(desk, 'perpOrders');
  const words = 'this exit has no open position yet: cancel it ({perpOrder.cancel}) and place another';
  return needsPerpOrder(desk) ?? (order?.exit && !livePosition(desk, order.wireCoin) ? words : null);
}

export function needsSelection(desk: Desk): string | null {
  const { focus } = desk.ui.getState();
  return isTablePane(focus) && selectedRow(desk, focus) !== null ? null : 'nothing is selected';
}

/** False while an attempt is in flight, and while connected with every channel granted. */
export function canRetry(desk: Desk): boolean {
  const { state } = desk.session.getState().connection;
  return state === 'connected' ? refusedCount(desk.streams.rows()) > 0 : state !== 'connecting';
}

export function needsDrop(desk: Desk): string | null {
  if (canRetry(desk)) return null;
  return desk.session.getState().connection.state === 'connecting'
    ? 'the stream is connecting: {stream.retry} retries after a failure'
    : 'the stream is connected and no channel was refused';
}
