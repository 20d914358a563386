import Big from 'big.js';
import type { Operation } from '../../actions/operations.ts';
import {
  cancelPerpOrder,
  modifyPerpOrder,
  modifyPerpOrders,
  placePerpOrder,
} from '../../protocol/endpoints/perp-orders.ts';
import { adjustPerpMargin, closePerpPosition, setPerpLeverage } from '../../protocol/endpoints/perp-position.ts';
import type { DeskData } from '../../stores/desk-data.ts';
import { markOf } from '../../stores/market/marks.ts';
import { positionRows } from '../../stores/portfolio/position-rows.ts';
import { maxOrderUsd } from '../../ui/forms/perp/perp-inputs.ts';
import type { SortedInput } from './call-input.ts';

const positionOf = (data: DeskData, coin: string) => positionRows(data).find(({ key }) => key === coin)?.position;

export function closeOperation({ body }: SortedInput, data: DeskData): Operation {
  const order = closePerpPosition.body.parse(body);
  return { kind: 'closePosition', draft: { ...order, side: positionOf(data, order.coin)?.side ?? 'long' } };
}

export const marginOperation = ({ body }: SortedInput): Operation => ({
  kind: 'adjustMargin',
  draft: adjustPerpMargin.body.parse(body),
});

export function leverageOperation({ body }: SortedInput, data: DeskData): Operation {
  const order = setPerpLeverage.body.parse(body);
  const position = positionOf(data, order.coin);
  const leverage = position?.leverage;
  const before = leverage ? { leverage: leverage.toNumber(), isCross: position.leverageType === 'cross' } : null;
  // A call that does not name the mode keeps it.
  const isCross = order.isCross ?? before?.isCross ?? true;
  return { kind: 'setLeverage', draft: { ...order, isCross, before, hasPosition: position !== undefined } };
}

/** Null if the order's value cannot be told: its price is up to the service, and the desk has no mark. */
export function placeOperation({ body }: SortedInput, data: DeskData): Operation | null {
  const order = placePerpOrder.body.parse(body);
  const { walletId, coin, isBuy, orderType = 'limit', reduceOnly = false, sizeUsd } = order;
  const limitPx = order.limitPx ?? null;
  const mark = markOf(data, coin);
  const px = orderType === 'limit' ? limitPx : (mark ?? limitPx);
  if (px == null && sizeUsd == null) return null;
  const worstPx = limitPx === null ? null : new Big(limitPx);
  const usd = sizeUsd == null ? maxOrderUsd(new Big(order.sz ?? 0), new Big(px ?? 0), worstPx) : new Big(sizeUsd);
  const slippageBps = orderType === 'market' && mark && worstPx ? distanceBps(mark, worstPx, isBuy) : null;
  return {
    kind: 'placePerpOrder',
    draft: {
      walletId,
      coin,
      isBuy,
      orderType,
      reduceOnly,
      usd,
      slippageBps,
      sz: order.sz ?? '',
      limitPx: limitPx ?? '',
      tp: order.tp?.triggerPx ?? null,
      sl: order.sl?.triggerPx ?? null,
      grouping: 'na',
      cloid: order.cloid ?? '',
    },
  };
}

/** How far the worst price is on the bad side of the mark, rounded up; 0 on the good side. */
function distanceBps(mark: Big, worstPx: Big, isBuy: boolean): number {
  const against = isBuy ? worstPx.minus(mark) : mark.minus(worstPx);
  return against.gt(0) ? against.div(mark).times(10_000).round(0, Big.roundUp).toNumber() : 0;
}

/** Null if the order is named by its client order id only: the desk knows orders by the venue's number. */
export function modifyOperation({ body }: SortedInput): Operation | null {
  const { oid, newCloid, ...order } = modifyPerpOrder.body.parse(body);
  return oid == null ? null : { kind: 'modifyPerpOrder', draft: { ...order, oid, newCloid: newCloid ?? '' } };
}

export function modifySeveralOperation({ body }: SortedInput): Operation {
  const { walletId, modifications } = modifyPerpOrders.body.parse(body);
  const changes = modifications.map(({ oid, newCloid, ...order }) => ({
    ...order,
    oid: oid ?? 0,
    newCloid: newCloid ?? '',
  }));
  return { kind: 'modifyPerpOrders', draft: { walletId, changes } };
}

export function cancelOperation({ body }: SortedInput): Operation {
  const { walletId, coin, oid } = cancelPerpOrder.body.parse(body);
  return oid === undefined
    ? { kind: 'cancelPerpOrders', draft: { walletId, coin, oids: [] } }
    : { kind: 'cancelPerpOrder', draft: { walletId, coin, oid, words: '' } };
}
