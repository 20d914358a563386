import { cleanText } from '../domain/clean-text.ts';
import type { Clock, TimerHandle } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import type { ApiClient } from './api-client.ts';
import { ChannelSet, type ChannelSetOptions } from './channel-set.ts';
import { Liveness } from './liveness.ts';
import type { Session } from './session-bootstrap.ts';
import type { SocketFactory, StreamFrame, StreamSocket } from './stream-socket.ts';

export interface ConnectionEvents extends Pick<ChannelSetOptions, 'onState' | 'onEvent'> {
  onOpen(channels: ChannelSet): void;
  /** At most once, and never after close(). */
  onClose(code: number | null, reason: string): void;
  onText(text: string): void;
  /** What the last text says, before it is handed to its channel. */
  onFrame(frame: StreamFrame): void;
  onLatency(latencyMs: number): void;
  /** A `pusher:error` on a connection that stands: whether it goes, its close decides. */
  onReport(reason: string): void;
  /** The last text could not be read. */
  onBadFrame(reason: string): void;
}

export interface ConnectionOptions {
  readonly session: Session;
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly openSocket: SocketFactory;
  readonly events: ConnectionEvents;
}

/** pusher-js would try a second socket of its own after 15 s: the attempt is over before that. */
const handshakeMs = 10_000;

/** One socket with its channels, its liveness and its calls. It is used once: a new attempt is a new connection. */
export class StreamConnection {
  readonly #options: ConnectionOptions;
  readonly #abort = new AbortController();
  readonly #startMs: number;
  readonly #socket: StreamSocket | null;
  #handshake: TimerHandle | null;
  #channels: ChannelSet | null = null;
  #liveness: Liveness | null = null;

  constructor(options: ConnectionOptions) {
    const { clock, events, openSocket, session } = options;
    this.#options = options;
    this.#startMs = clock.monotonic();
    this.#handshake = clock.setTimeout(() => this.#end(null, `no handshake in ${handshakeMs / 1_000} s`), handshakeMs);
    try {
      this.#socket = openSocket(session.target, {
        onOpen: (socketId, activityTimeoutMs) => this.#onOpen(socketId, activityTimeoutMs),
        onClose: (code, reason) => this.#end(code, cleanText(reason, 200)),
        onText: (text) => {
          this.#liveness?.seen();
          events.onText(text);
        },
        onFrame: (frame) => this.#onFrame(frame),
        onBadFrame: (reason) => events.onBadFrame(reason),
      });
    } catch {
      this.#socket = null;
      // Not at once: the owner does not hold this connection yet.
      queueMicrotask(() => this.#end(null, 'the socket could not be opened'));
    }
  }

  /** Asks whether the peer is still there. */
  probe(): void {
    this.#liveness?.probe();
  }

  /** Ends everything that belongs to the connection, without a word to its owner. Idempotent. */
  close(): void {
    this.#abort.abort();
    this.#stopHandshake();
    this.#liveness?.stop();
    this.#channels?.close();
    this.#socket?.terminate();
  }

  #end(code: number | null, reason: string): void {
    if (this.#abort.signal.aborted) return;
    this.close();
    this.#options.events.onClose(code, reason);
  }

  #onOpen(socketId: string, idleMs: number): void {
    const socket = this.#socket;
    if (this.#abort.signal.aborted || !socket) return;
    this.#stopHandshake();
    const { client, clock, random, events } = this.#options;
    this.#liveness = new Liveness({
      clock,
      idleMs,
      ping: () => socket.ping(),
      onDead: () => this.#end(null, 'no answer to a ping in 30 s'),
    });
    const { onState, onEvent } = events;
    this.#channels = new ChannelSet({
      client,
      clock,
      random,
      socket,
      socketId,
      signal: this.#abort.signal,
      onState,
      onEvent,
    });
    events.onLatency(clock.monotonic() - this.#startMs);
    events.onOpen(this.#channels);
  }

  #onFrame(frame: StreamFrame): void {
    if (this.#abort.signal.aborted) return;
    const { events } = this.#options;
    events.onFrame(frame);
    if (frame.event === 'pusher:pong') {
      const latencyMs = this.#liveness?.roundTripMs() ?? null;
      if (latencyMs !== null) events.onLatency(latencyMs);
    } else if (frame.event === 'pusher:error') {
      const { message } = (frame.data ?? {}) as { message?: unknown };
      events.onReport(`the server reports: ${cleanText(message, 200)}`);
    } else this.#channels?.onFrame(frame);
  }

  #stopHandshake(): void {
    if (this.#handshake !== null) this.#options.clock.clearTimeout(this.#handshake);
    this.#handshake = null;
  }
}
