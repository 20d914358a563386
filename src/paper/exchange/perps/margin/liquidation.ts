import Big from 'big.js';
import { floorSize } from '../../../../domain/market/perp-rules.ts';
import { closeInBook } from '../market/matching.ts';
import type { Venue } from '../market/venue.ts';
import { newOrder } from '../orders/place-order.ts';
import { removeOrder } from '../orders/resting.ts';
import type { Position } from '../perp-records.ts';
import { maintenanceUsd, positionValue, summarisePositions, unrealisedUsd } from './margin.ts';
import type { MarginAccount } from './margin-account.ts';

/** Below this share of the maintenance margin the venue takes over at once, without trying the book. */
const backstopShare = new Big(2).div(3);
/** A cross position above this value is closed in fifths, so that no more is closed than necessary. */
const largeUsd = 100_000;

/**
 * Liquidates positions below their maintenance margin: an isolated position by itself, cross positions together. First
 * the coin's orders are cancelled and the position is closed in the book; the rest belongs to the account. If the book
 * is too thin or the margin too low, the venue takes the position over at the mark, and the insurance fund keeps the
 * remaining margin or pays the deficit, if need be with auto-deleveraging: an account never owes.
 */
export function liquidate(venue: Venue, account: MarginAccount): void {
  if (account.positions.size === 0 && account.cashUsd.gte(0)) return;
  for (const position of [...account.positions.values()])
    if (!position.isCross) liquidateIsolated(venue, account, position);
  liquidateCross(venue, account);
}

function liquidateIsolated(venue: Venue, account: MarginAccount, position: Position): void {
  const { coin } = position;
  const market = venue.markets.get(coin);
  const equity = position.marginUsd.plus(unrealisedUsd(position, market.markPx));
  const maintenance = maintenanceUsd(position, market);
  if (equity.gte(maintenance)) return;
  cancelOrders(account, coin);
  const cashUsd = account.cashUsd;
  if (equity.gte(maintenance.times(backstopShare))) closeSome(venue, account, position, position.szi.abs());
  // An isolated position can lose only its own margin.
  if (account.cashUsd.lt(cashUsd)) account.insure(cashUsd.minus(account.cashUsd));
  const rest = account.positions.get(coin);
  if (rest) {
    const left = rest.marginUsd.plus(unrealisedUsd(rest, market.markPx));
    takeOver(venue, account, rest);
    account.insure(left.times(-1));
  }
}

function liquidateCross(venue: Venue, account: MarginAccount): void {
  const { markets } = venue;
  const { crossValue, crossMaintenance } = summarisePositions(account, markets);
  if (crossValue.gte(crossMaintenance)) return;
  for (const { coin } of crossPositions(venue, account)) cancelOrders(account, coin);
  if (crossValue.gte(crossMaintenance.times(backstopShare))) closeUntilSafe(venue, account);
  const after = summarisePositions(account, markets);
  if (after.crossValue.gte(after.crossMaintenance)) return;
  for (const position of crossPositions(venue, account)) takeOver(venue, account, position);
  account.insure(account.cashUsd.times(-1));
}

/** Largest first, in fifths if large, until the margin carries the rest or the book is empty. */
function closeUntilSafe(venue: Venue, account: MarginAccount): void {
  const { markets } = venue;
  for (const { coin, szi } of crossPositions(venue, account)) {
    const market = markets.get(coin);
    const isLarge = szi.abs().times(market.markPx).gt(largeUsd);
    const part = isLarge ? floorSize(szi.abs().div(5), market.spec.szDecimals) : szi.abs();
    for (let position = account.positions.get(coin); position; position = account.positions.get(coin)) {
      if (!closeSome(venue, account, position, part)) break;
      const { crossValue, crossMaintenance } = summarisePositions(account, markets);
      if (crossValue.gte(crossMaintenance)) return;
    }
  }
}

const crossPositions = ({ markets }: Venue, account: MarginAccount): Position[] =>
  [...account.positions.values()]
    .filter(({ isCross }) => isCross)
    .sort((a, b) => positionValue(b, markets.get(b.coin).markPx).cmp(positionValue(a, markets.get(a.coin).markPx)));

/** False if the book has no liquidity for it. */
function closeSome(venue: Venue, account: MarginAccount, position: Position, part: Big): boolean {
  const { coin, szi } = position;
  const sz = part.gt(szi.abs()) ? szi.abs() : part;
  const limitPx = venue.markets.get(coin).markPx;
  const order = newOrder(venue, { coin, isBuy: szi.lt(0), limitPx, sz, reduceOnly: true });
  const lastFill = account.fills.at(-1);
  closeInBook(venue, account, order, directionOf(position));
  return account.fills.at(-1) !== lastFill;
}

/** The venue takes the position over at the mark, without a fee. */
function takeOver(venue: Venue, account: MarginAccount, position: Position): void {
  const { coin, szi } = position;
  const px = venue.markets.get(coin).markPx;
  const taken = { coin, isBuy: szi.lt(0), sz: szi.abs(), px, feeRate: '0', timeMs: venue.nowMs() };
  account.applyFill({ ...taken, oid: venue.nextOid(), cloid: null, direction: directionOf(position) }, position);
}

function cancelOrders(account: MarginAccount, coin: string): void {
  for (const order of [...account.orders.values()]) if (order.coin === coin) removeOrder(account, order.oid);
}

const directionOf = ({ isCross, szi }: Position): string =>
  `Liquidated ${isCross ? 'Cross' : 'Isolated'} ${szi.gt(0) ? 'Long' : 'Short'}`;
