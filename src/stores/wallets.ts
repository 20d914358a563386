import { readable } from '../protocol/schema.ts';
import type { DeskQueries } from './desk-data.ts';

export interface DeskWallet {
  readonly walletId: string;
  readonly address: string;
  readonly label: string;
  /** null: a wallet of several chains. */
  readonly chain: string | null;
}

/** The wallets that can be used: archived ones stay out. */
export const activeWallets = (wallets: DeskQueries['wallets'] | undefined): DeskWallet[] =>
  readable(wallets ?? [])
    .filter(({ state }) => state.toUpperCase() !== 'ARCHIVED')
    .map(({ walletId, address, label, chain }) => ({
      walletId,
      address,
      label: label || walletId,
      chain: chain ?? null,
    }));

/**
 * The wallet whose perp account the desk shows and closes on: the one the user named, else the first of several chains.
 * Named in every request, so that a default at the service can't put an order on another account.
 */
export function perpWallet(wallets: readonly DeskWallet[], preferredId: string | null): DeskWallet | null {
  const candidates = wallets.filter(({ chain }) => chain === null);
  return candidates.find(({ walletId }) => walletId === preferredId) ?? candidates[0] ?? null;
}
