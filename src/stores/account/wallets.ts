import { allChains, type Chain, chainsOfAddress, isAddress } from '../../domain/market/chain.ts';
import { readable } from '../../protocol/schema.ts';
import type { DeskQueries } from '../desk-data.ts';

export interface DeskWallet {
  readonly walletId: string;
  readonly address: string;
  readonly label: string;
  /** A chain's name in request bodies, or of a chain that the desk does not know; null: the service names none. */
  readonly chain: string | null;
  /** The user holds its key: it swaps, and does nothing else here. */
  readonly isOwn?: true;
}

/** The chains that the wallet can swap on: its own, or all that its address fits if the service names none. */
export const walletChains = ({ chain, address }: Pick<DeskWallet, 'chain' | 'address'>): readonly Chain[] =>
  chain === null ? chainsOfAddress(address) : allChains.filter((one) => one === chain);

/**
 * The wallets that can hold a perp account: those that name no chain, and among them only those with an EVM address, as
 * the venue's accounts have, if there are any.
 */
export function perpWallets(wallets: readonly DeskWallet[]): readonly DeskWallet[] {
  const anywhere = wallets.filter(({ chain }) => chain === null);
  const onEvm = anywhere.filter(({ address }) => isAddress('base', address));
  return onEvm.length > 0 ? onEvm : anywhere;
}

/** The wallets that can be used, without archived ones. */
export const activeWallets = (wallets: DeskQueries['wallets'] | undefined): DeskWallet[] =>
  readable(wallets ?? [])
    .filter(({ state }) => state.toUpperCase() !== 'ARCHIVED')
    .map(({ walletId, address, label, chain }) => ({
      walletId,
      address,
      label: label || walletId,
      chain: chain ?? null,
    }));

export const ownWalletId = (name: string): string => `own:${name}`;
export const isOwnWalletId = (walletId: string): boolean => walletId.startsWith('own:');

/** The label, with the mark of a wallet whose key the user holds. Not cleaned. */
export const markedLabel = ({ label, isOwn }: Pick<DeskWallet, 'label' | 'isOwn'>): string =>
  isOwn ? `${label} own key` : label;

/** The wallets whose keys the user holds. `evm`: on every EVM chain. */
export const ownWallets = (own: DeskQueries['own'] | undefined): DeskWallet[] =>
  (own?.wallets ?? []).map(({ walletId, address, label, family }) => ({
    walletId,
    address,
    label,
    chain: family === 'svm' ? 'solana' : family,
    isOwn: true,
  }));

/**
 * The wallet whose perp account the desk shows and trades: the preferred one, else the first that can hold one. Every request
 * names it, so that a default at the service cannot send an order to another account.
 */
export function perpWallet(wallets: readonly DeskWallet[], preferredId: string | null): DeskWallet | null {
  const candidates = perpWallets(wallets);
  return candidates.find(({ walletId }) => walletId === preferredId) ?? candidates[0] ?? null;
}
