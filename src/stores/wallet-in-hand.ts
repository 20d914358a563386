import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeskWallet } from './wallets.ts';

/** Which wallets a person works with: as configured at first, then as taken in hand. It ends with the desk. */
interface WalletInHand {
  /** Taken last, of whichever kind; null for none. */
  readonly walletId: string | null;
  /** Preferred for swaps and trigger orders; null: the desk's own choice. */
  readonly spotId: string | null;
  /** Preferred for positions and perp orders, which only a wallet of several chains can hold; null: the first of them. */
  readonly perpId: string | null;
}

export type WalletInHandStore = StoreApi<WalletInHand>;

export const createWalletInHand = (configuredId: string | null): WalletInHandStore =>
  createStore<WalletInHand>(() => ({
    ...{ walletId: configuredId, spotId: configuredId, perpId: configuredId },
  }));

/** Each kind of wallet keeps its own: who takes another one for swaps stays with the positions that are on screen. */
export const takeInHand = (
  store: WalletInHandStore,
  { walletId, chain }: Pick<DeskWallet, 'walletId' | 'chain'>,
): void => store.setState(chain === null ? { walletId, perpId: walletId } : { walletId, spotId: walletId });
