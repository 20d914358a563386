import Big from 'big.js';
import { isDecimalText } from '../../../../domain/numbers/decimal.ts';
import type { PerpMarkets } from '../market/perp-markets.ts';
import { OrderError } from '../orders/order-rules.ts';
import { type LeverageSetting, smaller } from '../perp-records.ts';
import { leverageOf, positionValue, summarise, unrealisedUsd } from './margin.ts';
import type { MarginAccount } from './margin-account.ts';

/** Adds `amountUsd` (plain decimal; negative removes) to an isolated position's margin. Throws OrderError. */
export function adjustMargin(account: MarginAccount, markets: PerpMarkets, coin: string, amountUsd: string): void {
  if (!isDecimalText(amountUsd)) throw new OrderError(`amount ${amountUsd} is not a plain decimal number`);
  const amount = new Big(amountUsd);
  if (amount.eq(0)) throw new OrderError('amount must not be 0');
  if (!amount.round(6, Big.roundDown).eq(amount)) throw new OrderError('USDC has 6 decimals');
  const position = account.positions.get(coin);
  if (!position) throw new OrderError(`no open ${coin} position`);
  if (position.isCross) throw new OrderError(`the ${coin} position is cross: it shares the margin of the account`);
  if (amount.gt(0)) {
    const { free } = summarise(account, markets);
    if (free.lt(amount)) throw new OrderError(`only ${shown(free)} USD is free`);
  } else {
    const { markPx } = markets.get(coin);
    const equity = position.marginUsd.plus(unrealisedUsd(position, markPx));
    const initial = positionValue(position, markPx).div(position.leverage);
    const removable = smaller(equity.minus(initial), position.marginUsd);
    if (amount.abs().gt(removable))
      throw new OrderError(`at most ${shown(removable)} USD can be removed at ${position.leverage}×`);
  }
  account.moveMargin(position, amount);
}

/**
 * Sets leverage and margin mode of a coin. The mode cannot change with an open position; lower leverage requires more
 * margin, higher leverage keeps the existing margin. Throws OrderError.
 */
export function setLeverage(
  account: MarginAccount,
  markets: PerpMarkets,
  coin: string,
  leverage: number,
  isCross: boolean | undefined,
): void {
  const market = markets.find(coin);
  if (!market) throw new OrderError(`no perp market ${coin}`);
  const { maxLeverage, onlyIsolated } = market.spec;
  if (leverage < 1 || leverage > maxLeverage) throw new OrderError(`${coin} takes leverage from 1 to ${maxLeverage}`);
  const present = leverageOf(account, market);
  const setting = { leverage, isCross: isCross ?? present.isCross };
  if (setting.isCross && onlyIsolated) throw new OrderError(`${coin} can only be traded with isolated margin`);
  const hasOrders = [...account.orders.values()].some((order) => order.coin === coin);
  if (setting.isCross !== present.isCross && (account.positions.has(coin) || hasOrders))
    throw new OrderError(`margin mode cannot change while ${coin} has an open position or order`);
  applyLeverage(account, markets, coin, setting);
}

function applyLeverage(account: MarginAccount, markets: PerpMarkets, coin: string, setting: LeverageSetting): void {
  const before = account.leverages.get(coin);
  const position = account.positions.get(coin);
  const freeBefore = summarise(account, markets).free;
  const cashBefore = account.cashUsd;
  account.leverages.set(coin, setting);
  if (position) {
    const { markPx } = markets.get(coin);
    const changed = { ...position, leverage: setting.leverage };
    account.positions.set(coin, changed);
    const equity = position.marginUsd.plus(unrealisedUsd(position, markPx));
    const missing = positionValue(position, markPx).div(setting.leverage).minus(equity).round(6, Big.roundUp);
    const isLower = setting.leverage < position.leverage;
    if (!position.isCross && isLower && missing.gt(0)) account.moveMargin(changed, missing);
  }
  const { free } = summarise(account, markets);
  if (free.gte(0) || free.gte(freeBefore)) return;
  account.cashUsd = cashBefore;
  if (position) account.positions.set(coin, position);
  if (before) account.leverages.set(coin, before);
  else account.leverages.delete(coin);
  throw new OrderError(`not enough free margin for ${setting.leverage}×: ${shown(free.abs())} USD is missing`);
}

const shown = (usd: Big): string => (usd.gt(0) ? usd.round(2, Big.roundDown).toFixed(2) : '0.00');
