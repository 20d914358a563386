import { createStore } from 'zustand/vanilla';
import type { ApiClient } from '../../client/http/api-client.ts';
import type { StreamChannel, StreamManager } from '../../client/streams/stream-model.ts';
import { allChains, type Chain, chains } from '../../domain/market/chain.ts';
import { tokenId } from '../../domain/market/token.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { filterProblems } from '../../stores/market/stream-filter.ts';
import type { CatalogStream, DeskStreams, StreamFilterValues, StreamRow, StreamsState } from '../../stores/streams.ts';
import { type ListedStream, readStreamCatalog } from './stream-catalog.ts';

interface Deps {
  readonly streams: StreamManager;
  readonly client: ApiClient;
  readonly clock: Clock;
  /** Receives the events of the streams that the user watches. */
  readonly onEvent?: (stream: AnyStream, data: unknown) => void;
}

export interface WatchedStreams extends DeskStreams {
  /** Starts reading the service's catalog. Returns the function that stops it and unsubscribes all watched streams. */
  start(): () => void;
}

/** Data of the streams pane: the stream manager's state, and the streams that the user subscribes to there. */
export function createWatchedStreams({ streams, client, clock, onEvent }: Deps): WatchedStreams {
  /** Unsubscribe function of each watched stream, by channel key. */
  const watched = new Map<string, () => void>();
  const store = createStore<StreamsState>(() => ({ catalog: catalogOf(null), catalogProblem: null }));
  // A stream's counters are not in the store, but its row has changed: notify subscribers.
  const touch = (): void => store.setState({});

  const channelOf = (streamId: string, filter: StreamFilterValues): StreamChannel | undefined =>
    streams.channels().find((channel) => isSame(channel, streamId, filter));

  const watch = (streamId: string, given: StreamFilterValues): string | null => {
    const stream = allStreams.find(({ id }) => id === streamId);
    const entry = store.getState().catalog.find((known) => known.streamId === streamId);
    if (!stream || !entry) return `${cleanText(streamId, textLimits.name)} cannot be read by this version`;
    if (entry.isOffered === false) return `this service does not offer ${streamId}`;
    const filter = trimmed(given);
    const [wrong] = Object.entries(filterProblems(entry, filter));
    if (wrong) return `${wrong[0]}: ${wrong[1]}`;
    const standing = channelOf(streamId, filter);
    if (standing && watched.has(standing.key)) return 'you watch this already';
    const hear = (data: unknown): void => {
      onEvent?.(stream, data);
      touch();
    };
    const stop = streams.subscribe(stream, filter, { onEvent: hear, onState: touch });
    const channel = channelOf(streamId, filter);
    if (channel) watched.set(channel.key, stop);
    return null;
  };

  return {
    rows: () => streams.channels().map((channel) => toRow(channel, watched.has(channel.key))),
    getState: store.getState,
    subscribe: store.subscribe,
    totals: () => streams.counters(),
    messages: (channel, count) => streams.frames(channel, count),
    watch,
    unwatch: (key) => {
      watched.get(key)?.();
      watched.delete(key);
    },
    start: () => {
      const stop = readStreamCatalog({ streams, client, clock }, (answer) =>
        store.setState(
          'problem' in answer
            ? { catalogProblem: answer.problem }
            : { catalog: catalogOf(answer.listed), catalogProblem: null },
        ),
      );
      return () => {
        stop();
        for (const end of watched.values()) end();
        watched.clear();
      };
    },
  };
}

const streamNamed = (name: string): AnyStream | undefined =>
  allStreams.find(({ id, aliases }) => id === name || aliases.includes(name));

const familyOf = (id: string): CatalogStream['family'] =>
  id.startsWith('svm.') ? 'svm' : id.startsWith('evm.') ? 'evm' : null;

const catalogOf = (listed: readonly ListedStream[] | null): CatalogStream[] => [
  ...allStreams.map((stream) => known(stream, listed)),
  ...(listed ?? []).filter(({ streamId }) => !streamNamed(streamId)).map(foreign),
];

function known(stream: AnyStream, listed: readonly ListedStream[] | null): CatalogStream {
  const { id: streamId, summary, filters } = stream;
  const isOffered = listed?.some((entry) => streamNamed(entry.streamId) === stream) ?? null;
  return { streamId, summary, filters, family: familyOf(streamId), isOffered, isReadable: true };
}

const foreign = ({ streamId, filters }: ListedStream): CatalogStream => ({
  streamId,
  filters,
  summary: '',
  family: familyOf(streamId),
  isOffered: true,
  isReadable: false,
});

const trimmed = (values: StreamFilterValues): StreamFilterValues =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );

function isSame({ stream, filter }: StreamChannel, streamId: string, other: StreamFilterValues): boolean {
  const names = Object.keys(filter);
  return (
    stream.id === streamId &&
    names.length === Object.keys(other).length &&
    names.every((name) => filter[name] === other[name])
  );
}

function toRow(channel: StreamChannel, isWatched: boolean): StreamRow {
  const { stream, listeners, ...rest } = channel;
  return {
    ...rest,
    streamId: stream.id,
    tokenId: tokenOf(stream.id, channel.filter),
    desk: listeners > (isWatched ? 1 : 0) ? stream.desk : '',
    isWatched,
  };
}

function tokenOf(streamId: string, { tokenAddress, chainId }: StreamFilterValues): string | null {
  const chain = familyOf(streamId) === 'svm' ? 'solana' : chainById(chainId);
  return tokenAddress && chain ? tokenId({ chain, address: tokenAddress }) : null;
}

const chainById = (id: string | undefined): Chain | undefined =>
  allChains.find((chain) => String(chains[chain].chainId) === id);
