import { quoteToken, tokenId } from '../../domain/market/token.ts';
import { AmountError, parseAmount, percentOf } from '../../domain/numbers/amount.ts';
import { usdNumber } from '../../domain/numbers/usd-amount.ts';
import { cutEnd } from '../../domain/text/text-width.ts';
import { amountText } from '../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../desk/desk.ts';
import type { Field } from './form-spec.ts';
import { shareChoices } from './share-choices.ts';
import { type Token, tokenName } from './token-field.ts';
import { readUsd, type TypedUsd, whyPriceIsOld } from './usd-amount.ts';

export interface TypedAmount {
  readonly baseUnits: bigint;
  /** Basis points of the balance when a percentage was typed; otherwise null. */
  readonly shareBps: number | null;
  /** What was typed if it was in USD; otherwise null. */
  readonly usd: TypedUsd | null;
}

/** Amount of the sold token. Percentage presets are hidden once the token is known but its balance is not. */
export const amountField = (token: Token | null, balance: bigint | null, typed = ''): Field => ({
  id: 'amount',
  label: 'Amount',
  kind: 'text',
  width: 12,
  ...(token ? { unit: unitOf(token, typed) } : {}),
  ...(token && balance === null ? {} : { choices: shareChoices('%') }),
});

/** The unit of what is typed; before that, both that can be. */
function unitOf(token: Token, typed: string): string {
  const name = cutEnd(tokenName(token), 8);
  if (usdNumber(typed) !== null) return 'USD';
  return typed === '' && quoteToken(token)?.kind !== 'stable' ? `${name} or usd` : name;
}

// Used until the token, and so its decimals, is known.
const anyDecimals = 80;

/**
 * Parses an amount of a token, a percentage of its balance, or an amount in USD such as `50 usd` or `$50` into base units.
 * Returns an error message if it is invalid, null while the token is unknown.
 */
export function readAmount(
  desk: Desk,
  text: string,
  token: Token | null,
  balance: bigint | null,
): TypedAmount | string | null {
  if (text.includes('%')) return readShare(text, token, balance);
  const usd = usdNumber(text);
  try {
    if (usd !== null) {
      const read = readUsd(desk, usd, token);
      return read === null || typeof read === 'string' ? read : { ...read, shareBps: null };
    }
    const baseUnits = parseAmount(text, token?.decimals ?? anyDecimals, token ? tokenName(token) : undefined);
    if (baseUnits === 0n) return 'Enter an amount above zero, such as 1.5.';
    return token ? { baseUnits, shareBps: null, usd: null } : null;
  } catch (error) {
    if (error instanceof AmountError) return error.message;
    throw error;
  }
}

export type AmountReader = (text: string, token: Token | null, balance: bigint | null) => ReturnType<typeof readAmount>;

/**
 * `readAmount` for one form. While the text and the token stay, so does the amount that USD was converted to, until its price
 * is old: a quote or a plan for it is not overtaken by every change of the price.
 */
export function createAmountReader(desk: Desk): AmountReader {
  let held: { readonly key: string; readonly amount: TypedAmount } | null = null;
  return (text, token, balance) => {
    const key = token ? `${tokenId(token)} ${text}` : '';
    const price = held?.key === key ? held.amount.usd?.price : undefined;
    if (held && price && whyPriceIsOld('', price, desk.now()) === null) return held.amount;
    const amount = readAmount(desk, text, token, balance);
    held = amount !== null && typeof amount !== 'string' ? { key, amount } : null;
    return amount;
  };
}

function readShare(text: string, token: Token | null, balance: bigint | null): TypedAmount | string | null {
  const allowed = 'Enter a percentage above 0 and up to 100, with at most 2 decimals, such as 50%.';
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%$/.exec(text.trim()) ?? [];
  const shareBps = whole === undefined ? 0 : Number(whole + fraction.padEnd(2, '0'));
  if (shareBps === 0 || shareBps > 10_000) return allowed;
  if (!token) return null;
  const name = tokenName(token);
  if (balance === null) return `The ${name} balance is unknown: enter an amount, such as 1.5.`;
  const baseUnits = percentOf(balance, shareBps);
  return baseUnits > 0n
    ? { baseUnits, shareBps, usd: null }
    : `That percentage of ${amountText(balance, token, name)} is below one base unit: enter a larger one.`;
}
