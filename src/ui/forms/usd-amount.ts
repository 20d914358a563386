import Big from 'big.js';
import { formatAge, groupThousands } from '../../domain/numbers/format.ts';
import { baseUnitsWorth, parseUsd } from '../../domain/numbers/usd-amount.ts';
import { isOfUnknownAge } from '../../stores/freshness.ts';
import { amountText, type UsdPrice, usdPriceRead } from '../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../desk/desk.ts';
import { muted, span } from '../text/span.ts';
import type { FormRow } from './form-spec.ts';
import { type Token, tokenName } from './token-field.ts';

/** An amount that was typed in USD, and the price that it was converted at. */
export interface TypedUsd {
  /** As typed, without the unit. */
  readonly number: string;
  readonly price: UsdPrice;
}

/** A USD price older than this does not size an order, ms. */
const priceIsOldMs = 30_000;

/** Significant digits of the price that USD is converted at, few enough to show all of them. */
const priceDigits = 8;

/**
 * Converts USD into base units at the price that is shown, rounded down: never worth more than was typed. Returns an error
 * message if the price is unknown or old, null while the token is unknown. Throws AmountError for anything but a number.
 */
export function readUsd(
  desk: Desk,
  number: string,
  token: Token | null,
): { readonly baseUnits: bigint; readonly usd: TypedUsd } | string | null {
  const micros = parseUsd(number);
  if (!token) return null;
  const name = tokenName(token);
  const read = usdPriceRead(desk, token);
  if (!read) return `The price of ${name} is unknown: ${inCoins(name)}`;
  const problem = whyPriceIsOld(name, read, desk.now());
  if (problem !== null) return problem;
  const price = { ...read, px: read.px.prec(priceDigits, Big.roundUp) };
  const baseUnits = baseUnitsWorth(micros, price.px, token.decimals);
  return baseUnits > 0n
    ? { baseUnits, usd: { number, price } }
    : `${number} USD is below one base unit of ${name}: enter more.`;
}

const inCoins = (name: string): string => `enter an amount in ${name}, such as 1.5.`;

/** Why a price is too old to size an order, as a sentence; null if it is not. */
export function whyPriceIsOld(name: string, { readAtMs }: UsdPrice, nowMs: number): string | null {
  if (readAtMs === null) return null;
  if (isOfUnknownAge(readAtMs, nowMs))
    return `The price of ${name} was read before the clock was set back: ${inCoins(name)}`;
  const ageMs = nowMs - readAtMs;
  return ageMs > priceIsOldMs ? `The price of ${name} is ${formatAge(ageMs)} old: ${inCoins(name)}` : null;
}

/** `50 USD ≈ 0.352087881 SOL at 142.01 (2.0 s)`. */
export const usdText = (
  token: Token,
  { baseUnits, usd }: { readonly baseUnits: bigint; readonly usd: TypedUsd },
  nowMs: number,
): string => {
  const { px, readAtMs } = usd.price;
  const age = readAtMs === null ? '' : ` (${formatAge(nowMs - readAtMs)})`;
  const amount = amountText(baseUnits, token, tokenName(token));
  return `${groupThousands(usd.number)} USD ≈ ${amount} at ${groupThousands(px.toFixed())}${age}`;
};

/** The conversion of an amount that was typed in USD; nothing for another amount. */
export function usdRows(
  desk: Desk,
  token: Token,
  { baseUnits, usd }: { readonly baseUnits: bigint; readonly usd: TypedUsd | null },
): FormRow[] {
  if (usd === null) return [];
  const [typed = '', converted = ''] = usdText(token, { baseUnits, usd }, desk.now()).split(' ≈ ');
  return [{ label: 'amount', value: [span(typed), muted(` ≈ ${converted}`)], wraps: true }];
}
