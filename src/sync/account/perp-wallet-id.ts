import type { QueryClient } from '@tanstack/query-core';
import Big from 'big.js';
import type { ApiClient } from '../../client/http/api-client.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { getSettings, listWallets } from '../../protocol/endpoints/account.ts';
import { perpAccount } from '../../protocol/endpoints/perp-account.ts';
import type { ActiveWalletStore } from '../../stores/account/active-wallet.ts';
import { activeWallets, type DeskWallet, perpWallet, perpWallets } from '../../stores/account/wallets.ts';
import { type DeskData, type DeskQueries, type QueryName, queryKeys } from '../../stores/desk-data.ts';

/** The perp venue's names among the networks of the settings. */
const perpNetworks = ['8', 'hype'];

/** Id of the wallet whose positions are shown; null if the account has none that can hold a perp account. */
export type PerpWalletId = () => Promise<string | null>;

export const readWallets = async (client: ApiClient, signal: AbortSignal): Promise<DeskQueries['wallets']> =>
  (await client.call(listWallets, {}, { signal })).data;

/**
 * Where several wallets can hold a perp account and the user prefers none, the settings' default decides; without one, the
 * wallet with the largest account.
 */
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
      defaulted ??= choosePerpWallet(client, candidates).then((perpId) => {
        if (perpId !== null && !isPreferred()) active.setState({ perpId });
      });
      await defaulted;
    }
    return perpWallet(wallets, active.getState().perpId)?.walletId ?? null;
  };
}

const choiceTimeoutMs = 5_000;
/** Of more wallets the rest is not asked: the user can switch to them. */
const mostAsked = 16;

async function choosePerpWallet(client: ApiClient, candidates: readonly DeskWallet[]): Promise<string | null> {
  const defaultId = await defaultPerpWalletId(client);
  if (candidates.some(({ walletId }) => walletId === defaultId)) return defaultId;
  const asked = candidates.slice(0, mostAsked);
  const values = await Promise.all(asked.map(({ walletId }) => accountValue(client, walletId)));
  const most = values.reduce((best, value, index) => (value.gt(values[best]!) ? index : best), 0);
  return values[most]!.gt(0) ? asked[most]!.walletId : null;
}

/** USD; 0 for a wallet without a perp account, or if it cannot be read. */
async function accountValue(client: ApiClient, walletId: string): Promise<Big> {
  try {
    const { data } = await client.call(perpAccount, { query: { wallet_id: walletId } }, { timeoutMs: choiceTimeoutMs });
    return readDecimal(data.accountValue) ?? new Big(0);
  } catch {
    return new Big(0);
  }
}

/** The account's default wallet on the perp venue; null if it has none or the settings cannot be read. */
async function defaultPerpWalletId(client: ApiClient): Promise<string | null> {
  try {
    const { data } = await client.call(getSettings, {}, { timeoutMs: choiceTimeoutMs });
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
    for (const queryKey of [...ofOneWallet.map(queryKeys.named), queryKeys.perpPeriods()])
      void cache.resetQueries({ queryKey });
  });
}
