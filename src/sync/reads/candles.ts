import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../../client/http/api-client.ts';
import {
  bucketOf,
  type Candle,
  intervalMs,
  isTapeInterval,
  type ServiceInterval,
  toLevel,
  toMicros,
} from '../../domain/market/candles.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import { tokenChart } from '../../protocol/endpoints/tokens.ts';
import { readable } from '../../protocol/schema.ts';
import { queryKeys, type ServiceCandles } from '../../stores/desk-data.ts';
import { type Candles, candlesEveryMs } from '../../stores/market/candles.ts';
import { keepFresh } from './keep-fresh.ts';

/** More than the widest terminal shows. */
const count = 300;
const againMs = 10_000;

/** Keeps the visible candles fresh until the returned function is called. */
export function startCandles(cache: QueryClient, client: ApiClient, candles: Candles): () => void {
  let stopWatching = (): void => {};
  const review = (): void => {
    stopWatching();
    const { wanted } = candles.getState();
    stopWatching =
      wanted && !isTapeInterval(wanted.interval)
        ? watch(cache, client, wanted.tokenId, wanted.interval)
        : (): void => {};
  };
  const stopListening = candles.subscribe(review);
  review();
  return () => {
    stopListening();
    stopWatching();
  };
}

const watch = (cache: QueryClient, client: ApiClient, tokenId: string, interval: ServiceInterval): (() => void) =>
  keepFresh({
    cache,
    queryKey: queryKeys.candles(tokenId, interval),
    everyMs: candlesEveryMs(interval),
    againMs,
    // Candles from an earlier visit are shown at once, and always read again.
    youngMs: 0,
    read: async (signal): Promise<ServiceCandles> => {
      const input = { params: { tokenId }, query: { resolution: interval, count } };
      const { data, receivedAtMs } = await client.call(tokenChart, input, { signal });
      return { candles: toCandles(data, intervalMs(interval)), receivedAtMs };
    },
  });

/** Oldest first, one per interval, without unreadable or invalid candles. */
function toCandles(answer: ResponseData<typeof tokenChart>, lengthMs: number): readonly Candle[] {
  const byStart = new Map<number, Candle>();
  for (const candle of readable(answer.candles)) {
    const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map(toLevel);
    const atMs = candle.timestamp;
    if (!open || !high || !low || !close || !Number.isSafeInteger(Math.round(atMs)) || atMs < 0) continue;
    const startMs = bucketOf(atMs, lengthMs);
    const ends = [open, high, low, close].sort((a, b) => a.value - b.value);
    // Open or close may lie outside the high and low that were sent: extend them, or the candle would leave the plot.
    const [lowest = low, highest = high] = [ends[0], ends.at(-1)];
    byStart.set(startMs, { startMs, open, high: highest, low: lowest, close, volumeMicros: toMicros(candle.volume) });
  }
  return [...byStart.values()].sort((a, b) => a.startMs - b.startMs);
}
