import { type QueryClient, QueryObserver } from '@tanstack/query-core';
import type { ApiClient } from '../client/api-client.ts';
import { getMe, getSettings } from '../protocol/endpoints/account.ts';
import { listSuggestions } from '../protocol/endpoints/agents.ts';
import { listWalletGroups } from '../protocol/endpoints/wallet-groups.ts';
import { type AccountQueryName, type DeskQueries, queryKeys } from '../stores/desk-data.ts';
import { retryDelayMs } from './polling.ts';

type Reads = {
  readonly [K in AccountQueryName]: (client: ApiClient, signal: AbortSignal) => Promise<DeskQueries[K]>;
};

const reads: Reads = {
  me: async (client, signal) => (await client.call(getMe, {}, { signal })).data,
  settings: async (client, signal) => (await client.call(getSettings, {}, { signal })).data,
  groups: async (client, signal) => (await client.call(listWalletGroups, {}, { signal })).data,
  suggestions: async (client, signal) => (await client.call(listSuggestions, {}, { signal })).data,
};

/** Often enough to see what was changed elsewhere, ms. */
export const accountRefreshMs = 30_000;

export interface AccountReads {
  /** The pane is on screen, or is not any more: only then are its reads kept fresh. */
  show(isShown: boolean): void;
}

/** The reads of the account pane, which costs the service nothing while nobody looks at it. */
export function createAccountReads(cache: QueryClient, client: ApiClient): AccountReads {
  let stops: readonly (() => void)[] = [];
  return {
    show: (isShown) => {
      if (isShown === stops.length > 0) return;
      for (const stop of stops) stop();
      stops = isShown ? (Object.keys(reads) as AccountQueryName[]).map((name) => keepFresh(cache, client, name)) : [];
    },
  };
}

function keepFresh(cache: QueryClient, client: ApiClient, name: AccountQueryName): () => void {
  let failuresInARow = 0;
  const observer = new QueryObserver(cache, {
    queryKey: queryKeys.named(name),
    queryFn: async ({ signal }) => {
      try {
        const data = await reads[name](client, signal);
        failuresInARow = 0;
        return data;
      } catch (error) {
        failuresInARow++;
        throw error;
      }
    },
    // What was read when the pane was last on screen may have changed since.
    refetchOnMount: 'always',
    refetchInterval: () => retryDelayMs(accountRefreshMs, failuresInARow),
    refetchIntervalInBackground: true,
  });
  return observer.subscribe(() => {});
}
