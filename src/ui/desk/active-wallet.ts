import { chains, readChain } from '../../domain/market/chain.ts';
import { shortAddress } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { setActiveWallet } from '../../stores/account/active-wallet.ts';
import {
  activeWallets,
  type DeskWallet,
  markedLabel,
  ownWallets,
  perpWallet,
  perpWallets,
} from '../../stores/account/wallets.ts';
import { openOverlay } from '../overlays/open-overlay.ts';
import type { Desk } from './desk.ts';
import { notify } from './notify.ts';

type Reads = Pick<Desk, 'data' | 'activeWallet'>;

const wallets = ({ data }: Reads): DeskWallet[] => activeWallets(data.read('wallets').data);

/** The service's wallets, then those whose keys the user holds. */
const allWallets = (desk: Reads): DeskWallet[] => [...wallets(desk), ...ownWallets(desk.data.read('own').data)];

/** The wallet of positions and perp orders; null if the account has no multi-chain wallet or is not read yet. */
export const perpWalletNow = (desk: Reads): DeskWallet | null =>
  perpWallet(wallets(desk), desk.activeWallet.getState().perpId);

const holdsPerps = (desk: Reads, { walletId }: DeskWallet): boolean =>
  perpWallets(wallets(desk)).some((wallet) => wallet.walletId === walletId);

/** The active wallet: the last one switched to, else the configured one; null if there is none or the account lacks it. */
export function activeWallet(desk: Reads): DeskWallet | null {
  const { walletId } = desk.activeWallet.getState();
  return allWallets(desk).find((wallet) => wallet.walletId === walletId) ?? null;
}

const chainWords = ({ chain, isOwn }: DeskWallet): string => {
  if (isOwn && chain === 'evm') return ' on the EVM chains';
  const known = readChain(chain);
  return chain === null ? '' : ` on ${known ? chains[known].name : cleanText(chain, textLimits.symbol)}`;
};

/** `sniper on Solana (4HJn…yQS8)`. */
export const walletWords = (wallet: DeskWallet): string =>
  `${cleanText(markedLabel(wallet), textLimits.name)}${chainWords(wallet)} (${shortAddress(cleanText(wallet.address, 100))})`;

/** What switching to the wallet changes, without a full stop. */
export const switchWords = (desk: Reads, wallet: DeskWallet): string =>
  holdsPerps(desk, wallet)
    ? `positions and perp orders use ${walletWords(wallet)} for this session`
    : `swaps and trigger orders start with ${walletWords(wallet)} for this session`;

/** Makes a wallet the active wallet. Disarms one-click and an open confirmation, which were meant for the previous one. */
export function switchWallet(desk: Desk, wallet: DeskWallet): void {
  if (desk.activeWallet.getState().walletId === wallet.walletId)
    return notify(desk, 'info', `${walletWords(wallet)} is the active wallet already.`);
  if (desk.trading.getState().isOneClick) desk.actions.setOneClick(false);
  openOverlay(desk, 'form')?.form.disarm('The active wallet has changed: review and confirm again.');
  setActiveWallet(desk.activeWallet, wallet, wallets(desk));
  notify(
    desk,
    'info',
    `Active wallet for this session: ${walletWords(wallet)}${holdsPerps(desk, wallet) ? ', with its positions' : ''}`,
  );
}

/** Switches to the next wallet of the account, wrapping around; to the first if none is active. */
export function nextWallet(desk: Desk): void {
  const all = allWallets(desk);
  const { walletId } = desk.activeWallet.getState();
  const next = all[(all.findIndex((wallet) => wallet.walletId === walletId) + 1) % Math.max(1, all.length)];
  if (next) switchWallet(desk, next);
  else {
    const text = desk.data.read('wallets').data ? 'the account has no active wallets' : 'the wallets are not read yet';
    notify(desk, 'warn', text);
  }
}

/** The name to type for each wallet: its label if unique and one word, else label and chain, else its id. */
export function walletNames(desk: Reads): { readonly name: string; readonly wallet: DeskWallet }[] {
  const all = allWallets(desk);
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

/** Wallets that match a typed name: by id, by label, or by label and chain. */
export function walletsNamed(desk: Reads, text: string): DeskWallet[] {
  const wanted = text.toLowerCase();
  const exact = allWallets(desk).filter(({ walletId }) => walletId.toLowerCase() === wanted);
  if (exact.length > 0) return exact;
  return allWallets(desk).filter((wallet) => labelOf(wallet) === wanted || labelWithChain(wallet) === wanted);
}
