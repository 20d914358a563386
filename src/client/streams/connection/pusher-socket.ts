import type Pusher from 'pusher-js';
import { fieldsOf } from '../../../domain/fields.ts';
import { quoteLongIntegers } from '../../../domain/numbers/exact-json.ts';
import { jsonWithoutSecrets, redact } from '../../../platform/secrets/secrets.ts';
import type { SocketTarget } from '../session-hosts.ts';
import { checkPusher, createPusher, discardPusher, stopPings, type WebSocketLike } from './pusher-instance.ts';
import type { ChannelToken, SocketEvents, SocketFactory, StreamSocket } from './stream-socket.ts';
import type { OpenWire, Wire } from './wire.ts';
import { openWsWire } from './ws-wire.ts';

/** Throws a PlainError where pusher-js is not as it must be. */
export function createPusherSocket(openWire: OpenWire): SocketFactory {
  checkPusher();
  return (target, events) => new PusherSocket(openWire, target, events);
}

/**
 * One pusher-js instance for one connection. pusher-js speaks the protocol; every decision is taken from it here. On
 * its own it would reconnect (on 4200 without delay), stall after a frame that makes a listener throw, and offer no way
 * to terminate a dead peer. So the WebSocket between it and the wire is ours: pusher-js sees only harmless frames and
 * never a close, which goes to the caller with its code. Subscriptions are plain frames, because its channel objects
 * parse `channel_data` where nothing can catch, and stay pending forever if the server refuses.
 */
class PusherSocket implements StreamSocket {
  readonly #events: SocketEvents;
  readonly #openWire: OpenWire;
  readonly #pusher: Pusher;
  readonly #webSocket: WebSocketLike;
  #wire: Wire | null = null;
  #isOpen = false;
  #isOver = false;
  /** A `pusher:error` instead of the handshake. Its code decides if the close that follows has none. */
  #refusal: { readonly code: number; readonly message: string } | null = null;

  constructor(openWire: OpenWire, target: SocketTarget, events: SocketEvents) {
    this.#events = events;
    this.#openWire = openWire;
    this.#webSocket = {
      send: (text) => this.#guard(() => this.#wire?.send(text)),
      close: () => this.#finish(null, malformed),
    };
    this.#pusher = createPusher(target, (url) => this.#open(url));
    const { connection } = this.#pusher;
    connection.bind('connected', () => this.#onConnected());
    connection.bind('message', (frame: Record<'event' | 'channel' | 'data', unknown>) => this.#onFrame(frame));
    connection.bind('error', ({ type }: { type?: unknown }) => {
      if (type === 'MessageParseError') events.onBadFrame('a frame that is not JSON');
      if (type === 'HandshakeError') this.#finish(null, malformed);
    });
  }

  subscribe(channel: string, token: ChannelToken | null): void {
    this.#send('pusher:subscribe', {
      channel,
      ...(token && { auth: token.auth, ...(token.channelData !== null && { channel_data: token.channelData }) }),
    });
  }

  unsubscribe(channel: string): void {
    this.#send('pusher:unsubscribe', { channel });
  }

  ping(): void {
    this.#send('pusher:ping', {});
  }

  terminate(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#wire?.terminate();
    discardPusher(this.#pusher);
  }

  #send(event: string, data: Record<string, unknown>): void {
    if (!this.#isOver) this.#pusher.send_event(event, data);
  }

  #open(url: string): WebSocketLike {
    this.#wire = this.#openWire(url, {
      onOpen: () => this.#guard(() => this.#webSocket.onopen?.()),
      onText: (text) => this.#guard(() => this.#onText(text)),
      onUnusable: (text, reason) =>
        this.#guard(() => {
          this.#events.onText(redact(text));
          this.#events.onBadFrame(reason);
        }),
      onClose: (code, reason) => this.#finish(code, reason),
    });
    return this.#webSocket;
  }

  #onText(sent: string): void {
    const text = jsonWithoutSecrets(sent);
    this.#events.onText(text);
    if (!this.#isOpen) this.#refusal ??= readRefusal(text);
    // If pusher-js saw a refusal, it would close before the server's own close code arrives.
    if (this.#refusal) return;
    const exact = quoteLongIntegers(text);
    const event = this.#isOpen ? readEvent(exact) : null;
    if (event) this.#onFrame(event);
    else this.#webSocket.onmessage?.({ data: exact });
  }

  #onConnected(): void {
    const { connection } = this.#pusher;
    const { socket_id: socketId, activityTimeout } = connection;
    if (typeof socketId !== 'string' || !/^[\w.-]{1,128}$/.test(socketId)) return this.#finish(null, malformed);
    stopPings(this.#pusher);
    this.#isOpen = true;
    this.#events.onOpen(socketId, activityTimeout);
  }

  #onFrame({ event, channel, data }: Record<'event' | 'channel' | 'data', unknown>): void {
    if (this.#isOver) return;
    if (typeof event !== 'string') return this.#events.onBadFrame('a frame without an event');
    this.#events.onFrame({ event, channel: typeof channel === 'string' ? channel : null, data });
  }

  #finish(code: number | null, sent: string): void {
    if (this.#isOver) return;
    const reason = redact(sent);
    this.terminate();
    const hasOwnCode = code !== null && code >= 4_000;
    if (this.#refusal && !hasOwnCode) this.#events.onClose(this.#refusal.code, this.#refusal.message);
    else this.#events.onClose(code, reason || (this.#refusal?.message ?? ''));
  }

  #guard(run: () => void): void {
    if (this.#isOver) return;
    try {
      run();
    } catch {
      // pusher-js throws on frames without `event` and the like; uncaught, that would end the process.
      this.#events.onBadFrame('not a frame of the protocol');
    }
  }
}

const malformed = 'the handshake is malformed';

/**
 * An event of a channel, with its data as pusher-js decodes it. Null for frames of the protocol and for what cannot be read:
 * those are for pusher-js, which would also write each event as text for a log that nobody reads, and set a timer for it.
 */
function readEvent(text: string): Record<'event' | 'channel' | 'data', unknown> | null {
  const { event, channel, data } = fieldsOf(parsed(text));
  if (typeof event !== 'string' || typeof channel !== 'string' || event.startsWith('pusher')) return null;
  const decoded = typeof data === 'string' ? parsed(data) : data;
  return { event, channel, data: decoded === undefined ? data : decoded };
}

/** Undefined for a text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const openPusherSocket = createPusherSocket(openWsWire);

function readRefusal(text: string): { code: number; message: string } | null {
  if (!text.includes('pusher:error')) return null;
  try {
    const { event, data } = fieldsOf(JSON.parse(text));
    if (event !== 'pusher:error') return null;
    const { code, message } = fieldsOf(typeof data === 'string' ? JSON.parse(data) : data);
    return typeof code === 'number' ? { code, message: String(message ?? '') } : null;
  } catch {
    return null;
  }
}
