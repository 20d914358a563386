import type { Chain } from '../domain/chain.ts';

/** Values of a stream's filters by name, such as `tokenAddress`. */
export type StreamFilterValues = Readonly<Record<string, string>>;

export interface StreamFilterInfo {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
}

/** A stream that is asked for now, by the desk or by the person. Times are wall clock, ms. */
export interface StreamRow {
  readonly key: string;
  readonly streamId: string;
  readonly filter: StreamFilterValues;
  /** `chain:address` of the token that the filter names; null when it names none. */
  readonly tokenId: string | null;
  /** Where the service publishes it; null while there is no connection, or no channel for it. */
  readonly channel: string | null;
  readonly state: 'pending' | 'live' | 'refused';
  /** Why it was refused. Remote text, cleaned. */
  readonly reason: string | null;
  /** For how long it has said nothing although it should have, ms; null when all is well. */
  readonly silentMs: number | null;
  readonly perSecond: number;
  readonly events: number;
  readonly unreadable: number;
  readonly lastEventAtMs: number | null;
  /** What of the desk lives on it; '' when nothing does. */
  readonly desk: string;
  /** The person asked for it in the streams pane, and can end it there. */
  readonly isWatched: boolean;
}

/** A stream that could be asked for. */
export interface CatalogStream {
  readonly streamId: string;
  readonly summary: string;
  /** null for a stream that belongs to no chain. */
  readonly family: 'svm' | 'evm' | null;
  readonly filters: readonly StreamFilterInfo[];
  /** Whether the service lists it; null while its catalog is not read. */
  readonly isOffered: boolean | null;
  /** False for a stream that the service lists and this version knows nothing of. */
  readonly isReadable: boolean;
}

/** One message as it came over the wire. Remote text: to be cleaned before it is shown. */
export interface RawMessage {
  readonly seq: number;
  readonly atMs: number;
  /** At most its first 4,096 characters. */
  readonly text: string;
  readonly lengthChars: number;
  readonly channel: string | null;
  /** Why it could not be read; null when it could. */
  readonly problem: string | null;
}

export interface StreamTotals {
  readonly messages: number;
  readonly unreadable: number;
  readonly reconnects: number;
}

/** The streams of the desk as the screen needs them. */
export interface DeskStreams {
  /** In the order in which they were first asked for. */
  rows(): readonly StreamRow[];
  /** Every stream that this version or the service knows. */
  catalog(): readonly CatalogStream[];
  /** Why the service's own catalog could not be read; null when it could, or was not asked for yet. */
  catalogProblem(): string | null;
  totals(): StreamTotals;
  /** The last messages, newest first: of one channel, or (null) all that came. */
  messages(channel: string | null, count: number): readonly RawMessage[];
  /** Asks for a stream; what it sends is counted and can be read raw. Returns why it can't be asked for, or null. */
  watch(streamId: string, filter: StreamFilterValues): string | null;
  /** Ends what `watch` began; a stream that the desk itself needs stays. */
  unwatch(key: string): void;
}

/** The swaps that the tape is made of. */
export const isSwapStream = ({ streamId }: Pick<StreamRow, 'streamId'>): boolean => streamId.endsWith('.token.swaps');

export const refusedCount = (rows: readonly StreamRow[]): number =>
  rows.filter(({ state }) => state === 'refused').length;

/** The filters that name an address, with the chain that gives it its form. */
export const addressChain = (family: CatalogStream['family']): Chain => (family === 'evm' ? 'base' : 'solana');
