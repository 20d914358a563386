import Big from 'big.js';
import { roundPrice } from '../../../../domain/market/perp-rules.ts';
import { leverageOf } from '../margin/margin.ts';
import type { MarginAccount } from '../margin/margin-account.ts';
import { newOrder } from '../orders/place-order.ts';
import type { PerpMarket } from './perp-market.ts';
import { feeRates } from './perp-specs.ts';
import type { Venue } from './venue.ts';

const hourMs = 3_600_000;
const fundedHours = 12;

/** Past trades, oldest first: hours ago, side, size, price relative to the current oracle. */
const trades: readonly (readonly [hoursAgo: number, coin: string, side: 'buy' | 'sell', sz: string, share: string])[] =
  [
    [412, 'BTC', 'buy', '0.08', '0.9412'],
    [398, 'BTC', 'sell', '0.08', '0.9527'],
    [371, 'SOL', 'sell', '40', '1.0635'],
    [366, 'SOL', 'buy', '15', '1.0511'],
    [359, 'SOL', 'buy', '25', '1.0402'],
    [330, 'DOGE', 'buy', '12000', '1.0480'],
    [318, 'DOGE', 'sell', '12000', '1.0291'],
    [287, 'HYPE', 'buy', '60', '0.9120'],
    [262, 'HYPE', 'sell', '30', '0.9455'],
    [240, 'HYPE', 'sell', '30', '0.9610'],
    [221, 'ETH', 'buy', '1.5', '0.9733'],
    [209, 'ETH', 'sell', '1.5', '0.9689'],
    [188, 'XRP', 'sell', '1400', '1.0310'],
    [170, 'XRP', 'buy', '1400', '1.0144'],
    [151, 'WIF', 'buy', '2500', '1.0720'],
    [139, 'WIF', 'sell', '2500', '1.0355'],
    [117, 'BTC', 'sell', '0.05', '1.0190'],
    [104, 'BTC', 'buy', '0.05', '1.0078'],
    [90, 'kPEPE', 'buy', '250000', '0.9640'],
    [76, 'kPEPE', 'sell', '250000', '0.9862'],
    [61, 'LINK', 'buy', '80', '0.9805'],
    [49, 'LINK', 'sell', '80', '0.9951'],
    // Trades whose positions are still open.
    [38, 'BTC', 'buy', '0.06', '0.9938'],
    [35, 'BTC', 'buy', '0.05', '0.9957'],
    [33, 'BTC', 'buy', '0.04', '0.9980'],
    [28, 'ETH', 'sell', '2.2', '1.0032'],
    [26, 'ETH', 'sell', '2', '1.0009'],
    [21, 'SOL', 'buy', '20', '1.0120'],
    [17, 'SOL', 'buy', '15', '1.0073'],
  ];

const restingOrders: readonly (readonly [coin: string, side: 'buy' | 'sell', sz: string, share: string])[] = [
  ['BTC', 'buy', '0.05', '0.962'],
  ['ETH', 'buy', '1.4', '0.943'],
  ['SOL', 'sell', '15', '1.094'],
];

/** Gives an empty account a history: a deposit, trades and their open positions, funding, and resting orders. */
export function seedPerpAccount(venue: Venue, account: MarginAccount, startMs: number): void {
  const { markets } = venue;
  const shareOf = (market: PerpMarket, share: string): Big =>
    roundPrice(market.oraclePx.times(share), market.spec.szDecimals);
  account.deposit(new Big(25_000));
  account.leverages.set('BTC', { leverage: 5, isCross: false });
  account.leverages.set('ETH', { leverage: 5, isCross: true });
  account.leverages.set('SOL', { leverage: 5, isCross: false });
  for (const [hoursAgo, coin, side, sz, share] of trades) {
    const market = markets.get(coin);
    account.applyFill(
      {
        coin,
        isBuy: side === 'buy',
        sz: new Big(sz),
        px: shareOf(market, share),
        feeRate: feeRates.taker,
        // Not on the full hour, so that no trade coincides with a funding payment.
        timeMs: startMs - hoursAgo * hourMs - 754_000,
        oid: venue.nextOid(),
        cloid: null,
      },
      leverageOf(account, market),
    );
  }
  const thisHourMs = Math.floor(startMs / hourMs) * hourMs;
  for (let hoursAgo = fundedHours - 1; hoursAgo >= 0; hoursAgo--)
    for (const position of [...account.positions.values()]) {
      const market = markets.get(position.coin);
      account.applyFunding(position, market.oraclePx, market.fundingRate, thisHourMs - hoursAgo * hourMs);
    }
  for (const [coin, side, sz, share] of restingOrders) {
    const limitPx = shareOf(markets.get(coin), share);
    const isBuy = side === 'buy';
    const order = newOrder(venue, { coin, isBuy, limitPx, sz: new Big(sz), reduceOnly: coin === 'SOL' });
    account.orders.set(order.oid, { ...order, timestampMs: startMs - 9 * hourMs });
  }
}
