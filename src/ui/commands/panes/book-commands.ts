import { positionRows } from '../../../stores/portfolio/position-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { marketCoin } from '../../desk/market-coin.ts';
import { commandTable } from '../command-table.ts';

/** Commands of the order book. */
export const bookCommands = commandTable({
  'book.market': {
    title: 'market',
    description: 'Show the market of the next position, in the chart of the perps workspace too',
    scope: 'book',
    hint: 1,
    keys: ['t'],
    run: nextMarket,
  },
});

/** Shows the market of the next position. */
export function nextMarket(desk: Desk): void {
  const coins = positionRows(desk.data).flatMap(({ key, position }) => (position ? [key] : []));
  const next = coins[(coins.indexOf(marketCoin(desk) ?? '') + 1) % coins.length];
  if (next !== undefined) desk.ui.setState({ market: { coin: next } });
}
