import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../../client/http/api-client.ts';
import type { StreamManager } from '../../client/streams/stream-model.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import { SignalList } from '../../stores/signals/signal-list.ts';
import { createSignalsStore, type DeskSignals } from '../../stores/signals/signals.ts';
import { createCallerReads } from './caller-reads.ts';
import { createSignalContexts } from './signal-context.ts';
import { hearWatched, startSignalFeeds } from './signal-feeds.ts';
import { callReadsIn, readSignalsAgain, sourceReadsIn, sourcesIn, startSignalReads } from './signal-reads.ts';

interface Deps {
  readonly streams: StreamManager;
  readonly client: ApiClient;
  readonly cache: QueryClient;
  readonly clock: Clock;
}

export interface SignalSync extends DeskSignals {
  /** Enables streams and reads for `listen`. Returns the function that stops everything. */
  start(): () => void;
  /** Takes an event of a stream that the user watches; only those of single signal feeds lead to signals. */
  hearWatched(stream: AnyStream, data: unknown): void;
}

/** The service's signals: lists and streams merged, while the screen listens. */
export function createSignals(around: Deps): SignalSync {
  const { streams, client, cache, clock } = around;
  const store = createSignalsStore();
  const list = new SignalList(store);
  const into = { client, clock, store, list };
  const contexts = createSignalContexts(into);
  const callers = createCallerReads(into);
  let areCallersWanted = false;
  let callerReads = new AbortController();
  const lookForCallers = (): void => {
    if (areCallersWanted) void callers.look(callerReads.signal);
  };
  let isStarted = false;
  let leftAtMs: number | null = null;
  let stops: (() => void)[] = [];

  const begin = (): void => {
    if (leftAtMs !== null)
      list.addGap({ kind: 'gap', atMs: clock.now(), fromMs: leftAtMs, reason: 'the signals were not on screen' });
    stops = [
      startSignalFeeds(streams, into),
      streams.onGap(({ fromMs, toMs, reason, late }) => {
        if (!late) list.addGap({ kind: 'gap', atMs: toMs, fromMs, reason: cleanText(reason, 100) });
        readSignalsAgain(cache);
      }),
      ...startSignalReads({ ...into, cache, onRead: lookForCallers }),
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
    askOlder: contexts.older,
    wantCallers: (isWanted) => {
      if (isWanted === areCallersWanted) return;
      areCallersWanted = isWanted;
      callerReads.abort();
      callerReads = new AbortController();
      lookForCallers();
    },
    hearWatched: (stream, data) => hearWatched(stream, data, into),
    start: () => {
      isStarted = true;
      follow();
      return () => {
        isStarted = false;
        follow();
        contexts.close();
        callerReads.abort();
      };
    },
  };
}
