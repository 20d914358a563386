import type Big from 'big.js';
import { reducibleSize } from './margin.ts';
import type { MarginAccount } from './margin-account.ts';
import { submit } from './matching.ts';
import { itemResult, succeeded } from './order-results.ts';
import type { PerpOrder, PerpTrigger } from './perp-records.ts';
import { isSleeping } from './resting.ts';
import type { Venue } from './venue.ts';

/** A take-profit that sells and a stop-loss that buys wait for a price above. */
export const isAboveTrigger = (kind: PerpTrigger['kind'], isBuy: boolean): boolean => (kind === 'tp') !== isBuy;

/** Fires every take-profit and stop-loss whose price the mark has reached and whose entry no longer rests. */
export function fireTriggers(venue: Venue, account: MarginAccount): void {
  for (const { oid } of [...account.orders.values()]) {
    // One that fired before this one may have taken it along.
    const order = account.orders.get(oid);
    if (order?.trigger && !isSleeping(account, order))
      if (isReached(order.trigger, order.isBuy, venue.markets.get(order.coin).markPx))
        fire(venue, account, order, order.trigger);
  }
}

const isReached = ({ kind, px }: PerpTrigger, isBuy: boolean, markPx: Big): boolean =>
  isAboveTrigger(kind, isBuy) ? markPx.gte(px) : markPx.lte(px);

/** Sends the order; its twin goes. With nothing left to reduce, or no book, it lapses as any order of its kind would. */
function fire(venue: Venue, account: MarginAccount, order: PerpOrder, trigger: PerpTrigger): void {
  account.orders.delete(order.oid);
  for (const twin of account.orders.values())
    if (order.parentOid !== null && twin.parentOid === order.parentOid) account.orders.delete(twin.oid);
  const sz = trigger.isWholePosition ? reducibleSize(account, order.coin, order.isBuy) : order.sz;
  itemResult(() => {
    const sent = { ...order, sz, trigger: null, parentOid: null, rank: venue.nextOid() };
    submit(venue, account, sent, trigger.isMarket ? 'market' : 'limit');
    return succeeded(order);
  });
}
