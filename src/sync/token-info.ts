import { type QueryClient, QueryObserver } from '@tanstack/query-core';
import pLimit from 'p-limit';
import type { ApiClient } from '../client/api-client.ts';
import { chainNamed } from '../domain/chain.ts';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import { tokenId } from '../domain/token.ts';
import type { Clock, TimerHandle } from '../platform/clock.ts';
import type { ResponseData } from '../protocol/endpoint.ts';
import { batchTokens, tokenPools } from '../protocol/endpoints/tokens.ts';
import { readable } from '../protocol/schema.ts';
import { type DeskData, queryKeys, type TokenInfo, type TokenLevels } from '../stores/desk-data.ts';
import { orderRows } from '../stores/order-rows.ts';
import { deepestFirst } from '../stores/token-sheet.ts';
import type { Watchlist } from '../stores/watchlist.ts';

const batchLimit = 100;
const levelsEveryMs = 3_000;
/** An account may watch thousands of tokens: they are asked for one by one then, and each more seldom. */
const betweenLevelsMs = 150;
const levelsAtATime = 4;
const mostLevels = 200;
/** The cache changes many times a second: without a pause a service that can't name tokens would be asked as often. */
const askAgainAfterMs = 10_000;

/**
 * Looks up the tokens that the desk shows: names once, and for tokens that a trigger order or `alertTokens` watches the
 * levels that they are measured by.
 */
export function startTokenInfo(
  cache: QueryClient,
  client: ApiClient,
  data: DeskData,
  watchlist: Watchlist,
  clock: Clock,
  alertTokens: () => readonly string[] = () => [],
): () => void {
  const asked = new Set<string>();
  const pauses = new Set<TimerHandle>();
  const watching = new Map<string, () => void>();
  const inTurn = pLimit(levelsAtATime);
  const watchLevels = (id: string): (() => void) =>
    keepLevels(cache, id, {
      read: (signal) =>
        inTurn(async () => (await client.call(tokenPools, { params: { tokenId: id } }, { signal })).data),
      everyMs: () => Math.max(levelsEveryMs, watching.size * betweenLevelsMs),
    });
  let isStopped = false;

  const lookUp = async (ids: string[]): Promise<void> => {
    try {
      const answer = await client.call(batchTokens, { body: { tokens: ids } });
      for (const token of readable(answer.data.tokens)) {
        const id = idOf(token.chain, token.address);
        if (!id) continue;
        const info: TokenInfo = {
          tokenId: id,
          symbol: cleanText(token.symbol ?? '', textLimits.symbol),
          name: cleanText(token.name ?? '', textLimits.name),
          decimals: token.decimals,
        };
        cache.setQueryData(queryKeys.token(info.tokenId), info);
      }
    } catch {
      if (isStopped) return;
      // The screen shows the address meanwhile.
      const pause = clock.setTimeout(() => {
        pauses.delete(pause);
        for (const id of ids) asked.delete(id);
        reviewSoon();
      }, askAgainAfterMs);
      pauses.add(pause);
    }
  };

  const review = (): void => {
    const { tokens } = watchlist.getState();
    const wanted = [...tokens, ...data.derive(orderTokens), ...data.derive(heldTokens), ...data.derive(tradedTokens)];
    const missing = [...new Set(wanted)].filter((id) => !asked.has(id)).slice(0, batchLimit);
    for (const id of missing) asked.add(id);
    if (missing.length > 0) void lookUp(missing);
    const everyWatched = new Set([...alertTokens(), ...data.derive(watchedTokens)]);
    const watched = new Set([...everyWatched].slice(0, mostLevels));
    for (const id of watched) if (!watching.has(id)) watching.set(id, watchLevels(id));
    for (const [id, stop] of watching)
      if (!watched.has(id)) {
        stop();
        watching.delete(id);
      }
  };

  // The review itself changes the cache, and one answer changes it many times: one review a turn is enough.
  let isDue = false;
  const reviewSoon = (): void => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      if (!isStopped) review();
    });
  };
  const stopListening = data.onChange(reviewSoon);
  const stopWatching = watchlist.subscribe(reviewSoon);
  reviewSoon();
  return () => {
    stopListening();
    stopWatching();
    isStopped = true;
    for (const pause of pauses) clock.clearTimeout(pause);
    for (const stop of watching.values()) stop();
  };
}

/** `chain:address`, or null for a chain that the desk does not know. */
function idOf(chainName: string | null | undefined, address: string): string | null {
  const chain = chainNamed(chainName ?? '');
  return chain && tokenId({ chain, address });
}

/** Tokens that an order sells or buys, open or not: the list shows them all. */
function orderTokens(data: DeskData): string[] {
  const orders = readable(data.read('orders').data?.orders ?? []);
  return orders.flatMap((order) =>
    [idOf(order.chain, order.inputToken), idOf(order.chain, order.outputToken)].filter(isId),
  );
}

/** Tokens by whose levels an open order fires. */
const watchedTokens = (data: DeskData): string[] =>
  orderRows(data).flatMap(({ chain, isOpen, sentence }) =>
    chain && isOpen && sentence ? [tokenId({ chain, address: sentence.tokenAddress })] : [],
  );

function heldTokens(data: DeskData): string[] {
  const positions = readable(data.read('holdings').data?.positions ?? []);
  return positions.map((position) => idOf(position.network, position.tokenAddress)).filter(isId);
}

/** Nothing until somebody looks at the trades: only then are they read. */
function tradedTokens(data: DeskData): string[] {
  const trades = readable(data.history().data?.trades ?? []);
  return trades.flatMap((trade) =>
    [idOf(trade.chain, trade.inputToken), idOf(trade.chain, trade.outputToken)].filter(isId),
  );
}

const isId = (id: string | null): id is string => id !== null;

interface Levels {
  read(signal: AbortSignal): Promise<ResponseData<typeof tokenPools>>;
  everyMs(): number;
}

function keepLevels(cache: QueryClient, id: string, { read, everyMs }: Levels): () => void {
  const observer = new QueryObserver<TokenLevels>(cache, {
    queryKey: queryKeys.levels(id),
    queryFn: async ({ signal }) => {
      const [deepest] = deepestFirst((await read(signal)).pools);
      return {
        priceUsd: deepest?.priceUsd ?? null,
        marketCapUsd: deepest?.marketCapUsd ?? null,
        liquidityUsd: deepest?.liquidityUsd ?? null,
      };
    },
    refetchInterval: everyMs,
    refetchIntervalInBackground: true,
  });
  const stop = observer.subscribe(() => {});
  return () => {
    stop();
    // A level that nobody keeps fresh any more must not price an order later.
    cache.removeQueries({ queryKey: queryKeys.levels(id), exact: true });
  };
}
