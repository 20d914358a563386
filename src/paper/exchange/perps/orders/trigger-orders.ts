import type Big from 'big.js';
import { reducibleSize } from '../margin/margin.ts';
import type { MarginAccount } from '../margin/margin-account.ts';
import { submit } from '../market/matching.ts';
import type { Venue } from '../market/venue.ts';
import type { PerpOrder, PerpTrigger } from '../perp-records.ts';
import { itemResult, succeeded } from './order-results.ts';
import { isSleeping } from './resting.ts';

/** A selling take-profit and a buying stop-loss trigger above. */
export const isAboveTrigger = (kind: PerpTrigger['kind'], isBuy: boolean): boolean => (kind === 'tp') !== isBuy;

/** Fires every take-profit and stop-loss whose price the mark has reached and whose entry is no longer resting. */
export function fireTriggers(venue: Venue, account: MarginAccount): void {
  for (const { oid } of [...account.orders.values()]) {
    // An earlier one may have cancelled it.
    const order = account.orders.get(oid);
    if (order?.trigger && !isSleeping(account, order))
      if (isReached(order.trigger, order.isBuy, venue.markets.get(order.coin).markPx))
        fire(venue, account, order, order.trigger);
  }
}

const isReached = ({ kind, px }: PerpTrigger, isBuy: boolean, markPx: Big): boolean =>
  isAboveTrigger(kind, isBuy) ? markPx.gte(px) : markPx.lte(px);

/** Sends the order and cancels its twin. With nothing to reduce or no liquidity it is cancelled. */
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
