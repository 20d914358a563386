import { type QueryClient, type QueryKey, QueryObserver } from '@tanstack/query-core';

interface Kept<T> {
  readonly cache: QueryClient;
  readonly queryKey: QueryKey;
  readonly everyMs: number;
  /** Initial back-off after a failure, ms; default: `everyMs`. */
  readonly againMs?: number;
  /** Data younger than this is not read again when the read restarts, ms. */
  readonly youngMs?: number;
  readonly read: (signal: AbortSignal) => Promise<T>;
}

const slowestMs = 30_000;
const usualYoungMs = 5_000;

/** Delay until the next read. Failures increase it, so that a dead service or a revoked key does not cause many requests. */
export const retryDelayMs = (intervalMs: number, failuresInARow: number): number =>
  failuresInARow === 0
    ? intervalMs
    : Math.max(intervalMs, Math.min(slowestMs, intervalMs * 2 ** Math.min(failuresInARow, 10)));

/**
 * Repeats a read at its interval until the returned function is called. Cached data is available at once, and is read again
 * immediately unless it is recent and has not been marked stale.
 */
export function keepFresh<T>({ cache, queryKey, everyMs, read, ...how }: Kept<T>): () => void {
  const { againMs = everyMs, youngMs = Math.min(usualYoungMs, everyMs) } = how;
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
    staleTime: youngMs,
    refetchInterval: () => retryDelayMs(failuresInARow === 0 ? everyMs : againMs, failuresInARow),
    refetchIntervalInBackground: true,
  });
  return observer.subscribe(() => {});
}
