import Big from 'big.js';
import { fitsMargin, type MarginRoom, maxSizeByMargin } from '../../../domain/market/order-sizing.ts';
import { formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import type { Desk } from '../../desk/desk.ts';
import { livePosition } from '../position-form-parts.ts';
import { type LeverageSetting, marginAddedBy, readLeverageSetting } from './leverage-setting.ts';
import { freeUsd } from './perp-account.ts';

/** Margin that an order can use, and whether its leverage is known. */
export interface OrderRoom extends MarginRoom {
  /** The leverage is unknown: the market's highest is used, which refuses only what no leverage allows. */
  readonly isAtMost: boolean;
}

interface Priced {
  readonly isBuy: boolean;
  readonly px: Big;
  /** Fraction of the notional; 0 while unknown, and for a rebate. */
  readonly feeRate: Big;
}

/** What a new order's margin is taken from; null if the account or its position has not been read. */
export function orderRoom(desk: Desk, market: PerpMarket, order: Priced, setting: LeverageSetting): OrderRoom | null {
  const free = freeUsd(desk);
  if (!free) return null;
  const position = livePosition(desk, market.coin)?.position;
  const isAgainst = position !== undefined && (position.side === 'long') !== order.isBuy;
  // A position that is closed sets its margin free, and with it what a new leverage adds to it.
  const released = isAgainst ? position.marginUsed : new Big(0);
  if (!released) return null;
  const added = position && setting.change && !isAgainst ? marginAddedBy(setting.change.leverage, position) : null;
  return {
    freeUsd: free.plus(released).minus(added ?? 0),
    reducible: isAgainst ? position.szi.abs() : new Big(0),
    px: order.px,
    feeRate: order.feeRate.gt(0) ? order.feeRate : new Big(0),
    leverage: setting.leverage ?? market.maxLeverage,
    isAtMost: setting.leverage === null,
  };
}

/** The same for a changed order: what the order holds now is free for it. */
export function changedOrderRoom(
  desk: Desk,
  market: PerpMarket,
  order: Priced & { readonly before: { readonly price: Big; readonly size: Big } },
): OrderRoom | null {
  const room = orderRoom(desk, market, order, readLeverageSetting(desk, market, {}, {}));
  const { price, size } = order.before;
  return room && { ...room, freeUsd: room.freeUsd.plus(price.times(size).div(room.leverage)) };
}

/** Why the size is more than the free margin allows, with the most that it does; null if it fits. */
export function marginProblem(sz: Big, room: OrderRoom, { coin, szDecimals }: PerpMarket): string | null {
  if (fitsMargin(sz, room)) return null;
  const most = maxSizeByMargin(room, szDecimals);
  const at = room.isAtMost ? `even at ${room.leverage}×, the maximum` : `at ${room.leverage}×`;
  const free = `${formatUsd(room.freeUsd)} USDC free${room.reducible.gt(0) ? ', with the position it closes' : ''}`;
  return most.gt(0)
    ? `At most ${groupThousands(most.toFixed())} ${coin} ${at}: ${free}.`
    : `Not enough free margin for any ${coin} ${at}: ${free}.`;
}
