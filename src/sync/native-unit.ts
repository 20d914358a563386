import { formatAmount } from '../domain/amount.ts';
import { chainNamed, chains } from '../domain/chain.ts';
import { isUnreadable } from '../protocol/schema.ts';
import type { DeskQueries } from '../stores/desk-data.ts';

/** What a service's `nativeBalance` counts: published clients disagree, so the person says. */
export type NativeUnit = 'as-given' | 'whole' | 'base-units';

/**
 * Native balances as whole units, marked as such by a decimal point, where the configuration says what they count;
 * otherwise untouched, for a guess could be wrong by nine digits.
 */
export function readNativeBalances(balances: DeskQueries['balances'], unit: NativeUnit): DeskQueries['balances'] {
  if (unit === 'as-given') return balances;
  const wallets = balances.wallets.map((wallet) => {
    const chain = isUnreadable(wallet) ? null : chainNamed(wallet.chain);
    if (isUnreadable(wallet) || !chain || !/^\d{1,80}$/.test(wallet.nativeBalance)) return wallet;
    const whole =
      unit === 'whole'
        ? wallet.nativeBalance
        : formatAmount(BigInt(wallet.nativeBalance), chains[chain].nativeDecimals);
    return { ...wallet, nativeBalance: whole.includes('.') ? whole : `${whole}.0` };
  });
  return { ...balances, wallets };
}
