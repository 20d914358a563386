import type Big from 'big.js';
import { floorSize } from '../../../domain/perp-rules.ts';
import type { HandlerInput, ResponseInput } from '../../../protocol/endpoint.ts';
import type { cancelPerpOrder, modifyPerpOrders, placePerpOrder } from '../../../protocol/endpoints/perp-orders.ts';
import type { MarginAccount, PerpOrder } from './margin-account.ts';
import { isSleeping, removeOrder, submit, type Venue } from './matching.ts';
import { checkCloid, checkNotional, OrderError, readPositive, readPrice, readSize } from './order-rules.ts';
import type { PerpMarket } from './perp-market.ts';

export type OrderResult = ResponseInput<typeof placePerpOrder>['results'][number];
export type PlaceBody = HandlerInput<typeof placePerpOrder>['body'];
export type Modification = HandlerInput<typeof modifyPerpOrders>['body']['modifications'][number];
export type CancelBody = HandlerInput<typeof cancelPerpOrder>['body'];

const succeeded = (order: PerpOrder): OrderResult => ({
  status: 'success',
  oid: order.oid,
  ...(order.cloid === null ? {} : { cloid: order.cloid }),
});

const refused = (message: string, cloid?: string | null): OrderResult => ({
  status: 'error',
  error: message,
  ...(cloid ? { cloid } : {}),
});

/** Runs one item; what breaks a rule of the venue becomes that item's result. */
export function itemResult(run: () => OrderResult, cloid?: string | null): OrderResult {
  try {
    return run();
  } catch (error) {
    if (error instanceof OrderError) return refused(error.message, cloid);
    throw error;
  }
}

/** Places an entry with its take-profit and stop-loss: all of them or none. A result for each, in that order. */
export function place(venue: Venue, account: MarginAccount, body: PlaceBody): OrderResult[] {
  try {
    const market = listedMarket(venue, body.coin);
    const isMarket = (body.orderType ?? (body.limitPx === undefined ? 'market' : 'limit')) === 'market';
    const entry = readEntry(venue, account, market, body);
    const exits = readExits(venue, market, body, entry, isMarket ? market.markPx : entry.limitPx);
    // A market order that names a price is not filled beyond it.
    submit(venue, account, entry, isMarket ? (body.limitPx === undefined ? 'market' : 'ioc') : 'limit');
    for (const exit of exits) account.orders.set(exit.oid, exit);
    return [entry, ...exits].map(succeeded);
  } catch (error) {
    if (!(error instanceof OrderError)) throw error;
    const exitCount = (body.tp ? 1 : 0) + (body.sl ? 1 : 0);
    const lost = Array.from({ length: exitCount }, () => refused('not placed, because its entry was refused'));
    return [refused(error.message, body.cloid), ...lost];
  }
}

/** Changes price and size of a resting order; it keeps its oid. Throws OrderError, and then it rests as it was. */
export function modify(venue: Venue, account: MarginAccount, change: Modification): OrderResult {
  const market = listedMarket(venue, change.coin);
  const order = findOrder(account, change);
  if (order.isBuy !== change.isBuy) throw new OrderError(`order ${order.oid} cannot change its side`);
  if (order.trigger) throw new OrderError('a take-profit or stop-loss cannot be modified: cancel it and place another');
  if (change.orderType !== undefined && change.orderType.toLowerCase() !== 'limit')
    throw new OrderError(`order type ${change.orderType} is not possible for a resting order`);
  const limitPx = readPrice(change.limitPx, market.spec);
  const sz = readSize(change.sz, market.spec);
  if (!order.reduceOnly) checkNotional(sz, limitPx);
  const newCloid = change.newCloid ?? null;
  if (newCloid !== null && newCloid !== order.cloid) checkNewCloid(account, newCloid);
  const changed = { ...order, limitPx, sz, cloid: newCloid ?? order.cloid, timestampMs: venue.nowMs() };
  submit(venue, account, changed, 'limit');
  return succeeded(changed);
}

/** Cancels one order by oid or cloid, or all of a coin; one result per order. */
export function cancel(account: MarginAccount, body: CancelBody): OrderResult[] {
  if (!body.cancelAll)
    return [
      itemResult(() => {
        const order = findOrder(account, body);
        removeOrder(account, order.oid);
        return succeeded(order);
      }, body.cloid),
    ];
  const all = [...account.orders.values()].filter((order) => order.coin === body.coin);
  for (const order of all) account.orders.delete(order.oid);
  return all.map(succeeded);
}

/** Closes `percentage` (1–100) of a position at the market, the size rounded down to the coin's decimals. */
export function closePosition(venue: Venue, account: MarginAccount, coin: string, percentage: number): OrderResult {
  const market = listedMarket(venue, coin);
  const position = account.positions.get(coin);
  if (!position) throw new OrderError(`no open ${coin} position`);
  const sz = floorSize(position.szi.abs().times(percentage).div(100), market.spec.szDecimals);
  if (sz.eq(0)) throw new OrderError(`${percentage} % of the ${coin} position rounds down to nothing`);
  const order: PerpOrder = {
    oid: venue.nextOid(),
    coin,
    isBuy: position.szi.lt(0),
    limitPx: market.markPx,
    sz,
    reduceOnly: true,
    cloid: null,
    timestampMs: venue.nowMs(),
    trigger: null,
    parentOid: null,
  };
  submit(venue, account, order, 'market');
  return succeeded(order);
}

