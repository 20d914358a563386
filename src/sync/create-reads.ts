import type { ReadSources } from './read-sources.ts';
import { createPolling, type PollingOptions } from './reads/polling.ts';
import { createPortfolioReads } from './reads/portfolio.ts';
import { createTokenSheets } from './reads/token-sheets.ts';
import { createWantedReads } from './reads/wanted-reads.ts';
import { createSignals } from './signals/signals.ts';
import { createOwnerReads } from './streams/owner-reads.ts';
import { createWatchedStreams } from './streams/watched-streams.ts';

/** Creates the reads and streams that run on demand. */
export function createReads(
  { client, streamManager: streams, cache, clock, stores, ...how }: ReadSources,
  { nativeUnit }: Pick<PollingOptions, 'nativeUnit'>,
) {
  const followOwners = createOwnerReads({ streams, client, cache, owners: stores.owners });
  const signals = createSignals({ streams, client, cache, clock });
  return {
    signals,
    streams: createWatchedStreams({ streams, client, clock, onEvent: signals.hearWatched }),
    portfolio: createPortfolioReads({
      cache,
      client,
      everyMs: how.intervals.portfolio,
      perpWalletId: how.perpWalletId,
      now: () => clock.now(),
    }),
    polling: createPolling(cache, client, { ...how, nativeUnit }),
    tokenSheets: createTokenSheets(cache, client),
    wanted: createWantedReads({ cache, client, clock, followOwners, ...how }),
  };
}
