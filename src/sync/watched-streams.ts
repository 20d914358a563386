import type { ApiClient } from '../client/api-client.ts';
import type { StreamChannel, StreamManager } from '../client/stream-model.ts';
import { type Chain, chains } from '../domain/chain.ts';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import { tokenId } from '../domain/token.ts';
import type { Clock } from '../platform/clock.ts';
import type { AnyStream } from '../protocol/stream.ts';
import { allStreams } from '../protocol/stream-list.ts';
import { filterProblems } from '../stores/stream-filter.ts';
import type { CatalogStream, DeskStreams, StreamFilterValues, StreamRow } from '../stores/streams.ts';
import { type ListedStream, readStreamCatalog } from './stream-catalog.ts';

interface Surroundings {
  readonly streams: StreamManager;
  readonly client: ApiClient;
  readonly clock: Clock;
  /** A watched stream has said something, or the catalog is there. */
  readonly onChange: () => void;
}

export interface WatchedStreams extends DeskStreams {
  /** Reads the service's catalog from now on. Returns the function that ends that, and all that is watched. */
  start(): () => void;
}

/** The stream manager as the streams pane sees it, and the streams that a person asks for there. */
export function createWatchedStreams({ streams, client, clock, onChange }: Surroundings): WatchedStreams {
  /** What ends each watched stream, by the key of its channel. */
  const watched = new Map<string, () => void>();
  let listed: readonly ListedStream[] | null = null;
  let problem: string | null = null;

  const channelOf = (streamId: string, filter: StreamFilterValues): StreamChannel | undefined =>
    streams.channels().find((channel) => isSame(channel, streamId, filter));

  const watch = (streamId: string, given: StreamFilterValues): string | null => {
    const stream = allStreams.find(({ id }) => id === streamId);
    if (!stream) return `${cleanText(streamId, textLimits.name)} cannot be read by this version`;
    const entry = known(stream, listed);
    if (entry.isOffered === false) return `this service does not offer ${streamId}`;
    const filter = trimmed(given);
    const [wrong] = Object.entries(filterProblems(entry, filter));
    if (wrong) return `${wrong[0]}: ${wrong[1]}`;
    const standing = channelOf(streamId, filter);
    if (standing && watched.has(standing.key)) return 'you watch this already';
    const stop = streams.subscribe(stream, filter, { onEvent: onChange, onState: onChange });
    const channel = channelOf(streamId, filter);
    if (channel) watched.set(channel.key, stop);
    return null;
  };

  return {
    rows: () => streams.channels().map((channel) => toRow(channel, watched.has(channel.key))),
    catalog: () => [
      ...allStreams.map((stream) => known(stream, listed)),
      ...(listed ?? []).filter(({ streamId }) => !streamNamed(streamId)).map(foreign),
    ],
    catalogProblem: () => problem,
    totals: () => streams.counters(),
    messages: (channel, count) => streams.frames(channel, count),
    watch,
    unwatch: (key) => {
      watched.get(key)?.();
      watched.delete(key);
    },
    start: () => {
      const stop = readStreamCatalog({ streams, client, clock }, (answer) => {
        if ('listed' in answer) listed = answer.listed;
        problem = 'problem' in answer ? answer.problem : null;
        onChange();
      });
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
  (Object.keys(chains) as Chain[]).find((chain) => String(chains[chain].chainId) === id);
