import Big from 'big.js';
import { readDecimal } from '../../../domain/decimal.ts';
import { maintenanceRate } from '../../../domain/perp-rules.ts';
import type { Position } from '../../../domain/position.ts';
import type { PerpMarket } from '../../../stores/perp-markets.ts';
import { positionRows } from '../../../stores/position-rows.ts';
import type { Desk } from '../../desk.ts';
import { perpWalletNow } from '../../wallet-in-hand.ts';
import { livePosition } from '../position-form-parts.ts';
import { knownLeverage } from './known-leverage.ts';
import { type FillPreview, previewFill } from './preview-fill.ts';

export const perpWalletId = (desk: Desk): string | null => perpWalletNow(desk)?.walletId ?? null;

/** Why there is no wallet to trade perps with. */
export const missingWallet =
  'The wallet of the positions is not known: the account has none of several chains, or it is not read yet.';

const usualSlippageBps = 100;

/** How far a market order may go where nobody says otherwise: 1 %, or less where the user or the key allows only less. */
export const defaultSlippageBps = (desk: Desk): number =>
  Math.min(
    usualSlippageBps,
    desk.caps.maxSlippageBps,
    desk.data.read('usage').data?.constraints?.maxSlippageBps ?? usualSlippageBps,
  );

/** USD that a new order may use; null where it is not known. */
export const freeUsd = (desk: Desk): Big | null => readDecimal(desk.data.read('positions').data?.withdrawable);

/** Maker and taker rates as fractions; null until they are read. */
export function feeRates(desk: Desk): { readonly maker: Big; readonly taker: Big } | null {
  const { makerRate, takerRate } = desk.data.read('fees').data ?? {};
  const [maker, taker] = [readDecimal(makerRate), readDecimal(takerRate)];
  return maker && taker ? { maker, taker } : null;
}

interface Fill {
  readonly isBuy: boolean;
  readonly sz: Big;
  readonly px: Big;
  readonly reduceOnly: boolean;
}

/** What the account's position in this market would be once the order is filled at its price. */
export function fillOnAccount(desk: Desk, market: PerpMarket, fill: Fill): FillPreview {
  const position = livePosition(desk, market.coin)?.position ?? null;
  const known = knownLeverage(desk, market.coin, perpWalletId(desk));
  const szi = position?.szi ?? new Big(0);
  return previewFill({
    ...fill,
    szi,
    entryPx: position?.entryPx ?? null,
    margin: position && deposit(position),
    leverage: known?.leverage ?? null,
    maxLeverage: market.maxLeverage,
    ...(known && !known.isCross ? {} : { crossMargin: known ? crossMargin(desk, market, szi, fill.px) : null }),
  });
}

/**
 * What was paid in. Whether `marginUsed` counts the unrealised result is not shown, so the reading that brings liquidation
 * nearer is taken.
 */
const deposit = ({ marginUsed, unrealizedPnl }: Position): Big | null =>
  marginUsed && unrealizedPnl?.gt(0) ? marginUsed.minus(unrealizedPnl) : marginUsed;

/**
 * What stands behind a cross position at the price `px`, all else standing still: what is free, what the cross positions
 * use now, less what the others must keep, and what the price has done to this one.
 */
function crossMargin(desk: Desk, { coin, markPx }: PerpMarket, szi: Big, px: Big): Big | null {
  let behind = freeUsd(desk);
  if (!behind || !markPx) return null;
  for (const { key, position, maxLeverage } of positionRows(desk.data)) {
    if (!position || position.leverageType === 'isolated') continue;
    const { marginUsed, notionalUsd } = position;
    if (!marginUsed || !notionalUsd || maxLeverage === null) return null;
    behind = behind.plus(marginUsed);
    if (key !== coin) behind = behind.minus(notionalUsd.times(maintenanceRate(maxLeverage)));
  }
  return behind.plus(szi.times(px.minus(markPx)));
}
