import Big from 'big.js';
import { formatAmount } from '../../domain/numbers/amount.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { groupThousands } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';

/** A token amount for display. */
export interface TokenAmount {
  /** Exact, in whole tokens; in base units if the decimals are unknown. Cleaned. */
  readonly text: string;
  readonly isBaseUnits: boolean;
}

/** Converts base units from a response. A value that is not an integer stays unchanged, since its unit is unknown. */
export function tokenAmount(raw: string, decimals: number | null | undefined): TokenAmount {
  const isWhole = /^\d{1,80}$/.test(raw);
  const isKnown = typeof decimals === 'number' && Number.isInteger(decimals) && decimals >= 0 && decimals <= 255;
  if (isWhole && isKnown) return { text: formatAmount(BigInt(raw), decimals), isBaseUnits: false };
  return { text: cleanText(raw, textLimits.name), isBaseUnits: isWhole };
}

/** An amount as text, truncated after the fourth decimal and never rounded up. `–` if there is none, `?` if it is not a number. */
export function shownAmount({ text, isBaseUnits }: TokenAmount): string {
  const value = readDecimal(text);
  if (!value) return text === '' ? '–' : '?';
  if (isBaseUnits) return `${groupThousands(text)} base units`;
  return groupThousands(text.includes('.') ? value.toFixed(4, Big.roundDown) : text);
}
