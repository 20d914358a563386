import type Big from 'big.js';
import { floorSize } from '../../../../domain/market/perp-rules.ts';
import type { MarginAccount } from '../margin/margin-account.ts';
import { submit } from '../market/matching.ts';
import type { PerpMarket } from '../market/perp-market.ts';
import type { Venue } from '../market/venue.ts';
import { type PerpOrder, zero } from '../perp-records.ts';
import { type OrderResult, type PlaceBody, refused, succeeded } from './order-results.ts';
import {
  checkBand,
  checkNewCloid,
  checkNotional,
  checkOpenOrders,
  listedMarket,
  OrderError,
  readPositive,
  readPrice,
  readSize,
} from './order-rules.ts';
import { dropIdleReducers } from './resting.ts';
import { isAboveTrigger } from './trigger-orders.ts';

/** Places an entry with its take-profit and stop-loss: all or none. One result each, in that order. */
export function place(venue: Venue, account: MarginAccount, body: PlaceBody): OrderResult[] {
  try {
    const market = listedMarket(venue, body.coin);
    const isMarket = (body.orderType ?? (body.limitPx === undefined ? 'market' : 'limit')) === 'market';
    const entry = readEntry(venue, account, market, body);
    const exits = readExits(venue, market, body, entry, isMarket ? market.markPx : entry.limitPx);
    // A market order with a limit price is not filled beyond it.
    submit(venue, account, entry, isMarket ? (body.limitPx === undefined ? 'market' : 'ioc') : 'limit');
    for (const exit of exits) account.orders.set(exit.oid, exit);
    dropIdleReducers(account, entry.coin);
    if (entry.cloid !== null) account.cloids.add(entry.cloid.toLowerCase());
    return [entry, ...exits].map(succeeded);
  } catch (error) {
    if (!(error instanceof OrderError)) throw error;
    const exitCount = (body.tp ? 1 : 0) + (body.sl ? 1 : 0);
    const lost = Array.from({ length: exitCount }, () => refused('not placed, because its entry was refused'));
    return [refused(error.message, body.cloid), ...lost];
  }
}

/** Closes `percentage` (1–100) of a position at market; the size is rounded down to the coin's decimals. */
export function closePosition(venue: Venue, account: MarginAccount, coin: string, percentage: number): OrderResult {
  const market = listedMarket(venue, coin);
  const position = account.positions.get(coin);
  if (!position) throw new OrderError(`no open ${coin} position`);
  const sz = floorSize(position.szi.abs().times(percentage).div(100), market.spec.szDecimals);
  if (sz.eq(0)) throw new OrderError(`${percentage} % of the ${coin} position rounds down to nothing`);
  const order = newOrder(venue, { coin, isBuy: position.szi.lt(0), limitPx: market.markPx, sz, reduceOnly: true });
  submit(venue, account, order, 'market');
  return succeeded(order);
}

export function newOrder(
  venue: Venue,
  draft: Pick<PerpOrder, 'coin' | 'isBuy' | 'limitPx' | 'sz' | 'reduceOnly'> & { readonly cloid?: string | undefined },
): PerpOrder {
  const oid = venue.nextOid();
  return {
    ...draft,
    oid,
    cloid: draft.cloid ?? null,
    timestampMs: venue.nowMs(),
    trigger: null,
    parentOid: null,
    rank: oid,
    aheadSz: zero,
  };
}

function readEntry(venue: Venue, account: MarginAccount, market: PerpMarket, body: PlaceBody): PerpOrder {
  const { spec } = market;
  const limitPx = body.limitPx === undefined ? market.markPx : readPrice(body.limitPx, spec);
  checkBand(limitPx, market);
  const sz =
    body.sz === undefined
      ? floorSize(readPositive(body.sizeUsd ?? '', 'sizeUsd').div(limitPx), spec.szDecimals)
      : readSize(body.sz, spec);
  const reduceOnly = body.reduceOnly ?? false;
  if (!reduceOnly) checkNotional(sz, limitPx);
  if (sz.eq(0)) throw new OrderError('Order has zero size.');
  if (body.cloid !== undefined) checkNewCloid(account, body.cloid);
  // A reducing order must always be possible: it may end a loss.
  if (!reduceOnly) checkOpenOrders(account);
  return newOrder(venue, { coin: spec.coin, isBuy: body.isBuy, limitPx, sz, reduceOnly, cloid: body.cloid });
}

function readExits(venue: Venue, market: PerpMarket, body: PlaceBody, entry: PerpOrder, entryPx: Big): PerpOrder[] {
  const isWholePosition = isPositionGrouping(body.grouping);
  return (['tp', 'sl'] as const).flatMap((kind): PerpOrder[] => {
    const exit = body[kind];
    if (!exit) return [];
    const name = kind === 'tp' ? 'take-profit' : 'stop-loss';
    if (entry.reduceOnly) throw new OrderError(`a ${name} needs an order that opens, not a reduce-only one`);
    const px = readPrice(exit.triggerPx, market.spec, `${name} price`);
    const isAbove = isAboveTrigger(kind, !entry.isBuy);
    if (isAbove ? px.lte(entryPx) : px.gte(entryPx)) throw new OrderError('Invalid TP/SL price.');
    if (!exit.isMarket && exit.limitPx === undefined)
      throw new OrderError(`a ${name} that is not a market order needs limitPx`);
    const limitPx = exit.isMarket || exit.limitPx === undefined ? px : readPrice(exit.limitPx, market.spec);
    const order = newOrder(venue, { coin: entry.coin, isBuy: !entry.isBuy, limitPx, sz: entry.sz, reduceOnly: true });
    const trigger = { kind, px, isMarket: exit.isMarket, isWholePosition };
    return [{ ...order, trigger, parentOid: entry.oid }];
  });
}

/** The contract shows `grouping` without its values; these are the venue's. */
function isPositionGrouping(grouping: string | undefined): boolean {
  if (grouping === undefined || grouping === 'na' || grouping === 'normalTpsl') return false;
  if (grouping === 'positionTpsl') return true;
  throw new OrderError(`grouping ${grouping} is not one of na, normalTpsl, positionTpsl`);
}
