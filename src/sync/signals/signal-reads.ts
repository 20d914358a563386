import { type QueryClient, QueryObserver } from '@tanstack/query-core';
import type { ApiClient } from '../../client/http/api-client.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import { alphaGlobalCalls, alphaRecentCalls, alphaSources } from '../../protocol/endpoints/alpha.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import { type Problem, toProblem } from '../../stores/problem.ts';
import type { SignalList } from '../../stores/signals/signal-list.ts';
import type { SignalReads, SignalSource, SourceReads } from '../../stores/signals/signals.ts';
import { signalOfCall } from './read-signal.ts';

/** Interval of the list reads, which find calls missed by the streams, and serve keys without access to the streams, ms. */
export const signalReadsEveryMs = 20_000;
const readLimit = 100;

const callReads = { recent: alphaRecentCalls, global: alphaGlobalCalls };
const callNames = ['recent', 'global'] as const;
const keyOf = (read: keyof typeof callReads | 'sources') => ['signals', read] as const;

interface Around {
  readonly client: ApiClient;
  readonly cache: QueryClient;
  readonly clock: Clock;
  readonly list: SignalList;
  /** Finds the tokens of calls without one. */
  readonly lookForNames: (signal: AbortSignal) => Promise<void>;
}

/** Starts polling the lists of calls and the sources. Returns the functions that stop it. */
export function startSignalReads({ client, cache, clock, list, lookForNames }: Around): (() => void)[] {
  const readCalls = async (endpoint: (typeof callReads)[keyof typeof callReads], signal: AbortSignal) => {
    const { data } = await client.call(endpoint, { query: { limit: readLimit } }, { signal });
    const nowMs = clock.now();
    for (const call of data.calls.toReversed())
      if (isUnreadable(call)) {
        const reason = cleanText(call.unreadable, 200);
        list.addUnreadable({ atMs: nowMs, stream: endpoint.id, reason }, false);
      } else list.add(signalOfCall(call, nowMs), nowMs);
    void lookForNames(signal);
    return data.calls.length;
  };
  const readSources = async (signal: AbortSignal): Promise<readonly SignalSource[]> => {
    const { data } = await client.call(alphaSources, {}, { signal });
    return readable(data.sources).map(sourceOf);
  };
  const observe = (read: Parameters<typeof keyOf>[0], queryFn: (signal: AbortSignal) => Promise<unknown>) =>
    new QueryObserver<unknown>(cache, {
      queryKey: keyOf(read),
      queryFn: ({ signal }) => queryFn(signal),
      refetchInterval: signalReadsEveryMs,
      refetchIntervalInBackground: true,
      refetchOnMount: 'always',
    }).subscribe(() => {});
  return [
    ...callNames.map((name) => observe(name, (signal) => readCalls(callReads[name], signal))),
    observe('sources', readSources),
  ];
}

export const readSignalsAgain = (cache: QueryClient): void =>
  void cache.refetchQueries({ queryKey: ['signals'], type: 'active' });

/** null before the first response. */
export const sourcesIn = (cache: QueryClient): readonly SignalSource[] | null =>
  cache.getQueryData<readonly SignalSource[]>(keyOf('sources')) ?? null;

export function sourceReadsIn(cache: QueryClient): SourceReads {
  const state = cache.getQueryState<unknown>(keyOf('sources'));
  return { updatedAtMs: state?.dataUpdatedAt ?? 0, problem: problemOf(state?.error) };
}

export function callReadsIn(cache: QueryClient): SignalReads {
  const calls = callNames.map((read) => cache.getQueryState<unknown>(keyOf(read)));
  return {
    isAnswered: calls.some((state) => state !== undefined && state.status !== 'pending'),
    updatedAtMs: Math.max(0, ...calls.map((state) => state?.dataUpdatedAt ?? 0)),
    problem: problemOf(calls.find((state) => state?.error)?.error),
  };
}

const problemOf = (error: unknown): Problem | null => (error ? cleanProblem(toProblem(error)) : null);

/** Cleans a problem, whose texts may come from the service. */
export const cleanProblem = (problem: Problem): Problem => ({
  ...problem,
  code: cleanText(problem.code, textLimits.symbol),
  message: cleanText(problem.message, 200),
});

type WireSource = Exclude<ResponseData<typeof alphaSources>['sources'][number], { unreadable: string }>;

const sourceOf = (source: WireSource): SignalSource => ({
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
