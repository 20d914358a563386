import { readable } from '../../protocol/schema.ts';
import type { DeskQueries } from '../desk-data.ts';

export interface DeskWallet {
  readonly walletId: string;
  readonly address: string;
  readonly label: string;
  /** null: a multi-chain wallet. */
  readonly chain: string | null;
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

/**
 * The wallet whose perp account the desk shows and trades: the preferred one, else the first multi-chain wallet. Every request
 * names it, so that a default at the service cannot send an order to another account.
 */
export function perpWallet(wallets: readonly DeskWallet[], preferredId: string | null): DeskWallet | null {
  const candidates = wallets.filter(({ chain }) => chain === null);
  return candidates.find(({ walletId }) => walletId === preferredId) ?? candidates[0] ?? null;
}