/** Fires a take-profit or stop-loss; its twin goes with it. */
export function fireTrigger(venue: Venue, account: MarginAccount, order: PerpOrder): void {
  account.orders.delete(order.oid);
  for (const twin of account.orders.values())
    if (order.parentOid !== null && twin.parentOid === order.parentOid) account.orders.delete(twin.oid);
  itemResult(() => {
    submit(venue, account, { ...order, trigger: null, parentOid: null }, order.trigger?.isMarket ? 'market' : 'limit');
    return succeeded(order);
  });
}

/** True when the mark has reached the trigger of an order whose entry no longer rests. */
export function isTriggered(account: MarginAccount, order: PerpOrder, markPx: Big): boolean {
  if (!order.trigger || isSleeping(account, order)) return false;
  return isAboveTrigger(order.trigger.kind, order.isBuy) ? markPx.gte(order.trigger.px) : markPx.lte(order.trigger.px);
}

/** A take-profit that sells and a stop-loss that buys wait for a price above. */
const isAboveTrigger = (kind: 'tp' | 'sl', isBuy: boolean): boolean => (kind === 'tp') !== isBuy;

function readEntry(venue: Venue, account: MarginAccount, market: PerpMarket, body: PlaceBody): PerpOrder {
  const { spec } = market;
  const limitPx = body.limitPx === undefined ? market.markPx : readPrice(body.limitPx, spec);
  const sz =
    body.sz === undefined
      ? floorSize(readPositive(body.sizeUsd ?? '', 'sizeUsd').div(limitPx), spec.szDecimals)
      : readSize(body.sz, spec);
  const reduceOnly = body.reduceOnly ?? false;
  if (!reduceOnly) checkNotional(sz, limitPx);
  if (sz.eq(0)) throw new OrderError('size rounds down to nothing');
  if (body.cloid !== undefined) checkNewCloid(account, body.cloid);
  return {
    oid: venue.nextOid(),
    coin: spec.coin,
    isBuy: body.isBuy,
    limitPx,
    sz,
    reduceOnly,
    cloid: body.cloid ?? null,
    timestampMs: venue.nowMs(),
    trigger: null,
    parentOid: null,
  };
}

function readExits(venue: Venue, market: PerpMarket, body: PlaceBody, entry: PerpOrder, entryPx: Big): PerpOrder[] {
  return (['tp', 'sl'] as const).flatMap((kind): PerpOrder[] => {
    const exit = body[kind];
    if (!exit) return [];
    const name = kind === 'tp' ? 'take-profit' : 'stop-loss';
    if (entry.reduceOnly) throw new OrderError(`a ${name} needs an order that opens, not a reduce-only one`);
    const px = readPrice(exit.triggerPx, market.spec, `${name} price`);
    const isAbove = isAboveTrigger(kind, !entry.isBuy);
    if (isAbove ? px.lte(entryPx) : px.gte(entryPx))
      throw new OrderError(`${name} price must be ${isAbove ? 'above' : 'below'} the entry's ${entryPx.toFixed()}`);
    if (!exit.isMarket && exit.limitPx === undefined)
      throw new OrderError(`a ${name} that is no market order needs limitPx`);
    const limitPx = exit.isMarket || exit.limitPx === undefined ? px : readPrice(exit.limitPx, market.spec);
    return [
      {
        ...entry,
        oid: venue.nextOid(),
        isBuy: !entry.isBuy,
        limitPx,
        reduceOnly: true,
        cloid: null,
        trigger: { kind, px, isMarket: exit.isMarket },
        parentOid: entry.oid,
      },
    ];
  });
}

function listedMarket(venue: Venue, coin: string): PerpMarket {
  const market = venue.markets.find(coin);
  if (!market) throw new OrderError(`no perp market ${coin}`);
  return market;
}

function findOrder(
  account: MarginAccount,
  by: { coin: string; oid?: number | undefined; cloid?: string | undefined },
): PerpOrder {
  const cloid = by.cloid?.toLowerCase();
  const order = [...account.orders.values()].find((candidate) =>
    by.oid === undefined ? cloid !== undefined && candidate.cloid?.toLowerCase() === cloid : candidate.oid === by.oid,
  );
  if (!order) throw new OrderError(`no open order ${by.oid ?? by.cloid ?? 'without oid or cloid'}`);
  if (order.coin !== by.coin) throw new OrderError(`order ${order.oid} is for ${order.coin}, not ${by.coin}`);
  return order;
}

/** A cloid names one order for ever: one that rests or was filled cannot be used again. */
function checkNewCloid(account: MarginAccount, cloid: string): void {
  checkCloid(cloid);
  const same = (other: string | null | undefined): boolean => other?.toLowerCase() === cloid.toLowerCase();
  if ([...account.orders.values(), ...account.fills].some((known) => same(known.cloid)))
    throw new OrderError(`cloid ${cloid} was used before`);
}
