import type Big from 'big.js';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { DeskData } from '../desk-data.ts';
import { perpTotals } from '../portfolio/perp-totals.ts';

interface SpotBalance {
  readonly coin: string;
  readonly total: Big | null;
  /** The part of it that orders or positions hold. */
  readonly hold: Big | null;
}

/** The perp margin account. null: a number that is unreadable or unknown. */
export interface MarginAccount {
  readonly valueUsd: Big | null;
  readonly usedUsd: Big | null;
  readonly withdrawableUsd: Big | null;
  /** Spot balances at the venue, without empty ones. */
  readonly spot: readonly SpotBalance[];
  readonly unreadableSpot: number;
}

/** null until it is read. */
export const marginAccount = (data: DeskData): MarginAccount | null => data.derive(toAccount);

function toAccount(data: DeskData): MarginAccount | null {
  const account = data.read('perpAccount').data;
  if (!account) return null;
  return {
    valueUsd: perpTotals(data)?.valueUsd ?? readDecimal(account.accountValue),
    usedUsd: readDecimal(data.read('positions').data?.totalMarginUsed),
    withdrawableUsd: readDecimal(account.withdrawable),
    spot: account.spotBalances.flatMap((balance) => {
      if (isUnreadable(balance)) return [];
      const total = readDecimal(balance.total);
      const coin = cleanText(balance.coin, textLimits.symbol);
      return total?.eq(0) ? [] : [{ coin, total, hold: readDecimal(balance.hold) }];
    }),
    unreadableSpot: account.spotBalances.filter(isUnreadable).length,
  };
}
