import { fieldsOf } from '../../../domain/fields.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import type { Clock, TimerHandle } from '../../../platform/time/clock.ts';
import type { Random } from '../../../platform/time/random.ts';
import type { ApiClient } from '../../http/api-client.ts';
import { ChannelSet, type ChannelSetOptions } from '../channels/channel-set.ts';
import type { Session } from '../session-bootstrap.ts';
import { Liveness } from './liveness.ts';
import type { SocketFactory, StreamFrame, StreamSocket } from './stream-socket.ts';

/** What is told of one connection; nothing comes after close(). */
export interface ConnectionEvents extends Pick<ChannelSetOptions, 'onState' | 'onEvent'> {
  /** The handshake is done; no channel is subscribed yet. */
  onOpen(channels: ChannelSet): void;
  /** At most once, and never after close(). */
  onClose(code: number | null, reason: string): void;
  onText(text: string): void;
  /** The parsed content of the last text, before it is passed to its channel. */
  onFrame(frame: StreamFrame): void;
  onLatency(latencyMs: number): void;
  /** A `pusher:error` on an established connection; its close decides whether the connection ends. */
  onReport(reason: string): void;
  /** The last text could not be read. */
  onBadFrame(reason: string): void;
}

/** One attempt: the session it uses, and by what it opens its socket. */
export interface ConnectionOptions {
  readonly session: Session;
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly openSocket: SocketFactory;
  readonly events: ConnectionEvents;
}

/** pusher-js would open a second socket after 15 s; the attempt has ended before that. */
const handshakeMs = 10_000;

/** One socket with its channels, liveness check and calls. It is used once: a new attempt is a new connection. */
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

  /** Pings the peer. */
  probe(): void {
    this.#liveness?.probe();
  }

  /** Ends everything that belongs to the connection without calling its owner. Idempotent. */
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
      onDead: () => this.#end(null, 'no response to a ping in 30 s'),
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
      const { message } = fieldsOf(frame.data);
      events.onReport(`the server reports: ${cleanText(message, 200)}`);
    } else this.#channels?.onFrame(frame);
  }

  #stopHandshake(): void {
    if (this.#handshake !== null) this.#options.clock.clearTimeout(this.#handshake);
    this.#handshake = null;
  }
}
