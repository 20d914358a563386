import type { PaneId } from '../layout.ts';
import { activityPane } from './activity/activity-pane.ts';
import { balancesPane } from './balances/balances-pane.ts';
import { ordersPane } from './orders/orders-pane.ts';
import { positionsPane } from './positions/positions-pane.ts';
import { streamsPane } from './streams/streams-pane.ts';
import type { TablePane } from './table-pane.ts';

/** The panes that list rows, by id; the tape has none to select. A pane's row type is its own business. */
export const tablePanes: Readonly<Record<Exclude<PaneId, 'tape'>, TablePane<unknown>>> = {
  positions: positionsPane as TablePane<unknown>,
  orders: ordersPane as TablePane<unknown>,
  balances: balancesPane as TablePane<unknown>,
  streams: streamsPane as TablePane<unknown>,
  activity: activityPane as TablePane<unknown>,
};
