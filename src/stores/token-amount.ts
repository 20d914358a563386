import Big from 'big.js';
import { formatAmount } from '../domain/amount.ts';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import { readDecimal } from '../domain/decimal.ts';
import { groupThousands } from '../domain/format.ts';

/** An amount of a token as it can be shown. */
export interface TokenAmount {
  /** Whole tokens, exact; base units where the decimals are not known. Cleaned. */
  readonly text: string;
  readonly isBaseUnits: boolean;
}

/** Base units as an answer gives them. What is no whole number is left as it came: nobody knows its unit. */
export function tokenAmount(raw: string, decimals: number | null | undefined): TokenAmount {
  const isWhole = /^\d{1,80}$/.test(raw);
  const isKnown = typeof decimals === 'number' && Number.isInteger(decimals) && decimals >= 0 && decimals <= 255;
  if (isWhole && isKnown) return { text: formatAmount(BigInt(raw), decimals), isBaseUnits: false };
  return { text: cleanText(raw, textLimits.name), isBaseUnits: isWhole };
}

/**
 * An amount for the eye: digits past the fourth decimal are cut, never rounded up. A dash where nothing was given, a question
 * mark for what is no number.
 */
export function shownAmount({ text, isBaseUnits }: TokenAmount): string {
  const value = readDecimal(text);
  if (!value) return text === '' ? '–' : '?';
  if (isBaseUnits) return `${groupThousands(text)} base units`;
  return groupThousands(text.includes('.') ? value.toFixed(4, Big.roundDown) : text);
}
