import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../../client/http/api-client.ts';
import type { Clock, TimerHandle } from '../../platform/time/clock.ts';
import { getMe, getSettings } from '../../protocol/endpoints/account.ts';
import { perpAccount, perpFees, perpFills, perpFunding } from '../../protocol/endpoints/perp-account.ts';
import { perpMarket } from '../../protocol/endpoints/perp-markets.ts';
import { perpOrders } from '../../protocol/endpoints/perp-orders.ts';
import { listWalletGroups } from '../../protocol/endpoints/wallet-groups.ts';
import { type DeskQueries, type QueryName, queryKeys, type WantedQueryName } from '../../stores/desk-data.ts';
import { nothingWanted, type Wanted, type WantedReads } from '../../stores/wanted-reads.ts';
import { ofWallet, type PerpWalletId } from '../account/perp-wallet-id.ts';
import { keepFresh } from './keep-fresh.ts';
import { readSuggestions } from './suggestions.ts';

export interface WantedOptions {
  readonly cache: QueryClient;
  readonly client: ApiClient;
  readonly intervals: Readonly<Record<WantedQueryName | 'book', number>>;
  readonly perpWalletId: PerpWalletId;
  /** Follows the owners of this token (`chain:address`); null for none. */
  readonly followOwners: (tokenId: string | null) => void;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'setTimeout' | 'clearTimeout'>;
}

type ReadContext = WantedOptions & { readonly signal: AbortSignal; readonly pages: number };
type Reads = { readonly [K in WantedQueryName]: (context: ReadContext) => Promise<DeskQueries[K]> };

const dayMs = 86_400_000;

/** Minimum time between two books: a user scrolling through markets needs only the book of the last one, ms. */
const betweenBooksMs = 300;

/** Query for the wallet whose positions are shown, starting `days` days ago. */
const period = async ({ perpWalletId, clock }: ReadContext, days: number) => ({
  ...(await ofWallet(perpWalletId)),
  start_time: clock.now() - days * dayMs,
});

const reads: Reads = {
  me: async ({ client, signal }) => (await client.call(getMe, {}, { signal })).data,
  settings: async ({ client, signal }) => (await client.call(getSettings, {}, { signal })).data,
  groups: async ({ client, signal }) => (await client.call(listWalletGroups, {}, { signal })).data,
  suggestions: ({ client, pages, signal }) => readSuggestions(client, 'OPEN', pages, signal),
  allSuggestions: ({ client, pages, signal }) => readSuggestions(client, 'ALL', pages, signal),
  perpOrders: async ({ client, signal, perpWalletId }) =>
    (await client.call(perpOrders, { query: await ofWallet(perpWalletId) }, { signal })).data,
  perpAccount: async ({ client, signal, perpWalletId }) =>
    (await client.call(perpAccount, { query: await ofWallet(perpWalletId) }, { signal })).data,
  fees: async ({ client, signal, perpWalletId }) =>
    (await client.call(perpFees, { query: await ofWallet(perpWalletId) }, { signal })).data,
  fills: async (context) =>
    (await context.client.call(perpFills, { query: await period(context, 1) }, { signal: context.signal })).data,
  funding: async (context) =>
    (await context.client.call(perpFunding, { query: await period(context, 7) }, { signal: context.signal })).data,
};

/** Runs each read only while it is wanted. */
export function createWantedReads(options: WantedOptions): WantedReads & {
  /** Sets the reads that are wanted whatever is on screen, replacing the previous ones. Others than its own are ignored. */
  always(names: readonly QueryName[]): void;
  stop(): void;
} {
  const running = new Map<WantedQueryName, () => void>();
  const book = createBookRead(options);
  let shown = nothingWanted;
  let kept: readonly WantedQueryName[] = [];

  const review = (): void => {
    const wanted = new Set([...shown.names, ...kept]);
    for (const [name, stop] of running)
      if (!wanted.has(name)) {
        running.delete(name);
        stop();
      }
    for (const name of wanted) if (!running.has(name)) running.set(name, readNamed(options, name, pagesOf));
    book.want(shown.bookCoin);
    options.followOwners(shown.ownersOf);
  };
  const pagesOf = (): number => shown.suggestionPages ?? 1;

  return {
    show(wanted: Wanted) {
      const pagesBefore = pagesOf();
      shown = wanted;
      review();
      if (pagesOf() > pagesBefore)
        for (const name of ['suggestions', 'allSuggestions'] as const)
          void options.cache.invalidateQueries({ queryKey: queryKeys.named(name), refetchType: 'active' });
    },
    always(names) {
      kept = names.filter((name) => name in reads) as readonly WantedQueryName[];
      review();
    },
    stop() {
      [shown, kept] = [nothingWanted, []];
      review();
    },
  };
}

const readNamed = (options: WantedOptions, name: WantedQueryName, pages: () => number): (() => void) =>
  keepFresh({
    cache: options.cache,
    queryKey: queryKeys.named(name),
    everyMs: options.intervals[name],
    read: (signal): Promise<unknown> => reads[name]({ ...options, signal, pages: pages() }),
  });

/** Reads the book of one market at a time. Switching is immediate, but rate-limited. */
function createBookRead({ cache, client, intervals, clock }: WantedOptions) {
  let wanted: string | null = null;
  let stop = (): void => {};
  let timer: TimerHandle | null = null;
  let startedAtMs = Number.NEGATIVE_INFINITY;
  const start = (coin: string): void => {
    timer = null;
    startedAtMs = clock.monotonic();
    stop = keepFresh({
      cache,
      queryKey: queryKeys.market(coin),
      everyMs: intervals.book,
      read: async (signal) => (await client.call(perpMarket, { params: { coin } }, { signal })).data,
    });
  };
  return {
    want(coin: string | null): void {
      if (coin === wanted) return;
      wanted = coin;
      stop();
      stop = () => {};
      if (timer !== null) clock.clearTimeout(timer);
      timer = null;
      if (coin === null) return;
      const waitMs = startedAtMs + betweenBooksMs - clock.monotonic();
      if (waitMs <= 0) start(coin);
      else timer = clock.setTimeout(() => start(coin), waitMs);
    },
  };
}
