import { type QueryClient, QueryObserver } from '@tanstack/query-core';
import type { ApiClient } from '../client/api-client.ts';
import type { StreamManager } from '../client/stream-model.ts';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import type { Clock } from '../platform/clock.ts';
import { alphaGlobalCalls, alphaRecentCalls, alphaSources } from '../protocol/endpoints/alpha.ts';
import { isUnreadable, readable } from '../protocol/schema.ts';
import { type Problem, toProblem } from '../stores/problem.ts';
import { SignalList } from '../stores/signal-list.ts';
import { type DeskSignals, isSignal, type Signal, type SignalReads, type SignalSource } from '../stores/signals.ts';
import { signalOfCall } from './read-signal.ts';
import { createSignalContexts } from './signal-context.ts';
import { startSignalFeeds } from './signal-feeds.ts';
import { createSignalNames } from './signal-names.ts';

interface Surroundings {
  readonly streams: StreamManager;
  readonly client: ApiClient;
  readonly cache: QueryClient;
  readonly clock: Clock;
  /** Tokens that the desk knows, as `chain:address`. */
  readonly knownTokens: () => readonly string[];
  /** The rows are others; a burst of events calls it once each. */
  readonly onChange: () => void;
}

export interface SignalSync extends DeskSignals {
  /** From now on a listener is served. Returns the function that ends everything. */
  start(): () => void;
}

/** Streams tell what is new; the lists are read for what was missed, and for a key that may not listen. */
export const signalReadsEveryMs = 20_000;
const readLimit = 100;

type Read = 'recent' | 'global' | 'sources';
const callReads: readonly Read[] = ['recent', 'global'];
const reads: readonly Read[] = [...callReads, 'sources'];
const keyOf = (read: Read) => ['signals', read] as const;

/** The signals of the service: its lists, merged with its streams while somebody listens. */
export function createSignals(around: Surroundings): SignalSync {
  const { streams, client, cache, clock, onChange } = around;
  const list = new SignalList(onChange);
  const contexts = createSignalContexts(client, clock, onChange, (address, calls) => {
    const token = list.rows.find((row) => isSignal(row) && row.token?.address === address) as Signal | undefined;
    if (token) for (const call of calls) list.learn({ ...call, token: token.token });
  });
  const names = createSignalNames({ ...around, list });
  let isWanted = false;
  let isStarted = false;
  let leftAtMs: number | null = null;
  let stops: (() => void)[] = [];

  const readCalls = async (read: 'recent' | 'global', signal: AbortSignal): Promise<number> => {
    const endpoint = read === 'recent' ? alphaRecentCalls : alphaGlobalCalls;
    const { data } = await client.call(endpoint, { query: { limit: readLimit } }, { signal });
    const nowMs = clock.now();
    for (const call of data.calls.toReversed())
      if (isUnreadable(call)) {
        const reason = cleanText(call.unreadable, 200);
        list.addUnreadable({ atMs: nowMs, stream: endpoint.id, reason }, false);
      } else list.add(signalOfCall(call, nowMs), nowMs);
    void names.look(signal);
    return data.calls.length;
  };
  const readSources = async (signal: AbortSignal): Promise<readonly SignalSource[]> => {
    const { data } = await client.call(alphaSources, {}, { signal });
    return readable(data.sources).map(sourceOf);
  };
  const observe = (read: Read): (() => void) =>
    new QueryObserver<unknown>(cache, {
      queryKey: keyOf(read),
      queryFn: ({ signal }) => (read === 'sources' ? readSources(signal) : readCalls(read, signal)),
      refetchInterval: signalReadsEveryMs,
      refetchIntervalInBackground: true,
      refetchOnMount: 'always',
    }).subscribe(() => {});
  const readAgain = (): void => void cache.refetchQueries({ queryKey: ['signals'], type: 'active' });

  const begin = (): void => {
    if (leftAtMs !== null)
      list.addGap({ kind: 'gap', atMs: clock.now(), fromMs: leftAtMs, reason: 'the signals were not on screen' });
    stops = [
      startSignalFeeds(streams, list, clock),
      streams.onGap(({ fromMs, toMs, reason, late }) => {
        if (!late) list.addGap({ kind: 'gap', atMs: toMs, fromMs, reason: cleanText(reason, 100) });
        readAgain();
      }),
      ...reads.map(observe),
    ];
  };
  const end = (): void => {
    for (const stop of stops) stop();
    stops = [];
    leftAtMs = clock.now();
  };
  const follow = (): void => {
    const isRunning = stops.length > 0;
    if (isWanted && isStarted && !isRunning) begin();
    else if (!(isWanted && isStarted) && isRunning) end();
  };

  return {
    rows: () => list.rows,
    lastSeq: () => list.lastSeq,
    sources: () => cache.getQueryData<readonly SignalSource[]>(keyOf('sources')) ?? null,
    sourceReads: () => {
      const state = cache.getQueryState<unknown>(keyOf('sources'));
      return { updatedAtMs: state?.dataUpdatedAt ?? 0, problem: problemOf(state?.error) };
    },
    reads: () => readsOf(cache),
    listen: (wanted) => {
      isWanted = wanted;
      follow();
    },
    isListening: () => isWanted,
    refresh: readAgain,
    askContext: contexts.ask,
    context: contexts.get,
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

function readsOf(cache: QueryClient): SignalReads {
  const calls = callReads.map((read) => cache.getQueryState<unknown>(keyOf(read)));
  return {
    isAnswered: calls.some((state) => state !== undefined && state.status !== 'pending'),
    updatedAtMs: Math.max(0, ...calls.map((state) => state?.dataUpdatedAt ?? 0)),
    problem: problemOf(calls.find((state) => state?.error)?.error),
  };
}

const problemOf = (error: unknown): Problem | null => (error ? clean(toProblem(error)) : null);

const clean = (problem: Problem): Problem => ({
  ...problem,
  code: cleanText(problem.code, textLimits.symbol),
  message: cleanText(problem.message, 200),
});

const sourceOf = (source: {
  readonly connectionType: string;
  readonly enabled: boolean;
  readonly name?: string | null | undefined;
  readonly platform?: string | null | undefined;
  readonly source?: string | null | undefined;
  readonly createdAt?: string | null | undefined;
  readonly connectionId: string;
}): SignalSource => ({
  id: cleanText(source.connectionId, textLimits.name),
  name: cleanText(source.name ?? source.connectionId, textLimits.name),
  platform: cleanText(source.platform, textLimits.symbol),
  type: cleanText(source.connectionType, textLimits.symbol),
  origin: cleanText(source.source, 200),
  isEnabled: source.enabled,
  createdAtMs: timeOf(source.createdAt),
});

function timeOf(text: string | null | undefined): number | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : ms;
}
