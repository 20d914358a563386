import { type QueryClient, QueryObserver } from '@tanstack/query-core';
import type { ApiClient } from '../client/api-client.ts';
import {
  bucketOf,
  type Candle,
  intervalMs,
  isTapeInterval,
  type ServiceInterval,
  toLevel,
  toMicros,
} from '../domain/candles.ts';
import type { ResponseData } from '../protocol/endpoint.ts';
import { tokenChart } from '../protocol/endpoints/tokens.ts';
import { readable } from '../protocol/schema.ts';
import { type Candles, candlesEveryMs } from '../stores/candles.ts';
import { queryKeys, type ServiceCandles } from '../stores/desk-data.ts';
import { retryDelayMs } from './keep-fresh.ts';

/** More than the widest terminal shows. */
const count = 300;
const againMs = 10_000;

/** Keeps the candles fresh that are on screen, until the returned function is called. */
export function startCandles(cache: QueryClient, client: ApiClient, candles: Candles): () => void {
  let stopWatching = (): void => {};
  const review = (): void => {
    stopWatching();
    const { wanted } = candles;
    stopWatching =
      wanted && !isTapeInterval(wanted.interval)
        ? watch(cache, client, wanted.tokenId, wanted.interval)
        : (): void => {};
  };
  const stopListening = candles.onWant(review);
  review();
  return () => {
    stopListening();
    stopWatching();
  };
}

function watch(cache: QueryClient, client: ApiClient, tokenId: string, interval: ServiceInterval): () => void {
  let failuresInARow = 0;
  const observer = new QueryObserver<ServiceCandles>(cache, {
    queryKey: queryKeys.candles(tokenId, interval),
    queryFn: async ({ signal }) => {
      try {
        const input = { params: { tokenId }, query: { resolution: interval, count } };
        const { data, receivedAtMs } = await client.call(tokenChart, input, { signal });
        failuresInARow = 0;
        return { candles: toCandles(data, intervalMs(interval)), receivedAtMs };
      } catch (error) {
        failuresInARow++;
        throw error;
      }
    },
    // What was read before it left the screen is shown at once, and read again.
    staleTime: 0,
    refetchInterval: () => (failuresInARow === 0 ? candlesEveryMs(interval) : retryDelayMs(againMs, failuresInARow)),
    refetchIntervalInBackground: true,
  });
  return observer.subscribe(() => {});
}

/** Oldest first, one an interval; a candle that cannot be read, or is none, is left out. */
function toCandles(answer: ResponseData<typeof tokenChart>, lengthMs: number): readonly Candle[] {
  const byStart = new Map<number, Candle>();
  for (const candle of readable(answer.candles)) {
    const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map(toLevel);
    const atMs = candle.timestamp * 1000;
    if (!open || !high || !low || !close || !Number.isSafeInteger(Math.round(atMs)) || atMs < 0) continue;
    const startMs = bucketOf(atMs, lengthMs);
    const ends = [open, high, low, close].sort((a, b) => a.value - b.value);
    // A candle whose ends lie outside its own high and low would leave the plot.
    const [lowest = low, highest = high] = [ends[0], ends.at(-1)];
    byStart.set(startMs, { startMs, open, high: highest, low: lowest, close, volumeMicros: toMicros(candle.volume) });
  }
  return [...byStart.values()].sort((a, b) => a.startMs - b.startMs);
}
