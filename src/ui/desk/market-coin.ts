import { perpMarkets } from '../../stores/market/perp-markets.ts';
import { marketsPane } from '../panes/markets/markets-pane.ts';
import type { PaneId } from '../panes/pane-ids.ts';
import { perpOrdersPane } from '../panes/perp-orders/perp-orders-pane.ts';
import { positionsPane } from '../panes/positions/positions-pane.ts';
import { selectedRowOf } from '../panes/visible-rows.ts';
import type { DeskView } from './desk.ts';

/** The coin of a pane's selected row, by the service's name; null if no row is selected, or it has no coin. */
export function rowCoin(desk: DeskView, pane: PaneId): string | null {
  if (pane === 'markets') {
    const market = selectedRowOf(desk, marketsPane);
    return market?.problem === null ? market.wireCoin : null;
  }
  if (pane === 'perpOrders') {
    const order = selectedRowOf(desk, perpOrdersPane);
    return order && order.oid !== null ? order.wireCoin : null;
  }
  if (pane !== 'positions') return null;
  const row = selectedRowOf(desk, positionsPane);
  return row?.position ? row.key : null;
}

/** Shows the selected row's market in the book, the chart and the markets pane, if the row has one. */
export function followMarket(desk: DeskView, pane: PaneId): void {
  const coin = rowCoin(desk, pane);
  if (coin !== null)
    desk.ui.setState(({ selected }) => ({ market: { coin }, selected: { ...selected, markets: coin } }));
}

/**
 * The perp market of the book and the chart, by the service's name: the last one selected, else that of the selected
 * position, else BTC, else the first one; null before the markets are read.
 */
export function marketCoin(desk: DeskView): string | null {
  const markets = perpMarkets(desk.data);
  const isListed = (coin: string | null): boolean => markets.some((market) => market.coin === coin);
  const { market, focus } = desk.ui.getState();
  if (isListed(market.coin)) return market.coin;
  // The markets pane selects its first row by default.
  const marked = focus === 'markets' ? rowCoin(desk, focus) : rowCoin(desk, 'positions');
  if (isListed(marked)) return marked;
  return isListed('BTC') ? 'BTC' : (markets[0]?.coin ?? null);
}
