import Big from 'big.js';
import { formatAmount } from '../../../../domain/numbers/amount.ts';
import type { TokenBook } from '../tokens/token-book.ts';
import type { PaperToken } from '../tokens/token-list.ts';
import { isBuyOf, type SwapPlan } from './swap-router.ts';

/** USD in units of 10⁻²⁴ dollars: precise enough that the cheapest token's price keeps 18 digits. */
export type ExactUsd = bigint;
export const usdDecimals = 24;
const one = 10n ** BigInt(usdDecimals);

/** Value of base units at the current pool reserves: one division, rounded down. */
export function usdOf(book: TokenBook, token: PaperToken, baseUnits: bigint): ExactUsd {
  const native = book.native(token.chain);
  const { pool: hub, listing } = book.marketOf(native);
  const hubUnit = 10n ** BigInt(listing.token.decimals);
  const [numerator, denominator] = [hub.tokenReserve * one, hub.nativeReserve * hubUnit];
  if (token === native) return (baseUnits * numerator) / denominator;
  const { pool } = book.marketOf(token);
  return (baseUnits * pool.nativeReserve * numerator) / (pool.tokenReserve * denominator);
}

type Swapped = Pick<SwapPlan, 'input' | 'output' | 'amountIn' | 'amountOut'>;

/** A swap's size: its most money-like side, at the current reserves. */
export const swapSizeUsd = (book: TokenBook, { input, output, amountIn, amountOut }: Swapped): ExactUsd =>
  isBuyOf(input, output) ? usdOf(book, input, amountIn) : usdOf(book, output, amountOut);

/** The same in base units of the chain's native coin. */
export function swapSizeNative(book: TokenBook, swap: Swapped): bigint {
  const native = book.native(swap.input.chain);
  if (swap.input === native) return swap.amountIn;
  if (swap.output === native) return swap.amountOut;
  const unit = 10n ** BigInt(native.decimals);
  return (swapSizeUsd(book, swap) * unit) / usdOf(book, native, unit);
}

export type UsdMetric = 'price_usd' | 'market_cap_usd' | 'liquidity_usd';

/** A token's exact price, market cap, or the value of both sides of its pool. */
export function exactMetric(book: TokenBook, metric: UsdMetric, token: PaperToken): ExactUsd {
  const unit = 10n ** BigInt(token.decimals);
  if (metric === 'price_usd') return usdOf(book, token, unit);
  if (metric === 'market_cap_usd') return usdOf(book, token, unit * BigInt(Math.round(token.supply)));
  return usdOf(book, book.native(token.chain), 2n * book.marketOf(token).pool.nativeHeld);
}

/** Parses a plain decimal; digits beyond the 24th are truncated, or rounded up. */
export function readUsd(text: string, rounding: 'down' | 'up' = 'down'): ExactUsd {
  const [whole = '', fraction = ''] = text.split('.');
  const units = BigInt(whole + fraction.slice(0, usdDecimals).padEnd(usdDecimals, '0'));
  const isCut = /[1-9]/.test(fraction.slice(usdDecimals));
  return rounding === 'up' && isCut ? units + 1n : units;
}

/** The exact decimal; `readUsd` restores the same value. */
export const usdText = (usd: ExactUsd): string => formatAmount(usd, usdDecimals);

/** For display: a plain decimal with nine significant digits. */
export const shortUsd = (usd: ExactUsd): string => new Big(new Big(usdText(usd)).toPrecision(9)).toFixed();

/** As a JSON number, rounded to the cent. */
export const centsOf = (usd: ExactUsd): number => Number(new Big(usdText(usd)).toFixed(2));

/** Converts a float of the market's noise, which counts as exact from here on. */
export const exactly = (usd: number): ExactUsd => {
  const text = new Big(usd).toFixed();
  return text.startsWith('-') ? -readUsd(text.slice(1)) : readUsd(text);
};
