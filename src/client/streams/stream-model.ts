import type { ConnectionStatus } from '../../domain/stream/connection-status.ts';
import type { RawMessage } from '../../domain/stream/raw-message.ts';
import type { Unreadable } from '../../protocol/schema.ts';
import type { AnyStream, StreamData } from '../../protocol/stream.ts';
import type { ChannelState } from './channels/wanted-streams.ts';

/** A period without data: the service does not replay events. */
export interface StreamGap {
  readonly fromMs: number;
  readonly toMs: number;
  readonly reason: string;
  /** Null: all streams. Otherwise the one that recovered later than the others. */
  readonly late: AnyStream | null;
}

/** Who wants a stream; what it throws goes to `onFault` and harms nobody. */
export interface StreamListener<S extends AnyStream> {
  /** The payload, or why it cannot be read. */
  onEvent(data: StreamData<S> | Unreadable, atMs: number): void;
  /** At once where the stream is known already, then on each change. */
  onState?(state: ChannelState, reason: string | null): void;
}

/** A wanted stream with its filter, in its current state. */
export interface StreamChannel {
  /** Identifies stream and filter. */
  readonly key: string;
  readonly stream: AnyStream;
  readonly filter: Readonly<Record<string, string>>;
  /** Where the service publishes it; null without a connection or a channel. */
  readonly channel: string | null;
  readonly state: ChannelState;
  readonly reason: string | null;
  /** How many listeners share it. */
  readonly listeners: number;
  /** Since the desk started, over all connections. */
  readonly events: number;
  readonly unreadable: number;
  readonly lastEventAtMs: number | null;
  /** Over the last five complete seconds. */
  readonly perSecond: number;
  /** How long it has been suspiciously silent while other channels are active, ms; null if it is not. */
  readonly silentMs: number | null;
}

/** The streams of one service over one connection, kept up by itself. */
export interface StreamManager {
  status(): ConnectionStatus;
  /** Called on every change except passing messages; those change only `status().lastMessageAtMs`. */
  onStatus(listener: (status: ConnectionStatus) => void): () => void;
  /** Returns the unsubscribe function; the last one for a stream and filter unsubscribes at the service. */
  subscribe<S extends AnyStream>(
    stream: S,
    filter: Readonly<Record<string, string>>,
    listener: StreamListener<S>,
  ): () => void;
  /** Called when the wanted channels are live again after an interruption, and after a clock jump. */
  onGap(listener: (gap: StreamGap) => void): () => void;
  /** From now on a connection is kept up, once a stream is wanted. */
  start(): void;
  stop(): void;
  /** The user asks: connects now, or retries refused channels. */
  retryNow(): void;
  /** In the order in which they were first wanted. */
  channels(): readonly StreamChannel[];
  /** Recent raw messages, newest first: all, or those of one channel. */
  frames(channel: string | null, count: number): readonly RawMessage[];
  /** Since the desk started, over all connections. */
  counters(): { messages: number; unreadable: number; reconnects: number };
}
