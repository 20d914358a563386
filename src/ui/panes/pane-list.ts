import type { PaneId } from '../workspaces/layout.ts';
import { accountPane } from './account/account-pane.ts';
import { keyPane } from './account/key-pane.ts';
import { activityPane } from './activity/activity-pane.ts';
import { noticesPane } from './activity/notices-pane.ts';
import { balancesPane } from './balances/balances-pane.ts';
import { fillsPane } from './fills/fills-pane.ts';
import { fundingPane } from './funding/funding-pane.ts';
import { marketsPane } from './markets/markets-pane.ts';
import { ordersPane } from './orders/orders-pane.ts';
import { perpOrdersPane } from './perp-orders/perp-orders-pane.ts';
import { holdingsPane } from './portfolio/holdings-pane.ts';
import { tradesPane } from './portfolio/trades-pane.ts';
import { positionsPane } from './positions/positions-pane.ts';
import { contextPane } from './signals/context-pane.ts';
import { signalsPane } from './signals/signals-pane.ts';
import { sourcesPane } from './signals/sources-pane.ts';
import { streamsPane } from './streams/streams-pane.ts';
import type { TablePane } from './table-pane.ts';

export type TablePaneId = Exclude<PaneId, 'tape' | 'chart' | 'book' | 'portfolio'>;

/** The panes that list rows, by id; the tape and the chart have none to select. A pane's row type is its own business. */
export const tablePanes: Readonly<Record<TablePaneId, TablePane<unknown>>> = {
  positions: positionsPane as TablePane<unknown>,
  orders: ordersPane as TablePane<unknown>,
  balances: balancesPane as TablePane<unknown>,
  streams: streamsPane as TablePane<unknown>,
  activity: activityPane as TablePane<unknown>,
  notices: noticesPane as TablePane<unknown>,
  perpOrders: perpOrdersPane as TablePane<unknown>,
  markets: marketsPane as TablePane<unknown>,
  fills: fillsPane as TablePane<unknown>,
  funding: fundingPane as TablePane<unknown>,
  holdings: holdingsPane as TablePane<unknown>,
  trades: tradesPane as TablePane<unknown>,
  account: accountPane as TablePane<unknown>,
  key: keyPane as TablePane<unknown>,
  signals: signalsPane as TablePane<unknown>,
  sources: sourcesPane as TablePane<unknown>,
  context: contextPane as TablePane<unknown>,
};

export const isTablePane = (id: PaneId): id is TablePaneId => Object.hasOwn(tablePanes, id);
