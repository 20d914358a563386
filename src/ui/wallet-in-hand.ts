import { chainNamed, chains } from '../domain/chain.ts';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import { shortAddress } from '../domain/format.ts';
import { takeInHand } from '../stores/wallet-in-hand.ts';
import { activeWallets, type DeskWallet, perpWallet } from '../stores/wallets.ts';
import type { Desk } from './desk.ts';
import { say } from './say.ts';

type Reads = Pick<Desk, 'data' | 'walletInHand'>;

const wallets = ({ data }: Reads): DeskWallet[] => activeWallets(data.read('wallets').data);

/** The wallet of the positions and perp orders; null where the account has none of several chains, or is not read yet. */
export const perpWalletNow = (desk: Reads): DeskWallet | null =>
  perpWallet(wallets(desk), desk.walletInHand.getState().perpId);

/** The wallet that was taken in hand last, or is configured; null for none, and for one that the account has not. */
export function walletInHand(desk: Reads): DeskWallet | null {
  const { walletId } = desk.walletInHand.getState();
  return wallets(desk).find((wallet) => wallet.walletId === walletId) ?? null;
}

const chainWords = ({ chain }: DeskWallet): string => {
  const known = chainNamed(chain ?? '');
  return chain === null ? '' : ` on ${known ? chains[known].name : cleanText(chain, textLimits.symbol)}`;
};

/** `sniper on Solana (4HJn…yQS8)`. */
export const walletWords = (wallet: DeskWallet): string =>
  `${cleanText(wallet.label, textLimits.name)}${chainWords(wallet)} (${shortAddress(cleanText(wallet.address, 100))})`;

/** What taking it in hand means, without its full stop. */
export const switchWords = (wallet: DeskWallet): string =>
  wallet.chain === null
    ? `positions and perp orders are those of ${walletWords(wallet)} until the desk is left`
    : `swaps and trigger orders begin with ${walletWords(wallet)} until the desk is left`;

/** Takes a wallet in hand. What was read or armed for another one is not to be sent with this one. */
export function switchWallet(desk: Desk, wallet: DeskWallet): void {
  if (desk.walletInHand.getState().walletId === wallet.walletId)
    return say(desk, 'info', `${walletWords(wallet)} is in hand already.`);
  if (desk.trading.getState().isOneClick) desk.actions.setOneClick(false);
  const { overlay } = desk.ui.getState();
  if (overlay?.kind === 'form') overlay.form.disarm('The wallet was changed: read it again, then confirm.');
  takeInHand(desk.walletInHand, wallet);
  say(
    desk,
    'info',
    `In hand until the desk is left: ${walletWords(wallet)}${wallet.chain === null ? ', with its positions' : ''}`,
  );
}

/** In the order of the account, round and round; without one in hand, the first. */
export function nextWallet(desk: Desk): void {
  const all = wallets(desk);
  const { walletId } = desk.walletInHand.getState();
  const next = all[(all.findIndex((wallet) => wallet.walletId === walletId) + 1) % Math.max(1, all.length)];
  if (next) switchWallet(desk, next);
  else {
    const text = desk.data.read('wallets').data ? 'the account has no active wallet' : 'the wallets are not read yet';
    say(desk, 'warn', text);
  }
}

/** A name by which each wallet can be typed: its label where no other has it and it is one word, else with its chain, else its id. */
export function walletNames(desk: Reads): { readonly name: string; readonly wallet: DeskWallet }[] {
  const all = wallets(desk);
  const count = (name: string): number =>
    all.filter((one) => labelOf(one) === name || labelWithChain(one) === name || one.walletId === name).length;
  const isName = (name: string): boolean => /^[^\s<>]{1,64}$/.test(name) && count(name) === 1;
  return all.map((wallet) => ({
    wallet,
    name: [labelOf(wallet), labelWithChain(wallet)].find(isName) ?? wallet.walletId,
  }));
}

const labelOf = ({ label }: DeskWallet): string => cleanText(label, textLimits.name).toLowerCase();
const labelWithChain = (wallet: DeskWallet): string => `${labelOf(wallet)}:${wallet.chain ?? 'perps'}`;

/** Wallets that a typed name means: by id, by label, or by label and chain. */
export function walletsNamed(desk: Reads, text: string): DeskWallet[] {
  const wanted = text.toLowerCase();
  const exact = wallets(desk).filter(({ walletId }) => walletId.toLowerCase() === wanted);
  if (exact.length > 0) return exact;
  return wallets(desk).filter((wallet) => labelOf(wallet) === wanted || labelWithChain(wallet) === wanted);
}
