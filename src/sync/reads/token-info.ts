import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../../client/http/api-client.ts';
import { tokenId } from '../../domain/market/token.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { readable } from '../../protocol/schema.ts';
import type { DeskData } from '../../stores/desk-data.ts';
import type { WatchlistStore } from '../../stores/market/watchlist.ts';
import { orderRows } from '../../stores/orders/order-rows.ts';
import { createTokenLevels } from './token-levels.ts';
import { createTokenNames, idOf } from './token-names.ts';

/** Reads token data: the name of each token shown, once, and the levels of tokens watched by trigger orders or `alertTokens`. */
export function startTokenInfo(
  cache: QueryClient,
  client: ApiClient,
  data: DeskData,
  watchlist: WatchlistStore,
  clock: Clock,
  alertTokens: () => readonly string[] = () => [],
): () => void {
  let isDue = false;
  let isStopped = false;
  const review = (): void => {
    isDue = false;
    if (isStopped) return;
    const { tokens } = watchlist.getState();
    names.want([...tokens, ...data.derive(orderTokens), ...data.derive(heldTokens), ...data.derive(tradedTokens)]);
    levels.want([...alertTokens(), ...data.derive(watchedTokens)]);
  };
  // One review per turn: a review changes the cache itself, and a single response changes it many times.
  const reviewSoon = (): void => {
    if (!isDue) queueMicrotask(review);
    isDue = true;
  };
  const names = createTokenNames(cache, client, clock, reviewSoon);
  const levels = createTokenLevels(cache, client);
  const stops = [data.subscribe(reviewSoon), watchlist.subscribe(reviewSoon), names.stop, levels.stop];
  reviewSoon();
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

/** Tokens of all trigger orders, open or not, since the list shows them all. */
function orderTokens(data: DeskData): string[] {
  const orders = readable(data.read('orders').data?.orders ?? []);
  return orders.flatMap((order) =>
    [idOf(order.chain, order.inputToken), idOf(order.chain, order.outputToken)].filter(isId),
  );
}

/** Tokens whose levels trigger an open order. */
const watchedTokens = (data: DeskData): string[] =>
  orderRows(data).flatMap(({ chain, isOpen, sentence }) =>
    chain && isOpen && sentence ? [tokenId({ chain, address: sentence.tokenAddress })] : [],
  );

function heldTokens(data: DeskData): string[] {
  const positions = readable(data.read('holdings').data?.positions ?? []);
  return positions.map((position) => idOf(position.network, position.tokenAddress)).filter(isId);
}

/** Tokens of the trades; empty until the trades pane is opened, since they are not read before. */
function tradedTokens(data: DeskData): string[] {
  const trades = readable(data.history().data?.trades ?? []);
  return trades.flatMap((trade) =>
    [idOf(trade.chain, trade.inputToken), idOf(trade.chain, trade.outputToken)].filter(isId),
  );
}

const isId = (id: string | null): id is string => id !== null;
