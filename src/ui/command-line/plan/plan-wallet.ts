import { cleanText } from '../../../domain/text/clean-text.ts';
import { switchWallet, switchWords, walletNames, walletsNamed } from '../../desk/active-wallet.ts';
import type { DeskView } from '../../desk/desk.ts';
import { didYouMean } from '../../keys/nearest-words.ts';
import type { Intent } from './intent.ts';
import type { Plan } from './plan.ts';

/** Switches the active wallet to the one with an unambiguous name. */
export function planWallet(desk: DeskView, { name }: Extract<Intent, { kind: 'wallet' }>): Plan {
  const names = walletNames(desk);
  if (names.length === 0) return { problem: 'No active wallets: still loading, or the account has none.' };
  const [found, ...others] = walletsNamed(desk, name);
  if (!found) {
    const list = names.map((one) => one.name);
    return {
      problem: `No active wallet named ${cleanText(name, 32)}.${didYouMean(name, list)} Allowed: ${list.join(', ')}.`,
    };
  }
  if (others.length > 0) {
    const meant = [found, ...others].map(
      ({ walletId }) => names.find(({ wallet }) => wallet.walletId === walletId)?.name,
    );
    return { problem: `${meant.length} wallets are named ${cleanText(name, 32)}: enter ${meant.join(' or ')}.` };
  }
  return { effect: switchWords(desk, found), run: (at) => switchWallet(at, found) };
}
