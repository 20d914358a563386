import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../../client/http/api-client.ts';
import { listWallets } from '../../protocol/endpoints/account.ts';
import type { ActiveWalletStore } from '../../stores/account/active-wallet.ts';
import { activeWallets, perpWallet } from '../../stores/account/wallets.ts';
import { type DeskData, type DeskQueries, type QueryName, queryKeys } from '../../stores/desk-data.ts';

/** Id of the wallet whose positions are shown; null if the account has no multi-chain wallet. */
export type PerpWalletId = () => Promise<string | null>;

export const readWallets = async (client: ApiClient, signal: AbortSignal): Promise<DeskQueries['wallets']> =>
  (await client.call(listWallets, {}, { signal })).data;

/** `preferred`: returns the id of the wallet that the user prefers now; null for none. */
export function createPerpWalletId(
  cache: QueryClient,
  client: ApiClient,
  preferred: () => string | null,
): PerpWalletId {
  return async () => {
    const wallets = await cache.ensureQueryData({
      queryKey: queryKeys.named('wallets'),
      queryFn: ({ signal }) => readWallets(client, signal),
    });
    return perpWallet(activeWallets(wallets), preferred())?.walletId ?? null;
  };
}

/** Every read names the wallet, so that a default at the service cannot show another account. */
export async function ofWallet(perpWalletId: PerpWalletId): Promise<{ wallet_id?: string }> {
  const walletId = await perpWalletId();
  return walletId ? { wallet_id: walletId } : {};
}

/** The reads of one wallet's perp account. */
const ofOneWallet: readonly QueryName[] = ['positions', 'perpOrders', 'perpAccount', 'fills', 'fees', 'funding'];

/**
 * When the user switches to another perp wallet, drops the data and pending responses of the previous one, and reads what is
 * visible again. Returns the function that stops it.
 */
export function followPerpWallet(cache: QueryClient, data: DeskData, inHand: ActiveWalletStore): () => void {
  return inHand.subscribe((now, before) => {
    if (now.perpId === before.perpId) return;
    const idOf = (preferred: string | null) =>
      perpWallet(activeWallets(data.read('wallets').data), preferred)?.walletId ?? null;
    if (data.read('wallets').data && idOf(now.perpId) === idOf(before.perpId)) return;
    for (const name of ofOneWallet) void cache.resetQueries({ queryKey: queryKeys.named(name) });
  });
}
