import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../../client/http/api-client.ts';
import { getSettings, listWallets } from '../../protocol/endpoints/account.ts';
import type { ActiveWalletStore } from '../../stores/account/active-wallet.ts';
import { activeWallets, perpWallet, perpWallets } from '../../stores/account/wallets.ts';
import { type DeskData, type DeskQueries, type QueryName, queryKeys } from '../../stores/desk-data.ts';

/** The perp venue's names among the networks of the settings. */
const perpNetworks = ['8', 'hype'];

/** Id of the wallet whose positions are shown; null if the account has none that can hold a perp account. */
export type PerpWalletId = () => Promise<string | null>;

export const readWallets = async (client: ApiClient, signal: AbortSignal): Promise<DeskQueries['wallets']> =>
  (await client.call(listWallets, {}, { signal })).data;

/** Where several wallets can hold a perp account and the user prefers none, the settings' default decides. */
export function createPerpWalletId(cache: QueryClient, client: ApiClient, active: ActiveWalletStore): PerpWalletId {
  let defaulted: Promise<void> | null = null;
  return async () => {
    const wallets = activeWallets(
      await cache.ensureQueryData({
        queryKey: queryKeys.named('wallets'),
        queryFn: ({ signal }) => readWallets(client, signal),
      }),
    );
    const candidates = perpWallets(wallets);
    const isPreferred = () => candidates.some(({ walletId }) => walletId === active.getState().perpId);
    if (candidates.length > 1 && !isPreferred()) {
      // Asked once: a later answer must not change the wallet below the user's hands.
      defaulted ??= defaultPerpWalletId(client).then((perpId) => {
        if (perpId !== null && !isPreferred()) active.setState({ perpId });
      });
      await defaulted;
    }
    return perpWallet(wallets, active.getState().perpId)?.walletId ?? null;
  };
}

const settingsTimeoutMs = 5_000;

/** The account's default wallet on the perp venue; null if it has none or the settings cannot be read. */
async function defaultPerpWalletId(client: ApiClient): Promise<string | null> {
  try {
    const { data } = await client.call(getSettings, {}, { timeoutMs: settingsTimeoutMs });
    const byNetwork = data.tradeSettings.defaultWallets?.defaultWalletByNetwork ?? {};
    return Object.entries(byNetwork).find(([network]) => perpNetworks.includes(network.toLowerCase()))?.[1] ?? null;
  } catch {
    return null;
  }
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
