import { createStore } from 'zustand/vanilla';
import type { Store } from '../store.ts';
import { type DeskWallet, perpWallets, walletChains } from './wallets.ts';

/** The active wallets: first the configured one, then the user's choice. Not kept across restarts. */
interface ActiveWallet {
  /** The last wallet chosen, of either kind; null for none. */
  readonly walletId: string | null;
  /** Preferred for swaps and trigger orders; null: the desk chooses. */
  readonly spotId: string | null;
  /** Preferred for positions and perp orders, one of perpWallets(); null: the first of them. */
  readonly perpId: string | null;
}

export type ActiveWalletStore = Store<ActiveWallet>;

export const createActiveWalletStore = (configuredId: string | null): ActiveWalletStore =>
  createStore<ActiveWallet>(() => ({
    walletId: configuredId,
    spotId: configuredId,
    perpId: configuredId,
  }));

/** Sets the active wallet for what the wallet can do: one that only swaps does not change the positions shown. */
export const setActiveWallet = (store: ActiveWalletStore, wallet: DeskWallet, all: readonly DeskWallet[]): void => {
  const { walletId } = wallet;
  store.setState({
    walletId,
    ...(perpWallets(all).some((one) => one.walletId === walletId) && { perpId: walletId }),
    ...((wallet.isOwn || walletChains(wallet).length > 0) && { spotId: walletId }),
  });
};
