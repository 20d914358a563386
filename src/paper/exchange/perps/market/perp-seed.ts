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
/** An open position was entered while the price was so close to today's that its margin still carries it. */
const closeEnough = 0.06;

type PastTrade = readonly [hoursAgo: number, coin: string, side: 'buy' | 'sell', sz: string];
/** Oracle price of a coin at a past time, USD. */
type PastUsd = (coin: string, atMs: number) => number;

/** Trades of positions that are closed, oldest first. */
const closedTrades: readonly PastTrade[] = [
  [412, 'BTC', 'buy', '0.08'],
  [398, 'BTC', 'sell', '0.08'],
  [371, 'SOL', 'sell', '40'],
  [366, 'SOL', 'buy', '15'],
  [359, 'SOL', 'buy', '25'],
  [330, 'DOGE', 'buy', '12000'],
  [318, 'DOGE', 'sell', '12000'],
  [287, 'HYPE', 'buy', '60'],
  [262, 'HYPE', 'sell', '30'],
  [240, 'HYPE', 'sell', '30'],
  [221, 'ETH', 'buy', '1.5'],
  [209, 'ETH', 'sell', '1.5'],
  [188, 'XRP', 'sell', '1400'],
  [170, 'XRP', 'buy', '1400'],
  [151, 'WIF', 'buy', '2500'],
  [139, 'WIF', 'sell', '2500'],
  [117, 'BTC', 'sell', '0.05'],
  [104, 'BTC', 'buy', '0.05'],
  [90, 'kPEPE', 'buy', '250000'],
  [76, 'kPEPE', 'sell', '250000'],
  [61, 'LINK', 'buy', '80'],
  [49, 'LINK', 'sell', '80'],
];

/** Trades of positions that are still open. */
const openTrades: readonly PastTrade[] = [
  [38, 'BTC', 'buy', '0.06'],
  [35, 'BTC', 'buy', '0.05'],
  [33, 'BTC', 'buy', '0.04'],
  [28, 'ETH', 'sell', '2.2'],
  [26, 'ETH', 'sell', '2'],
  [21, 'SOL', 'buy', '20'],
  [17, 'SOL', 'buy', '15'],
];

const restingOrders: readonly (readonly [coin: string, side: 'buy' | 'sell', sz: string, share: string])[] = [
  ['BTC', 'buy', '0.05', '0.962'],
  ['ETH', 'buy', '1.4', '0.943'],
  ['SOL', 'sell', '15', '1.094'],
];

/** Gives an empty account a history: a deposit, trades and their open positions, funding, and resting orders. */
export function seedPerpAccount(venue: Venue, account: MarginAccount, startMs: number, pastUsd: PastUsd): void {
  const { markets } = venue;
  account.deposit(new Big(25_000));
  account.leverages.set('BTC', { leverage: 5, isCross: false });
  account.leverages.set('ETH', { leverage: 5, isCross: true });
  account.leverages.set('SOL', { leverage: 5, isCross: false });
  const fill = ([hoursAgo, coin, side, sz]: PastTrade): void => {
    const market = markets.get(coin);
    // Not on the full hour, so that no trade coincides with a funding payment.
    const timeMs = startMs - hoursAgo * hourMs - 754_000;
    account.applyFill(
      {
        coin,
        isBuy: side === 'buy',
        sz: new Big(sz),
        px: toPx(market, pastUsd(coin, timeMs)),
        feeRate: feeRates.taker,
        timeMs,
        oid: venue.nextOid(),
        cloid: null,
      },
      leverageOf(account, market),
    );
  };
  const nowUsd = (coin: string): number => pastUsd(coin, startMs);
  const isClose = (coin: string, hoursAgo: number): boolean =>
    Math.abs(pastUsd(coin, startMs - hoursAgo * hourMs - 754_000) / nowUsd(coin) - 1) < closeEnough;
  for (const trade of closedTrades) fill(trade);
  for (const [first, coin, ...how] of openTrades) {
    let hoursAgo = first;
    while (hoursAgo > 1 && !isClose(coin, hoursAgo)) hoursAgo--;
    fill([hoursAgo, coin, ...how]);
  }
  const thisHourMs = Math.floor(startMs / hourMs) * hourMs;
  for (let hoursAgo = fundedHours - 1; hoursAgo >= 0; hoursAgo--)
    for (const position of [...account.positions.values()]) {
      const market = markets.get(position.coin);
      const timeMs = thisHourMs - hoursAgo * hourMs;
      account.applyFunding(position, toPx(market, pastUsd(position.coin, timeMs)), market.paidRate(hoursAgo), timeMs);
    }
  for (const [coin, side, sz, share] of restingOrders) {
    const market = markets.get(coin);
    const limitPx = roundPrice(market.oraclePx.times(share), market.spec.szDecimals);
    const isBuy = side === 'buy';
    const order = newOrder(venue, { coin, isBuy, limitPx, sz: new Big(sz), reduceOnly: coin === 'SOL' });
    account.orders.set(order.oid, { ...order, timestampMs: startMs - 9 * hourMs });
  }
}

const toPx = ({ spec }: PerpMarket, usd: number): Big =>
  roundPrice(new Big(usd.toFixed(6 - spec.szDecimals)), spec.szDecimals);
