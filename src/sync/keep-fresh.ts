import { type QueryClient, type QueryKey, QueryObserver } from '@tanstack/query-core';

interface Kept<T> {
  readonly cache: QueryClient;
  readonly queryKey: QueryKey;
  readonly everyMs: number;
  readonly read: (signal: AbortSignal) => Promise<T>;
}

const slowestMs = 30_000;
/** What was read a moment ago is not read again because somebody looks once more, ms. */
const youngMs = 5_000;

/** A failing read slows down, so that a dead service or a revoked key is not hammered, and says when it tries again. */
export const retryDelayMs = (intervalMs: number, failuresInARow: number): number =>
  failuresInARow === 0
    ? intervalMs
    : Math.max(intervalMs, Math.min(slowestMs, intervalMs * 2 ** Math.min(failuresInARow, 10)));

/**
 * Makes a read at its interval until the returned function is called. What stands from an earlier time is there at once; it is
 * read again at once too, unless it is young and nothing has touched it since.
 */
export function keepFresh<T>({ cache, queryKey, everyMs, read }: Kept<T>): () => void {
  let failuresInARow = 0;
  const observer = new QueryObserver<T>(cache, {
    queryKey,
    queryFn: async ({ signal }) => {
      try {
        const data = await read(signal);
        failuresInARow = 0;
        return data;
      } catch (error) {
        failuresInARow++;
        throw error;
      }
    },
    staleTime: Math.min(youngMs, everyMs),
    refetchInterval: () => retryDelayMs(everyMs, failuresInARow),
    refetchIntervalInBackground: true,
  });
  return observer.subscribe(() => {});
}
