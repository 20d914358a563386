import type { MarketRow } from '../stores/market-rows.ts';
import { perpMarkets } from '../stores/perp-markets.ts';
import type { PerpOrderRow } from '../stores/perp-order-rows.ts';
import type { PositionRow } from '../stores/position-rows.ts';
import type { Desk } from './desk.ts';
import { selectedRow } from './panes/visible-rows.ts';
import type { PaneId } from './workspaces/layout.ts';

/** The coin of the selected row of a pane, as the service names it; null where none is selected, or it is of no one coin. */
export function rowCoin(desk: Desk, pane: PaneId): string | null {
  if (pane === 'markets') {
    const market = selectedRow(desk, pane) as MarketRow | null;
    return market && market.problem === null ? market.wireCoin : null;
  }
  if (pane === 'perpOrders') {
    const order = selectedRow(desk, pane) as PerpOrderRow | null;
    return order && order.oid !== null ? order.wireCoin : null;
  }
  if (pane !== 'positions') return null;
  const row = selectedRow(desk, pane) as PositionRow | null;
  return row?.position ? row.key : null;
}

/** A row was selected where perps are listed: the book, the chart and the table of markets go with it. */
export function followMarket(desk: Desk, pane: PaneId): void {
  const coin = rowCoin(desk, pane);
  if (coin !== null)
    desk.ui.setState(({ selected }) => ({ market: { coin }, selected: { ...selected, markets: coin } }));
}

/**
 * The perp market that the book and the chart show, as the service names it: the one that was selected last, else that of the
 * marked position, else BTC or the first there is; null before the markets are read.
 */
export function marketCoin(desk: Desk): string | null {
  const markets = perpMarkets(desk.data);
  const isListed = (coin: string | null): boolean => markets.some((market) => market.coin === coin);
  const { market, focus } = desk.ui.getState();
  if (isListed(market.coin)) return market.coin;
  // The table of markets marks its first row where none was selected yet.
  const marked = focus === 'markets' ? rowCoin(desk, focus) : rowCoin(desk, 'positions');
  if (isListed(marked)) return marked;
  return isListed('BTC') ? 'BTC' : (markets[0]?.coin ?? null);
}
