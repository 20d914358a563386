import { chains, readChain } from '../../domain/market/chain.ts';
import { formatAmount } from '../../domain/numbers/amount.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { DeskQueries } from '../../stores/desk-data.ts';

/** Unit of the service's `nativeBalance`. Published clients disagree, so the user configures it. */
export type NativeUnit = 'as-given' | 'whole' | 'base-units';

/**
 * Converts native balances to whole units, marked by a decimal point, if the configuration gives their unit. Otherwise they
 * stay unchanged, since a guess could be wrong by nine digits.
 */
export function readNativeBalances(balances: DeskQueries['balances'], unit: NativeUnit): DeskQueries['balances'] {
  if (unit === 'as-given') return balances;
  const wallets = balances.wallets.map((wallet) => {
    const chain = isUnreadable(wallet) ? null : readChain(wallet.chain);
    if (isUnreadable(wallet) || !chain || !/^\d{1,80}$/.test(wallet.nativeBalance)) return wallet;
    const whole =
      unit === 'whole'
        ? wallet.nativeBalance
        : formatAmount(BigInt(wallet.nativeBalance), chains[chain].nativeDecimals);
    return { ...wallet, nativeBalance: whole.includes('.') ? whole : `${whole}.0` };
  });
  return { ...balances, wallets };
}
