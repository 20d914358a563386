import type { Unreadable } from '../protocol/schema.ts';
import type { AnyStream, StreamData } from '../protocol/stream.ts';
import type { RawFrame } from './frame-log.ts';
import type { StreamState } from './stream-machine.ts';
import type { ChannelState } from './wanted-streams.ts';

export interface StreamStatus {
  readonly state: StreamState;
  readonly reason: string | null;
  readonly attempt: number;
  /** Wall clock, ms, like every `AtMs` here. */
  readonly nextAttemptAtMs: number | null;
  readonly sinceMs: number;
  /** Of any frame, pongs included. */
  readonly lastMessageAtMs: number | null;
  /** Round trip of the last ping, or of the connection's handshake before there was one, ms. */
  readonly latencyMs: number | null;
}

/** A time for which nothing is known: the service replays nothing. */
export interface StreamGap {
  readonly fromMs: number;
  readonly toMs: number;
  readonly reason: string;
  /** Null: of every stream. Else the one that came back later than the others. */
  readonly late: AnyStream | null;
}

export interface StreamListener<S extends AnyStream> {
  /** The payload, or why it cannot be read. */
  onEvent(data: StreamData<S> | Unreadable, atMs: number): void;
  onState?(state: ChannelState, reason: string | null): void;
}

/** A wanted stream with its filter, as it stands. */
export interface StreamChannel {
  /** Identity of stream and filter. */
  readonly key: string;
  readonly stream: AnyStream;
  readonly filter: Readonly<Record<string, string>>;
  /** Where the service publishes it; null while there is no connection, or no channel for it. */
  readonly channel: string | null;
  readonly state: ChannelState;
  readonly reason: string | null;
  /** How many listeners share it. */
  readonly listeners: number;
  /** Since the desk was started, over all connections. */
  readonly events: number;
  readonly unreadable: number;
  readonly lastEventAtMs: number | null;
  /** Over the last five full seconds. */
  readonly perSecond: number;
  /** For how long it has said nothing although it should have, while other channels talk, ms; null when all is well. */
  readonly silentMs: number | null;
}

export interface StreamManager {
  status(): StreamStatus;
  /** Called on every change but the passing of messages; those move `status().lastMessageAtMs` alone. */
  onStatus(listener: (status: StreamStatus) => void): () => void;
  /** Returns the function that ends it; the last one for a stream and filter unsubscribes at the service. */
  subscribe<S extends AnyStream>(
    stream: S,
    filter: Readonly<Record<string, string>>,
    listener: StreamListener<S>,
  ): () => void;
  /** Called when the wanted channels stand again after an interruption, and after a jump of the clock. */
  onGap(listener: (gap: StreamGap) => void): () => void;
  start(): void;
  stop(): void;
  /** A person asks: connects now, or asks again for the channels that were refused. */
  retryNow(): void;
  /** In the order in which they were first wanted. */
  channels(): readonly StreamChannel[];
  /** What came over the wire lately, newest first: all of it, or what named one channel. */
  frames(channel: string | null, count: number): readonly RawFrame[];
  counters(): { messages: number; unreadable: number; reconnects: number };
}
