import Big from 'big.js';
import type { FeeRates } from '../../../domain/market/fee-rates.ts';
import { maintenanceRate } from '../../../domain/market/perp-rules.ts';
import { leastMargin } from '../../../domain/market/position.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { feeRatesOf } from '../../../stores/account/fee-rates.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import { perpTotals } from '../../../stores/portfolio/perp-totals.ts';
import { positionRows } from '../../../stores/portfolio/position-rows.ts';
import { perpWalletNow } from '../../desk/active-wallet.ts';
import type { Desk } from '../../desk/desk.ts';
import { livePosition } from '../position-form-parts.ts';
import { type LeverageSetting, marginAddedBy, readLeverageSetting } from './leverage-setting.ts';
import { type FillPreview, previewFill } from './preview-fill.ts';

export const perpWalletId = (desk: Desk): string | null => perpWalletNow(desk)?.walletId ?? null;

/** Error shown when there is no wallet to trade perps with. */
export const missingWallet =
  'The perp wallet is unknown: wallets are still loading, or the account has no multi-chain wallet.';

const usualSlippageBps = 100;

/** Default slippage of a market order: 1 %, or the lower limit of the user's caps or the API key. */
export const defaultSlippageBps = (desk: Desk): number =>
  Math.min(
    usualSlippageBps,
    desk.caps.maxSlippageBps,
    desk.data.read('usage').data?.constraints?.maxSlippageBps ?? usualSlippageBps,
  );

/** USD available for a new order; null if unknown. */
export const freeUsd = (desk: Desk): Big | null => readDecimal(desk.data.read('positions').data?.withdrawable);

/** Maker and taker rates as fractions; null until loaded. */
export const feeRates = (desk: Desk): FeeRates | null => feeRatesOf(desk.data);

/** Value of the account, USD; null if unknown. A risk in percent is a part of it. */
export const equityUsd = (desk: Desk): Big | null => perpTotals(desk.data)?.valueUsd ?? null;

interface Fill {
  readonly isBuy: boolean;
  readonly sz: Big;
  readonly px: Big;
  readonly reduceOnly: boolean;
}

/** The account's position in this market after the order is filled at its price. */
export function fillOnAccount(
  desk: Desk,
  market: PerpMarket,
  fill: Fill,
  setting: LeverageSetting = readLeverageSetting(desk, market, {}, {}),
): FillPreview {
  const position = livePosition(desk, market.coin)?.position ?? null;
  const { leverage, isCross, change } = setting;
  const added = position && change ? marginAddedBy(change.leverage, position) : null;
  const deposited = position && (leastMargin(position) ?? position.marginUsed);
  const szi = position?.szi ?? new Big(0);
  return previewFill({
    ...fill,
    szi,
    entryPx: position?.entryPx ?? null,
    margin: deposited && added?.gt(0) ? deposited.plus(added) : deposited,
    leverage,
    maxLeverage: market.maxLeverage,
    ...(isCross === false ? {} : { crossMargin: isCross ? crossMargin(desk, market, szi, fill.px) : null }),
  });
}

/**
 * Margin backing a cross position at price `px`, everything else unchanged: free margin plus the margin used by all cross
 * positions, minus the maintenance margin of the others, plus this position's PnL from mark to `px`.
 */
function crossMargin(desk: Desk, { coin, markPx }: PerpMarket, szi: Big, px: Big): Big | null {
  let margin = freeUsd(desk);
  if (!margin || !markPx) return null;
  for (const { key, position, maxLeverage } of positionRows(desk.data)) {
    if (!position || position.leverageType === 'isolated') continue;
    const { marginUsed, notionalUsd } = position;
    if (!marginUsed || !notionalUsd || maxLeverage === null) return null;
    margin = margin.plus(marginUsed);
    if (key !== coin) margin = margin.minus(notionalUsd.times(maintenanceRate(maxLeverage)));
  }
  return margin.plus(szi.times(px.minus(markPx)));
}
