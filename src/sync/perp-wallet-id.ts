import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../client/api-client.ts';
import { listWallets } from '../protocol/endpoints/account.ts';
import { type DeskData, type DeskQueries, type QueryName, queryKeys } from '../stores/desk-data.ts';
import type { WalletInHandStore } from '../stores/wallet-in-hand.ts';
import { activeWallets, perpWallet } from '../stores/wallets.ts';

/** The wallet whose positions are shown, by its id; null where the account has none of several chains. */
export type PerpWalletId = () => Promise<string | null>;

export const readWallets = async (client: ApiClient, signal: AbortSignal): Promise<DeskQueries['wallets']> =>
  (await client.call(listWallets, {}, { signal })).data;

/** `preferred`: id of the wallet that the person wants, as it stands now; null for none. */
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

/** The wallet is named in every read, so that a default at the service cannot show another account. */
export async function ofWallet(perpWalletId: PerpWalletId): Promise<{ wallet_id?: string }> {
  const walletId = await perpWalletId();
  return walletId ? { wallet_id: walletId } : {};
}

/** The reads that are of one wallet's perp account. */
const ofOneWallet: readonly QueryName[] = ['positions', 'perpOrders', 'perpAccount', 'fills', 'fees', 'funding'];

/**
 * Forgets what was read of a perp account, answers on their way too, as soon as another one's is wanted, and reads anew what
 * is looked at. Returns the function that ends it.
 */
export function followPerpWallet(cache: QueryClient, data: DeskData, inHand: WalletInHandStore): () => void {
  return inHand.subscribe((now, before) => {
    if (now.perpId === before.perpId) return;
    const idOf = (preferred: string | null) =>
      perpWallet(activeWallets(data.read('wallets').data), preferred)?.walletId ?? null;
    if (data.read('wallets').data && idOf(now.perpId) === idOf(before.perpId)) return;
    for (const name of ofOneWallet) void cache.resetQueries({ queryKey: queryKeys.named(name) });
  });
}
