import type { Chain } from '../domain/market/chain.ts';
import type { RawMessage } from '../domain/stream/raw-message.ts';
import type { ReadableStore } from './store.ts';

/** Values of a stream's filters by name, such as `tokenAddress`. */
export type StreamFilterValues = Readonly<Record<string, string>>;

export interface StreamFilterInfo {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
}

/** A stream that the desk or the user has subscribed to. Times are wall clock, ms. */
export interface StreamRow {
  readonly key: string;
  readonly streamId: string;
  readonly filter: StreamFilterValues;
  /** `chain:address` of the token that the filter names; null when it names none. */
  readonly tokenId: string | null;
  /** The channel it is published on; null while there is no connection, or no channel yet. */
  readonly channel: string | null;
  readonly state: 'pending' | 'live' | 'refused';
  /** Why it was refused. Remote text, cleaned. */
  readonly reason: string | null;
  /** How long it has been silent although messages were due, ms; null when all is well. */
  readonly silentMs: number | null;
  readonly perSecond: number;
  readonly events: number;
  readonly unreadable: number;
  readonly lastEventAtMs: number | null;
  /** What the desk uses it for; '' if it is not used. */
  readonly desk: string;
  /** The user subscribed to it in the streams pane, and can unsubscribe there. */
  readonly isWatched: boolean;
}

/** A stream that can be subscribed to. */
export interface CatalogStream {
  readonly streamId: string;
  readonly summary: string;
  /** null for a stream that belongs to no chain. */
  readonly family: 'svm' | 'evm' | null;
  readonly filters: readonly StreamFilterInfo[];
  /** Whether the service lists it; null until its catalog is read. */
  readonly isOffered: boolean | null;
  /** False for a stream that the service lists but this version does not know. */
  readonly isReadable: boolean;
}

export interface StreamTotals {
  readonly messages: number;
  readonly unreadable: number;
  readonly reconnects: number;
}

export interface StreamsState {
  /** Every stream that this version or the service knows. */
  readonly catalog: readonly CatalogStream[];
  /** Why the service's catalog could not be read; null if it was read, or not requested yet. */
  readonly catalogProblem: string | null;
}

/** The desk's streams as the screen shows them. Counters change without notice to subscribers: read them when drawing. */
export interface DeskStreams extends ReadableStore<StreamsState> {
  /** In the order of their first subscription. */
  rows(): readonly StreamRow[];
  totals(): StreamTotals;
  /** The last messages, newest first, of one channel, or of all if `channel` is null. */
  messages(channel: string | null, count: number): readonly RawMessage[];
  /** Subscribes to a stream: its messages are counted and shown raw. Returns why that is not possible, or null. */
  watch(streamId: string, filter: StreamFilterValues): string | null;
  /** Ends a subscription made by `watch`. A stream that the desk itself needs stays subscribed. */
  unwatch(key: string): void;
}

/** Whether the stream carries swaps for the tape. */
export const isSwapStream = ({ streamId }: Pick<StreamRow, 'streamId'>): boolean => streamId.endsWith('.token.swaps');

export const refusedCount = (rows: readonly StreamRow[]): number =>
  rows.filter(({ state }) => state === 'refused').length;

/** A chain of the stream's family, used to check the form of addresses in its filters. */
export const addressChain = (family: CatalogStream['family']): Chain => (family === 'evm' ? 'base' : 'solana');
