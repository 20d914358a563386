import { type ClockStep, dueHours, payFunding } from '../margin/funding.ts';
import { liquidate } from '../margin/liquidation.ts';
import type { MarginAccount } from '../margin/margin-account.ts';
import { fireTriggers } from '../orders/trigger-orders.ts';
import { tradeWithResting } from './market-trades.ts';
import type { Venue } from './venue.ts';

/**
 * One step of the market, in the venue's order: prices, funding, trades with resting orders, take-profits and
 * stop-losses, liquidations. Returns how many accounts changed.
 */
export function moveMarket(venue: Venue, step: ClockStep): number {
  const crowd = venue.markets.advance(step.toMs, step.toMs - step.fromMs);
  const before = [...venue.accounts()].map((account) => ({ account, ...stamp(account) }));
  for (const timeMs of dueHours(step)) for (const account of venue.accounts()) payFunding(venue, account, timeMs);
  for (const coin of restingCoins(venue)) tradeWithResting(venue, coin, crowd.get(coin));
  for (const account of venue.accounts()) {
    fireTriggers(venue, account);
    liquidate(venue, account);
  }
  return before.filter(({ account, ...was }) => {
    const { orderCount, lastFill, lastFunding } = stamp(account);
    return orderCount !== was.orderCount || lastFill !== was.lastFill || lastFunding !== was.lastFunding;
  }).length;
}

const stamp = (account: MarginAccount) => ({
  orderCount: account.orders.size,
  lastFill: account.fills.at(-1),
  lastFunding: account.fundings.at(-1),
});

function restingCoins(venue: Venue): Set<string> {
  const coins = new Set<string>();
  for (const account of venue.accounts())
    for (const order of account.orders.values()) if (!order.trigger) coins.add(order.coin);
  return coins;
}
