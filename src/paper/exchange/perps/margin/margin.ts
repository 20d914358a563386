import Big from 'big.js';
import { liquidationPx as isolatedLiquidationPx } from '../../../../domain/market/perp-rules.ts';
import type { PerpMarket } from '../market/perp-market.ts';
import type { PerpMarkets } from '../market/perp-markets.ts';
import { entryPx, type LeverageSetting, type PerpOrder, type Position, smaller, zero } from '../perp-records.ts';
import type { MarginAccount } from './margin-account.ts';

/** An account's positions at current marks; all in USD. */
export interface PositionSummary {
  /** Cash, isolated margins and all unrealised PnL. */
  readonly accountValue: Big;
  /** Equity behind the cross positions: cash plus their unrealised PnL. */
  readonly crossValue: Big;
  readonly crossInitial: Big;
  readonly crossMaintenance: Big;
  readonly marginUsed: Big;
  readonly notional: Big;
}

export interface MarginSummary extends PositionSummary {
  readonly heldForOrders: Big;
  /** Available for new positions, orders or margin; negative if the market moved against the account. */
  readonly free: Big;
}

export const positionValue = (position: Position, markPx: Big): Big => position.szi.abs().times(markPx);

export const unrealisedUsd = (position: Position, markPx: Big): Big =>
  position.szi.times(markPx).minus(position.costUsd);

/** As the venue counts it. Isolated: paid-in margin plus unrealised PnL. Cross: the initial margin at the mark. */
export const marginUsed = (position: Position, markPx: Big): Big =>
  position.isCross
    ? positionValue(position, markPx).div(position.leverage).round(6)
    : position.marginUsd.plus(unrealisedUsd(position, markPx));

export const maintenanceUsd = (position: Position, market: PerpMarket): Big =>
  positionValue(position, market.markPx).times(market.maintenanceRate);

/** Leverage of an open position, otherwise the coin's setting, otherwise the venue's default. */
export function leverageOf(account: MarginAccount, market: PerpMarket): LeverageSetting {
  const { coin, maxLeverage, onlyIsolated } = market.spec;
  return (
    account.positions.get(coin) ??
    account.leverages.get(coin) ?? { leverage: Math.min(10, maxLeverage), isCross: !onlyIsolated }
  );
}

export function summarise(account: MarginAccount, markets: PerpMarkets): MarginSummary {
  const positions = summarisePositions(account, markets);
  const held = heldForOrders(account, markets, account.orders.values());
  return { ...positions, heldForOrders: held, free: positions.crossValue.minus(positions.crossInitial).minus(held) };
}

export function summarisePositions(account: MarginAccount, markets: PerpMarkets): PositionSummary {
  let accountValue = account.cashUsd;
  let crossValue = account.cashUsd;
  let crossInitial = zero;
  let crossMaintenance = zero;
  let used = zero;
  let notional = zero;
  for (const position of account.positions.values()) {
    const market = markets.get(position.coin);
    const unrealised = unrealisedUsd(position, market.markPx);
    const margin = marginUsed(position, market.markPx);
    accountValue = accountValue.plus(unrealised).plus(position.marginUsd);
    used = used.plus(margin);
    notional = notional.plus(positionValue(position, market.markPx));
    if (!position.isCross) continue;
    crossValue = crossValue.plus(unrealised);
    crossInitial = crossInitial.plus(margin);
    crossMaintenance = crossMaintenance.plus(maintenanceUsd(position, market));
  }
  return { accountValue, crossValue, crossInitial, crossMaintenance, marginUsed: used, notional };
}

/** Initial margin of what resting orders would open; the part that only reduces a position needs none. */
export function heldForOrders(account: MarginAccount, markets: PerpMarkets, orders: Iterable<PerpOrder>): Big {
  const reducible = new Map<string, Big>();
  let held = zero;
  for (const order of orders) {
    if (order.reduceOnly) continue;
    const market = markets.get(order.coin);
    const side = `${order.coin}:${order.isBuy}`;
    const left = reducible.get(side) ?? reducibleSize(account, order.coin, order.isBuy);
    const reduces = smaller(order.sz, left);
    reducible.set(side, left.minus(reduces));
    // A sell below the mark is margined at the mark, the value of the resulting position.
    const px = order.isBuy || order.limitPx.gt(market.markPx) ? order.limitPx : market.markPx;
    const { leverage } = leverageOf(account, market);
    held = held.plus(order.sz.minus(reduces).times(px).div(leverage).round(6, Big.roundUp));
  }
  return held;
}

/** Size of the open position that an order on this side would reduce; 0 if it would increase it. */
export function reducibleSize(account: MarginAccount, coin: string, isBuy: boolean): Big {
  const position = account.positions.get(coin);
  return position && position.szi.gt(0) !== isBuy ? position.szi.abs() : zero;
}

/** Mark at which the position is liquidated if nothing else changes; null if no price does it. */
export function liquidationPx(position: Position, market: PerpMarket, account: PositionSummary): Big | null {
  const { maxLeverage } = market.spec;
  if (!position.isCross)
    return isolatedLiquidationPx({
      szi: position.szi,
      entryPx: entryPx(position),
      margin: position.marginUsd,
      maxLeverage,
    });
  // The same equation at the mark, with the margin that the other cross positions leave.
  const margin = account.crossValue.minus(account.crossMaintenance.minus(maintenanceUsd(position, market)));
  return isolatedLiquidationPx({ szi: position.szi, entryPx: market.markPx, margin, maxLeverage });
}
