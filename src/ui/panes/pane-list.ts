import type { PaneId } from '../layout.ts';
import { accountPane } from './account/account-pane.ts';
import { activityPane } from './activity/activity-pane.ts';
import { balancesPane } from './balances/balances-pane.ts';
import { ordersPane } from './orders/orders-pane.ts';
import { perpOrdersPane } from './perp-orders/perp-orders-pane.ts';
import { portfolioPane } from './portfolio/portfolio-pane.ts';
import { positionsPane } from './positions/positions-pane.ts';
import { signalsPane } from './signals/signals-pane.ts';
import { streamsPane } from './streams/streams-pane.ts';
import type { TablePane } from './table-pane.ts';

export type TablePaneId = Exclude<PaneId, 'tape' | 'chart'>;

/** The panes that list rows, by id; the tape and the chart have none to select. A pane's row type is its own business. */
export const tablePanes: Readonly<Record<TablePaneId, TablePane<unknown>>> = {
  positions: positionsPane as TablePane<unknown>,
  orders: ordersPane as TablePane<unknown>,
  balances: balancesPane as TablePane<unknown>,
  streams: streamsPane as TablePane<unknown>,
  activity: activityPane as TablePane<unknown>,
  perpOrders: perpOrdersPane as TablePane<unknown>,
  portfolio: portfolioPane as TablePane<unknown>,
  account: accountPane as TablePane<unknown>,
  signals: signalsPane as TablePane<unknown>,
};

export const isTablePane = (id: PaneId): id is TablePaneId => Object.hasOwn(tablePanes, id);
