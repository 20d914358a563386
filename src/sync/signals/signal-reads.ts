import { type QueryClient, QueryObserver } from '@tanstack/query-core';
import type { ApiClient } from '../../client/http/api-client.ts';
import { callPlatform } from '../../domain/market/call-platform.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import { alphaGlobalCalls, alphaRecentCalls, alphaSources } from '../../protocol/endpoints/alpha.ts';
import { isUnreadable, readable, type Unreadable } from '../../protocol/schema.ts';
import { type Problem, toProblem } from '../../stores/problem.ts';
import { hearCalls, hearPrices } from '../../stores/signals/hear-calls.ts';
import type { SignalList } from '../../stores/signals/signal-list.ts';
import type { Signal, SignalReads, SignalSource, SignalsStore, SourceReads } from '../../stores/signals/signals.ts';
import { signalOfGlobal, signalOfRecent } from './read-calls.ts';

/** Interval of the list reads, which find calls missed by the streams, and serve keys without access to the streams, ms. */
export const signalReadsEveryMs = 20_000;
const readLimit = 100;

const callNames = ['recent', 'global'] as const;
const keyOf = (read: (typeof callNames)[number] | 'sources') => ['signals', read] as const;

interface Around {
  readonly client: ApiClient;
  readonly cache: QueryClient;
  readonly clock: Clock;
  readonly store: SignalsStore;
  readonly list: SignalList;
  /** Called when a list has been read. */
  readonly onRead: () => void;
}

/** Starts polling the lists of calls and the sources. Returns the functions that stop it. */
export function startSignalReads({ client, cache, clock, store, list, onRead }: Around): (() => void)[] {
  const take = <T>(id: string, items: readonly (T | Unreadable)[], toSignal: (item: T, nowMs: number) => Signal) => {
    const nowMs = clock.now();
    for (const item of items)
      if (isUnreadable(item)) {
        const reason = cleanText(item.unreadable, 200);
        list.addUnreadable({ atMs: nowMs, stream: id, reason }, false);
      }
    const signals = readable(items).map((item) => toSignal(item, nowMs));
    // Oldest first, so that rows that are new arrive in the order of their calls.
    for (const signal of signals.toReversed()) list.add(signal, nowMs);
    hearPrices(store, signals.flatMap(priceNow));
    hearCalls(store, namedCalls(signals), id);
    onRead();
    return items.length;
  };
  const query = { limit: readLimit };
  const readCalls = {
    recent: async (signal: AbortSignal) => {
      const { data } = await client.call(alphaRecentCalls, { query }, { signal });
      return take(alphaRecentCalls.id, data.calls ?? [], signalOfRecent);
    },
    global: async (signal: AbortSignal) => {
      const { data } = await client.call(alphaGlobalCalls, { query }, { signal });
      return take(alphaGlobalCalls.id, data.calls ?? [], signalOfGlobal);
    },
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
  return [...callNames.map((name) => observe(name, readCalls[name])), observe('sources', readSources)];
}

const priceNow = ({ token, calls }: Signal) =>
  [calls?.own, calls?.everyone].flatMap((sum) => (sum ? [{ token, usd: sum.priceNowUsd, atMs: sum.readAtMs }] : []));

/**
 * The calls whose caller a list tells. The own list names the latest caller, but if there were several calls, its price is
 * that of another; the public list names the latest on X, who need not have called last.
 */
const namedCalls = (signals: readonly Signal[]): Signal[] =>
  signals.flatMap((signal): Signal[] => {
    const { own = null, everyone = null } = signal.calls ?? {};
    const isOnly = (own ?? everyone)?.mentions === 1;
    if (isOnly) return [signal];
    return own ? [{ ...signal, priceUsd: null }] : [];
  });

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
  platform: callPlatform(cleanText(source.platform || source.connectionType, textLimits.symbol)),
  origin: cleanText(source.source, 200),
  isEnabled: source.enabled,
  createdAtMs: timeOf(source.createdAt),
});

function timeOf(text: string | null | undefined): number | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : ms;
}
