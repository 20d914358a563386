import { createStore } from 'zustand/vanilla';
import type { Store } from '../store.ts';
import type { DeskWallet } from './wallets.ts';

/** The active wallets: first the configured one, then the user's choice. Not kept across restarts. */
interface ActiveWallet {
  /** The last wallet chosen, of either kind; null for none. */
  readonly walletId: string | null;
  /** Preferred for swaps and trigger orders; null: the desk chooses. */
  readonly spotId: string | null;
  /** Preferred for positions and perp orders, which only a multi-chain wallet can hold; null: the first such wallet. */
  readonly perpId: string | null;
}

export type ActiveWalletStore = Store<ActiveWallet>;

export const createActiveWalletStore = (configuredId: string | null): ActiveWalletStore =>
  createStore<ActiveWallet>(() => ({
    walletId: configuredId,
    spotId: configuredId,
    perpId: configuredId,
  }));

/** Sets the active wallet of the wallet's kind only: choosing another wallet for swaps does not change the positions shown. */
export const setActiveWallet = (
  store: ActiveWalletStore,
  { walletId, chain }: Pick<DeskWallet, 'walletId' | 'chain'>,
): void => store.setState(chain === null ? { walletId, perpId: walletId } : { walletId, spotId: walletId });
