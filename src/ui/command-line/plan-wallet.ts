import { cleanText } from '../../domain/clean-text.ts';
import { didYouMean } from '../../keys/nearest-words.ts';
import type { Desk } from '../desk.ts';
import { switchWallet, switchWords, walletNames, walletsNamed } from '../wallet-in-hand.ts';
import type { Intent } from './intent.ts';
import type { Plan } from './plan.ts';

/** Takes a wallet in hand, by a name that means one alone. */
export function planWallet(desk: Desk, { name }: Extract<Intent, { kind: 'wallet' }>): Plan {
  const names = walletNames(desk);
  if (names.length === 0) return { problem: 'The wallets are not read yet, or the account has no active one.' };
  const [found, ...others] = walletsNamed(desk, name);
  if (!found) {
    const list = names.map((one) => one.name);
    return {
      problem: `No active wallet is called ${cleanText(name, 32)}.${didYouMean(name, list)} Allowed: ${list.join(', ')}.`,
    };
  }
  if (others.length > 0) {
    const meant = [found, ...others].map(
      ({ walletId }) => names.find(({ wallet }) => wallet.walletId === walletId)?.name,
    );
    return { problem: `${meant.length} wallets are called ${cleanText(name, 32)}: type ${meant.join(', ')}.` };
  }
  return { says: switchWords(found), run: (at) => switchWallet(at, found) };
}
