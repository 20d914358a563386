import type Big from 'big.js';
import type { SetLeverage } from '../../../actions/orders/set-leverage.ts';
import type { Problems } from '../../../actions/pipeline/limits.ts';
import type { Position } from '../../../domain/market/position.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import { perpWalletNow } from '../../desk/active-wallet.ts';
import type { Desk } from '../../desk/desk.ts';
import type { Field, Values } from '../form-spec.ts';
import { livePosition } from '../position-form-parts.ts';
import { type KnownLeverage, knownLeverage } from './known-leverage.ts';

/** The leverage and margin mode that an order is filled at. */
export interface LeverageSetting {
  /** null if unknown. */
  readonly leverage: number | null;
  readonly isCross: boolean | null;
  /** Set from this desk earlier, not reported by the service. */
  readonly isFromDesk: boolean;
  /** What has to be set before the order; null if nothing. */
  readonly change: Omit<SetLeverage, 'walletId'> | null;
}

export const unknownSetting: LeverageSetting = { leverage: null, isCross: null, isFromDesk: false, change: null };

export const settingWords = ({ leverage, isCross }: { leverage: number; isCross: boolean | null }): string =>
  `${leverage}×${isCross === null ? '' : isCross ? ' cross' : ' isolated'}`;

/** The margin mode of a coin that cannot be chosen, and why; null if it can. */
function fixedMode(market: PerpMarket, known: KnownLeverage | null): { isCross: boolean; why: string } | null {
  if (known?.from === 'position')
    return { isCross: known.isCross, why: `${known.isCross ? 'cross' : 'isolated'}, fixed while a position is open` };
  return market.onlyIsolated ? { isCross: false, why: `isolated, the only mode of ${market.coin}` } : null;
}

/** Leverage and margin mode as fields of an order. Empty and `unchanged` leave the setting as it is. */
export function leverageFields(desk: Desk, market: PerpMarket | null, values: Values): Field[] {
  const known = market && knownLeverage(desk, market.coin, perpWalletNow(desk)?.walletId ?? null);
  const now = known ? `now ${settingWords(known)}` : 'now unknown';
  const fixed = market && fixedMode(market, known);
  const isOff = values.reduceOnly === 'yes';
  const off = isOff ? { off: 'not used: reduce-only order' } : {};
  const choices = [
    { value: 'unchanged', label: 'unchanged' },
    { value: 'cross', label: 'cross' },
    { value: 'isolated', label: 'isolated' },
  ];
  return [
    {
      id: 'leverage',
      label: 'Leverage',
      kind: 'text',
      width: 5,
      unit: `×   ${market ? `${now}, max ${market.maxLeverage}×; empty: unchanged` : ''}`,
      ...off,
    },
    { id: 'margin', label: 'Margin', kind: 'choice', choices, ...(fixed ? { off: fixed.why } : {}), ...off },
  ];
}

/** Parses both fields. Problems are filed under the field that can fix them. */
export function readLeverageSetting(
  desk: Desk,
  market: PerpMarket,
  values: Values,
  problems: Problems,
): LeverageSetting {
  const { coin } = market;
  const known = knownLeverage(desk, coin, perpWalletNow(desk)?.walletId ?? null);
  const isFromDesk = known?.from === 'desk';
  const typed = (values.leverage ?? '').trim();
  const read = typed === '' ? null : readLeverage(typed, market);
  if (typeof read === 'string') {
    problems.leverage = read;
    return unknownSetting;
  }
  const fixed = fixedMode(market, known);
  const chosen =
    fixed || values.margin === undefined || values.margin === 'unchanged' ? null : values.margin === 'cross';
  const leverage = read ?? known?.leverage ?? null;
  const isCross = chosen ?? known?.isCross ?? fixed?.isCross ?? null;
  const isChange = (read !== null && read !== known?.leverage) || (chosen !== null && chosen !== known?.isCross);
  if (!isChange) return { leverage, isCross, isFromDesk, change: null };
  if (leverage === null)
    problems.leverage = 'The current leverage is unknown: enter one, it is set with the margin mode.';
  else if (isCross === null) problems.margin = 'The current margin mode is unknown: choose cross or isolated.';
  if (leverage === null || isCross === null) return { leverage, isCross, isFromDesk, change: null };
  const before = known && { leverage: known.leverage, isCross: known.isCross };
  const hasPosition = livePosition(desk, coin) !== null;
  return { leverage, isCross, isFromDesk: false, change: { coin, leverage, isCross, before, hasPosition } };
}

/**
 * USDC that a new leverage takes from the free margin into an open position; 0 or less for none. null if unknown. A higher
 * leverage leaves the margin of an isolated position unchanged.
 */
export function marginAddedBy(leverage: number, position: Position): Big | null {
  const { notionalUsd, marginUsed, reportedPnl, leverageType } = position;
  if (!notionalUsd || !marginUsed) return null;
  const needed = notionalUsd.div(leverage);
  if (leverageType !== 'isolated') return needed.minus(marginUsed);
  if (position.leverage?.lte(leverage)) return needed.times(0);
  // The service does not say whether marginUsed includes unrealised PnL: assume the case that needs more.
  return needed.minus(reportedPnl?.lt(0) ? marginUsed.plus(reportedPnl) : marginUsed);
}

/** Parses a whole leverage. Returns an error message if it is invalid. */
export function readLeverage(
  text: string,
  { maxLeverage, coin }: Pick<PerpMarket, 'maxLeverage' | 'coin'>,
): number | string {
  const typed = text.trim().replace(/\s*[×x]$/, '');
  const allowed = `a whole number from 1 to ${maxLeverage} for ${coin}`;
  if (!/^\d{1,6}$/.test(typed)) return `Enter ${allowed}.`;
  const leverage = Number(typed);
  return leverage >= 1 && leverage <= maxLeverage ? leverage : `${leverage}× is out of range: enter ${allowed}.`;
}
