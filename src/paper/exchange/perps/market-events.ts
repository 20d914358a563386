import { maintenanceUsd, summarise, unrealisedUsd } from './margin.ts';
import type { MarginAccount, Position } from './margin-account.ts';
import { fillResting, isSleeping, removeOrder, type Venue } from './matching.ts';
import { fireTrigger, isTriggered } from './order-entry.ts';

/** What the market did to an account since the last step: fills, triggers, liquidations. True when something changed. */
export function followMarket(venue: Venue, account: MarginAccount): boolean {
  const orderCount = account.orders.size;
  const lastFill = account.fills.at(-1);
  fillCrossed(venue, account);
  fireTriggers(venue, account);
  liquidate(venue, account);
  return account.orders.size !== orderCount || account.fills.at(-1) !== lastFill;
}

/** One hour's funding on every open position. */
export function payFunding(venue: Venue, account: MarginAccount, timeMs: number): void {
  for (const position of [...account.positions.values()]) {
    const market = venue.markets.get(position.coin);
    account.applyFunding(position, market.oraclePx, market.fundingRate, timeMs);
  }
}

function fillCrossed(venue: Venue, account: MarginAccount): void {
  for (const order of [...account.orders.values()]) {
    if (order.trigger || !account.orders.has(order.oid)) continue;
    const { bids, asks } = venue.markets.get(order.coin).book;
    const best = order.isBuy ? asks[0] : bids[0];
    if (best && (order.isBuy ? best.px.lte(order.limitPx) : best.px.gte(order.limitPx)))
      fillResting(venue, account, order);
  }
}

function fireTriggers(venue: Venue, account: MarginAccount): void {
  for (const order of [...account.orders.values()])
    if (account.orders.has(order.oid) && !isSleeping(account, order))
      if (isTriggered(account, order, venue.markets.get(order.coin).markPx)) fireTrigger(venue, account, order);
}

/** Isolated positions fall one by one, cross positions together: when what stands behind them is below maintenance. */
function liquidate(venue: Venue, account: MarginAccount): void {
  const { markets } = venue;
  for (const position of [...account.positions.values()]) {
    const market = markets.get(position.coin);
    const equity = position.marginUsd.plus(unrealisedUsd(position, market.markPx));
    if (position.isCross || equity.gte(maintenanceUsd(position, market))) continue;
    closeAtMark(venue, account, position);
    if (equity.lt(0)) account.insure(equity.abs());
  }
  const { crossValue, crossMaintenance } = summarise(account, markets);
  if (crossValue.gte(crossMaintenance)) return;
  for (const position of [...account.positions.values()]) if (position.isCross) closeAtMark(venue, account, position);
  if (account.cashUsd.lt(0)) account.insure(account.cashUsd.abs());
}

/** The venue takes the position over at the mark, without a fee, and cancels the coin's orders. */
function closeAtMark(venue: Venue, account: MarginAccount, position: Position): void {
  for (const order of [...account.orders.values()]) if (order.coin === position.coin) removeOrder(account, order.oid);
  account.applyFill(
    {
      coin: position.coin,
      isBuy: position.szi.lt(0),
      sz: position.szi.abs(),
      px: venue.markets.get(position.coin).markPx,
      feeRate: '0',
      timeMs: venue.nowMs(),
      oid: venue.nextOid(),
      cloid: null,
      direction: `Liquidated ${position.isCross ? 'Cross' : 'Isolated'} ${position.szi.gt(0) ? 'Long' : 'Short'}`,
    },
    position,
  );
}
