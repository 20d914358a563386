import { accountLines } from './account/account-lines.ts';
import { accountPane } from './account/account-pane.ts';
import { keyLines } from './account/key-lines.ts';
import { keyPane } from './account/key-pane.ts';
import { activityLines } from './activity/activity-lines.ts';
import { activityPane } from './activity/activity-pane.ts';
import { noticesLines } from './activity/notices-lines.ts';
import { noticesPane } from './activity/notices-pane.ts';
import { balancesPane } from './balances/balances-pane.ts';
import { bookPane } from './book/book-pane.ts';
import { chartPane } from './chart/chart-pane.ts';
import { fillsPane } from './fills/fills-pane.ts';
import { fundingPane } from './funding/funding-pane.ts';
import { ladderPane } from './ladder/ladder-pane.ts';
import { marketsPane } from './markets/markets-pane.ts';
import { ordersPane } from './orders/orders-pane.ts';
import type { DrawnPane } from './pane.ts';
import type { PaneId } from './pane-ids.ts';
import { perpOrdersPane } from './perp-orders/perp-orders-pane.ts';
import { plansPane } from './plans/plans-pane.ts';
import { holdingsPane } from './portfolio/holdings-pane.ts';
import { portfolioPane } from './portfolio/portfolio-lines.ts';
import { tradesPane } from './portfolio/trades-pane.ts';
import { positionsPane } from './positions/positions-pane.ts';
import { callersPane } from './signals/callers-pane.ts';
import { contextLines } from './signals/context-lines.ts';
import { contextPane } from './signals/context-pane.ts';
import { signalsLines } from './signals/signals-lines.ts';
import { signalsPane } from './signals/signals-pane.ts';
import { sourcesPane } from './signals/sources-pane.ts';
import { streamsLines } from './streams/streams-lines.ts';
import { streamsPane } from './streams/streams-pane.ts';
import type { TablePane } from './table-pane.ts';
import { tapePane } from './tape/tape-pane.ts';

/** All panes. To add one: a folder, an id in `pane-ids.ts`, and a line here. */
export const panes = {
  positions: positionsPane,
  orders: ordersPane,
  balances: balancesPane,
  tape: tapePane,
  streams: { ...streamsPane, lines: streamsLines },
  activity: { ...activityPane, lines: activityLines },
  chart: chartPane,
  perpOrders: perpOrdersPane,
  portfolio: portfolioPane,
  signals: { ...signalsPane, lines: signalsLines },
  account: { ...accountPane, lines: accountLines },
  book: bookPane,
  ladder: ladderPane,
  markets: marketsPane,
  fills: fillsPane,
  funding: fundingPane,
  holdings: holdingsPane,
  trades: tradesPane,
  sources: sourcesPane,
  context: { ...contextPane, lines: contextLines },
  key: { ...keyPane, lines: keyLines },
  notices: { ...noticesPane, lines: noticesLines },
  callers: callersPane,
  plans: plansPane,
} satisfies Readonly<Record<PaneId, TablePane<unknown> | DrawnPane>>;

type Panes = typeof panes;

/** Panes that list rows. */
export type TablePaneId = { [Id in PaneId]: Panes[Id] extends { readonly columns: unknown } ? Id : never }[PaneId];

/** A row of a pane, as shown. */
export type RowOf<Id extends TablePaneId> = Parameters<Panes[Id]['keyOf']>[0];

export const isTablePane = (id: PaneId): id is TablePaneId => 'columns' in panes[id];

/** A pane whose id is known only at run time, so its row type is unknown. */
export const tablePane = (id: TablePaneId): TablePane<unknown> => panes[id];
