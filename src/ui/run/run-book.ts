import { positionRows } from '../../stores/position-rows.ts';
import type { Desk } from '../desk.ts';
import { marketCoin } from '../market-coin.ts';

/** What the commands of the order book do. */
export const bookRuns: Readonly<Record<string, (desk: Desk) => void>> = {
  'book.market': (desk) => {
    const coins = positionRows(desk.data).flatMap(({ key, position }) => (position ? [key] : []));
    const next = coins[(coins.indexOf(marketCoin(desk) ?? '') + 1) % coins.length];
    if (next !== undefined) desk.ui.setState({ market: { coin: next } });
  },
};
