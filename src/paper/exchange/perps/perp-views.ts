import Big from 'big.js';
import type { HandlerInput, ResponseInput } from '../../../protocol/endpoint.ts';
import type { perpAccount, perpFees, perpFills } from '../../../protocol/endpoints/perp-account.ts';
import type { perpMarket } from '../../../protocol/endpoints/perp-markets.ts';
import type { perpOrders } from '../../../protocol/endpoints/perp-orders.ts';
import type { perpPositions } from '../../../protocol/endpoints/perp-positions.ts';
import {
  liquidationPx,
  type MarginSummary,
  marginUsed,
  positionValue,
  summarise,
  unrealisedUsd,
} from './margin/margin.ts';
import type { MarginAccount } from './margin/margin-account.ts';
import { bookSide } from './market/order-book.ts';
import type { BookLevel } from './market/perp-book.ts';
import type { PerpMarket } from './market/perp-market.ts';
import type { PerpMarkets } from './market/perp-markets.ts';
import { feeRates } from './market/perp-specs.ts';
import type { Venue } from './market/venue.ts';
import { entryPx, type PerpOrder, type Position } from './perp-records.ts';

/** A period of the account's history, in milliseconds since the epoch, inclusive. */
export type Period = HandlerInput<typeof perpFills>['query'];
type PositionsView = ResponseInput<typeof perpPositions>;

const usd = (value: Big): string => value.round(6, Big.roundDown).toFixed();
const notBelowZero = (value: Big): Big => (value.gt(0) ? value : new Big(0));

export function viewMarket(venue: Venue, market: PerpMarket): ResponseInput<typeof perpMarket> {
  const { spec, markPx } = market;
  const bids = bookSide(venue, spec.coin, true);
  const asks = bookSide(venue, spec.coin, false);
  // An empty side has no mid.
  const midPx = bids[0] && asks[0] ? bids[0].px.plus(asks[0].px).div(2) : markPx;
  return {
    meta: {
      name: spec.coin,
      assetIndex: market.assetIndex,
      szDecimals: spec.szDecimals,
      maxLeverage: spec.maxLeverage,
      onlyIsolated: spec.onlyIsolated,
    },
    ctx: {
      dayNtlVlm: market.dayVolumeUsd.toFixed(),
      funding: market.fundingRate.toFixed(),
      markPx: markPx.toFixed(),
      midPx: midPx.toFixed(),
      openInterest: market.openInterest.toFixed(),
      oraclePx: market.oraclePx.toFixed(),
      premium: market.premium.toFixed(),
      prevDayPx: market.prevDayPx.toFixed(),
    },
    asks: asks.map(viewLevel),
    bids: bids.map(viewLevel),
  };
}

const viewLevel = ({ px, sz, numOrders }: BookLevel) => ({ price: px.toFixed(), size: sz.toFixed(), numOrders });

export function viewPositions(account: MarginAccount, markets: PerpMarkets): PositionsView {
  const summary = summarise(account, markets);
  return {
    accountValue: usd(summary.accountValue),
    totalMarginUsed: usd(summary.marginUsed),
    totalNtlPos: usd(summary.notional),
    withdrawable: usd(notBelowZero(summary.free)),
    positions: [...account.positions.values()].map((position) =>
      viewPosition(position, markets.get(position.coin), summary),
    ),
    spotBalances: viewSpotBalances(account, summary),
  };
}

export function viewAccount(account: MarginAccount, markets: PerpMarkets): ResponseInput<typeof perpAccount> {
  const summary = summarise(account, markets);
  return {
    accountValue: usd(summary.accountValue),
    withdrawable: usd(notBelowZero(summary.free)),
    spotBalances: viewSpotBalances(account, summary),
  };
}

/** `sinceMs`: start of the day's volume. */
export function viewFees({ fills }: MarginAccount, sinceMs: number): ResponseInput<typeof perpFees> {
  const dailyVolume = fills
    .filter(({ time }) => time >= sinceMs)
    .reduce((sum, { px, sz }) => sum.plus(new Big(px).times(sz)), new Big(0));
  return {
    dailyVolume: dailyVolume.toFixed(),
    makerRate: feeRates.maker,
    takerRate: feeRates.taker,
    referralDiscount: '0',
  };
}

/** The period's entries, newest first. */
export function inPeriod<T extends { readonly coin: string; readonly time: number }>(
  entries: readonly T[],
  { start_time: startMs, end_time: endMs = Number.MAX_SAFE_INTEGER, coin }: Period,
): T[] {
  return entries
    .filter((entry) => entry.time >= startMs && entry.time <= endMs && (coin === undefined || entry.coin === coin))
    .reverse();
}

export function viewOrder(order: PerpOrder): ResponseInput<typeof perpOrders>[number] {
  return {
    coin: order.coin,
    side: order.isBuy ? 'buy' : 'sell',
    limitPx: order.limitPx.toFixed(),
    // The venue lists an exit for the whole position with size 0.
    sz: order.trigger?.isWholePosition ? '0.0' : order.sz.toFixed(),
    oid: order.oid,
    timestamp: order.timestampMs,
    orderType: orderType(order),
    ...(order.cloid === null ? {} : { cloid: order.cloid }),
  };
}

function orderType({ trigger }: PerpOrder): string {
  if (!trigger) return 'limit';
  return `${trigger.kind === 'tp' ? 'takeProfit' : 'stop'}${trigger.isMarket ? 'Market' : 'Limit'}`;
}

/** ROE is relative to the initial margin at entry. */
function viewPosition(
  position: Position,
  market: PerpMarket,
  summary: MarginSummary,
): PositionsView['positions'][number] {
  const { markPx, spec } = market;
  const unrealised = unrealisedUsd(position, markPx);
  const liquidation = liquidationPx(position, market, summary);
  return {
    coin: position.coin,
    szi: position.szi.toFixed(),
    entryPx: entryPx(position).toFixed(),
    leverageType: position.isCross ? 'cross' : 'isolated',
    leverageValue: String(position.leverage),
    liquidationPx: liquidation?.round(6 - spec.szDecimals).toFixed() ?? null,
    marginUsed: usd(marginUsed(position, markPx)),
    positionValue: usd(positionValue(position, markPx)),
    returnOnEquity: unrealised.times(position.leverage).div(position.costUsd.abs()).round(8).toFixed(),
    unrealizedPnl: usd(unrealised),
  };
}

/** The margin account is unified: margin and orders use parts of its USDC, which excludes unrealised PnL. */
function viewSpotBalances(
  account: MarginAccount,
  { crossInitial, heldForOrders }: MarginSummary,
): { coin: string; hold: string; total: string }[] {
  const isolated = [...account.positions.values()].reduce((sum, { marginUsd }) => sum.plus(marginUsd), new Big(0));
  const total = account.cashUsd.plus(isolated);
  const hold = isolated.plus(crossInitial).plus(heldForOrders);
  return total.eq(0) ? [] : [{ coin: 'USDC', hold: usd(hold), total: usd(total) }];
}
