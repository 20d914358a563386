import { AmountError, parseAmount, percentOf } from '../../domain/numbers/amount.ts';
import { cutEnd } from '../../domain/text/text-width.ts';
import type { Field } from './form-spec.ts';
import { shareChoices } from './share-choices.ts';
import { amountText } from './spot-balance.ts';
import { type Token, tokenName } from './token-field.ts';

export interface TypedAmount {
  readonly baseUnits: bigint;
  /** Basis points of the balance when a percentage was typed; otherwise null. */
  readonly shareBps: number | null;
}

/** Amount of the sold token. Percentage presets are hidden once the token is known but its balance is not. */
export const amountField = (token: Token | null, balance: bigint | null): Field => ({
  id: 'amount',
  label: 'Amount',
  kind: 'text',
  width: 12,
  ...(token ? { unit: cutEnd(tokenName(token), 8) } : {}),
  ...(token && balance === null ? {} : { choices: shareChoices('%') }),
});

// Used until the token, and so its decimals, is known.
const anyDecimals = 80;

/** Parses an amount into base units. Returns an error message if it is invalid, null while the token is unknown. */
export function readAmount(text: string, token: Token | null, balance: bigint | null): TypedAmount | string | null {
  if (text.includes('%')) return readShare(text, token, balance);
  try {
    const baseUnits = parseAmount(text, token?.decimals ?? anyDecimals, token ? tokenName(token) : undefined);
    if (baseUnits === 0n) return 'Enter an amount above zero, such as 1.5.';
    return token ? { baseUnits, shareBps: null } : null;
  } catch (error) {
    if (error instanceof AmountError) return error.message;
    throw error;
  }
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
    ? { baseUnits, shareBps }
    : `That percentage of ${amountText(balance, token, name)} is below one base unit: enter a larger one.`;
}
