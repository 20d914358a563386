import { AmountError, parseAmount, percentOf } from '../../domain/amount.ts';
import { cutEnd } from '../../domain/text-width.ts';
import type { Choice, Field } from './form-spec.ts';
import { amountText } from './spot-balance.ts';
import { type Token, tokenName } from './token-field.ts';

export interface TypedAmount {
  readonly baseUnits: bigint;
  /** Set when a share of the balance was typed, in basis points of it. */
  readonly shareBps: number | null;
}

const presets: readonly Choice[] = [
  { value: '25%', label: '25%', key: 'q' },
  { value: '50%', label: '50%', key: 'h' },
  { value: '75%', label: '75%', key: 't' },
  { value: '100%', label: '100%', key: 'a' },
];

/** Amount of the token that is sold; shares of the balance are offered unless that balance is known not to be known. */
export const amountField = (token: Token | null, balance: bigint | null): Field => ({
  id: 'amount',
  label: 'Amount',
  kind: 'text',
  width: 12,
  ...(token ? { unit: cutEnd(tokenName(token), 8) } : {}),
  ...(token && balance === null ? {} : { choices: presets }),
});

// Enough for any token: the number of decimals can be judged only when the token is known.
const anyDecimals = 80;

/**
 * The typed amount in base units, or the sentence that says what is allowed. Null while it is well formed but the token, and
 * so its decimals, are not known.
 */
export function readAmount(text: string, token: Token | null, balance: bigint | null): TypedAmount | string | null {
  if (text.includes('%')) return readShare(text, token, balance);
  try {
    const baseUnits = parseAmount(text, token?.decimals ?? anyDecimals, token ? tokenName(token) : undefined);
    if (baseUnits === 0n) return 'Type an amount above zero, such as 1.5.';
    return token ? { baseUnits, shareBps: null } : null;
  } catch (error) {
    if (error instanceof AmountError) return error.message;
    throw error;
  }
}

function readShare(text: string, token: Token | null, balance: bigint | null): TypedAmount | string | null {
  const allowed = 'A share of the balance is above 0 % and at most 100 %, with at most 2 decimals, such as 50%.';
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%$/.exec(text.trim()) ?? [];
  const shareBps = whole === undefined ? 0 : Number(whole + fraction.padEnd(2, '0'));
  if (shareBps === 0 || shareBps > 10_000) return allowed;
  if (!token) return null;
  const name = tokenName(token);
  if (balance === null) return `The balance of ${name} is not known here: type an amount, such as 1.5.`;
  const baseUnits = percentOf(balance, shareBps);
  return baseUnits > 0n
    ? { baseUnits, shareBps }
    : `That share of ${amountText(balance, token, name)} is less than its smallest unit: type more.`;
}
