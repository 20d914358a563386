import { perpMarkets } from '../../stores/market/perp-markets.ts';
import { ladderReducer } from '../panes/ladder/ladder-state.ts';
import type { DeskView } from './desk.ts';
import { marketCoin } from './market-coin.ts';

/**
 * Centres the ladder of a market when it is first shown, and never again. Disarms it when it is left, when it shows another
 * market or wallet, and on a halt; puts back an order being moved when its pane is left.
 */
export function watchLadder(desk: DeskView): void {
  const { ui, data, trading, activeWallet } = desk;
  const disarm = (): void => {
    if (ui.getState().ladder.armed) ui.setState(({ ladder }) => ({ ladder: { ...ladder, armed: null } }));
  };
  const review = (): void => {
    const { focus, moving, ladder, visible } = ui.getState();
    if (moving && moving.pane !== focus) ui.setState({ moving: null });
    if (ladder.armed && (focus !== 'ladder' || ladder.armed.coin !== marketCoin(desk))) disarm();
    if (focus === 'ladder' || visible.includes('ladder')) centreFirst(desk);
  };
  ui.subscribe(review);
  data.subscribe(review);
  trading.subscribe(({ mode }) => {
    if (mode === 'halted') disarm();
  });
  activeWallet.subscribe(disarm);
}

function centreFirst(desk: DeskView): void {
  const coin = marketCoin(desk);
  const { ladder } = desk.ui.getState();
  if (coin === null || ladder.views.has(coin)) return;
  const market = perpMarkets(desk.data).find((each) => each.coin === coin);
  if (!market?.markPx) return;
  const { markPx: price, szDecimals } = market;
  const event = { type: 'centre', coin, price, szDecimals, atMs: desk.monotonic() } as const;
  desk.ui.setState({ ladder: ladderReducer(ladder, event) });
}
