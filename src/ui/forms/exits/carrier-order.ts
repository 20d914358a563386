import type Big from 'big.js';
import type { PlacePerpOrder } from '../../../actions/orders/place-perp-order.ts';
import { minSize, worstPrice } from '../../../domain/market/perp-rules.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import type { Desk } from '../../desk/desk.ts';
import { defaultSlippageBps, perpWalletId } from '../perp/perp-account.ts';
import { maxOrderUsd } from '../perp/perp-inputs.ts';

/** Trigger prices in USD, on the market's grid; null for none. */
export interface ExitPrices {
  readonly tp: Big | null;
  readonly sl: Big | null;
}

/** The smallest order that the venue allows, at market on this side: its size in coins and its worst price. */
export function smallestOrder(desk: Desk, { szDecimals }: PerpMarket, markPx: Big, isBuy: boolean) {
  const slippageBps = defaultSlippageBps(desk);
  const worstPx = worstPrice(markPx, isBuy, slippageBps, szDecimals);
  return { slippageBps, worstPx, sz: minSize(worstPx.lt(markPx) ? worstPx : markPx, szDecimals) };
}

/**
 * An order that brings exits for a whole open position. The service accepts exits only attached to an opening order, so
 * this is the smallest one on the position's side. null without a wallet or a mark.
 */
export function carrierOrder(
  desk: Desk,
  market: PerpMarket,
  isBuy: boolean,
  { tp, sl }: ExitPrices,
  cloid: string,
): PlacePerpOrder | null {
  const walletId = perpWalletId(desk);
  const { markPx, coin } = market;
  if (walletId === null || !markPx) return null;
  const { slippageBps, worstPx, sz } = smallestOrder(desk, market, markPx, isBuy);
  return {
    walletId,
    coin,
    isBuy,
    slippageBps,
    cloid,
    sz: sz.toFixed(),
    orderType: 'market',
    limitPx: worstPx.toFixed(),
    reduceOnly: false,
    tp: tp?.toFixed() ?? null,
    sl: sl?.toFixed() ?? null,
    grouping: 'positionTpsl',
    usd: maxOrderUsd(sz, markPx, worstPx),
  };
}
