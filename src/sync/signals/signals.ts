import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../../client/http/api-client.ts';
import type { StreamManager } from '../../client/streams/stream-model.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { SignalList } from '../../stores/signals/signal-list.ts';
import { createSignalsStore, type DeskSignals, isSignal } from '../../stores/signals/signals.ts';
import { createSignalContexts } from './signal-context.ts';
import { startSignalFeeds } from './signal-feeds.ts';
import { createSignalNames } from './signal-names.ts';
import { callReadsIn, readSignalsAgain, sourceReadsIn, sourcesIn, startSignalReads } from './signal-reads.ts';

interface Deps {
  readonly streams: StreamManager;
  readonly client: ApiClient;
  readonly cache: QueryClient;
  readonly clock: Clock;
  /** Tokens that the desk knows, as `chain:address`. */
  readonly knownTokens: () => readonly string[];
}

export interface SignalSync extends DeskSignals {
  /** Enables streams and reads for `listen`. Returns the function that stops everything. */
  start(): () => void;
}

/** The service's signals: lists and streams merged, while the screen listens. */
export function createSignals(around: Deps): SignalSync {
  const { streams, client, cache, clock } = around;
  const store = createSignalsStore();
  const list = new SignalList(store);
  const contexts = createSignalContexts(client, clock, store, (address, calls) => {
    const { rows } = store.getState();
    const token = rows.filter(isSignal).find((row) => row.token?.address === address)?.token;
    if (token) for (const call of calls) list.learn({ ...call, token });
  });
  const names = createSignalNames({ ...around, store, list });
  let isStarted = false;
  let leftAtMs: number | null = null;
  let stops: (() => void)[] = [];

  const begin = (): void => {
    if (leftAtMs !== null)
      list.addGap({ kind: 'gap', atMs: clock.now(), fromMs: leftAtMs, reason: 'the signals were not on screen' });
    stops = [
      startSignalFeeds(streams, list, clock),
      streams.onGap(({ fromMs, toMs, reason, late }) => {
        if (!late) list.addGap({ kind: 'gap', atMs: toMs, fromMs, reason: cleanText(reason, 100) });
        readSignalsAgain(cache);
      }),
      ...startSignalReads({ client, cache, clock, list, lookForNames: names.look }),
    ];
  };
  const end = (): void => {
    for (const stop of stops) stop();
    stops = [];
    leftAtMs = clock.now();
  };
  const follow = (): void => {
    const isDue = isStarted && store.getState().isListening;
    if (isDue && stops.length === 0) begin();
    if (!isDue && stops.length > 0) end();
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    sources: () => sourcesIn(cache),
    sourceReads: () => sourceReadsIn(cache),
    reads: () => callReadsIn(cache),
    listen: (isListening) => {
      store.setState({ isListening });
      follow();
    },
    refresh: () => readSignalsAgain(cache),
    askContext: contexts.ask,
    start: () => {
      isStarted = true;
      follow();
      return () => {
        isStarted = false;
        follow();
        contexts.close();
      };
    },
  };
}
