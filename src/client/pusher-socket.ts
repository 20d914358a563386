import Pusher from 'pusher-js';
import { jsonWithoutSecrets, scrub } from '../platform/secrets.ts';
import type { SocketTarget } from './session-hosts.ts';
import type { ChannelToken, SocketEvents, SocketFactory, StreamSocket } from './stream-socket.ts';
import type { OpenWire, Wire } from './wire.ts';
import { openWsWire } from './ws-wire.ts';

const longestIdleMs = 120_000;
const neverMs = 2_147_483_647;

export const createPusherSocket =
  (openWire: OpenWire): SocketFactory =>
  (target, events) =>
    new PusherSocket(openWire, target, events);

/**
 * One pusher-js instance for one connection. pusher-js speaks the protocol; everything it would decide by itself is taken
 * from it here. It would reconnect on its own (on 4200 without any delay), fall silent after a frame that makes a listener
 * throw, and give no way to hang up on a dead peer. So the WebSocket between it and the wire is ours: pusher-js sees frames
 * that cannot hurt it and never learns of a close, which goes to the caller with its code. Subscriptions are plain frames:
 * its channel objects parse `channel_data` where nothing can catch, and stay pending for ever when the server refuses.
 */
class PusherSocket implements StreamSocket {
  readonly #events: SocketEvents;
  readonly #openWire: OpenWire;
  readonly #pusher: Pusher;
  readonly #face: Face;
  #wire: Wire | null = null;
  #isOpen = false;
  #isOver = false;
  /** A `pusher:error` in place of the handshake: its code decides where the close that follows carries none. */
  #refusal: { readonly code: number; readonly message: string } | null = null;

  constructor(openWire: OpenWire, target: SocketTarget, events: SocketEvents) {
    this.#events = events;
    this.#openWire = openWire;
    this.#face = {
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
    this.#pusher.disconnect();
    // pusher-js keeps every instance for ever, and every instance's listeners on a network monitor that never fires in Node.
    const others = Pusher.instances.filter((other) => other !== this.#pusher);
    Pusher.instances.splice(0, Pusher.instances.length, ...others);
    (Pusher.Runtime.getNetwork() as unknown as { unbind(): void }).unbind();
  }

  #send(event: string, data: Record<string, unknown>): void {
    if (!this.#isOver) this.#pusher.send_event(event, data);
  }

  #open(url: string): Face {
    this.#wire = this.#openWire(url, {
      onOpen: () => this.#guard(() => this.#face.onopen?.()),
      onText: (text) => this.#guard(() => this.#onText(text)),
      onUnusable: (text, reason) =>
        this.#guard(() => {
          this.#events.onText(scrub(text));
          this.#events.onBadFrame(reason);
        }),
      onClose: (code, reason) => this.#finish(code, reason),
    });
    return this.#face;
  }

  #onText(sent: string): void {
    const text = jsonWithoutSecrets(sent);
    this.#events.onText(text);
    if (!this.#isOpen) this.#refusal ??= readRefusal(text);
    // Shown to pusher-js, a refusal would make it hang up before the server's own close code arrives.
    if (!this.#refusal) this.#face.onmessage?.({ data: text });
  }

  #onConnected(): void {
    const { connection } = this.#pusher;
    const { socket_id: socketId, activityTimeout } = connection;
    if (typeof socketId !== 'string' || !/^[\w.-]{1,128}$/.test(socketId)) return this.#finish(null, malformed);
    // From here on liveness is the caller's: left alone, pusher-js would ping at any rate that the server's answer implies.
    connection.activityTimeout = neverMs;
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
    const reason = scrub(sent);
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
      // pusher-js throws on frames without `event` and the like; thrown further, it would end the process.
      this.#events.onBadFrame('not a frame of the protocol');
    }
  }
}

const malformed = 'the handshake is malformed';

export const openPusherSocket = createPusherSocket(openWsWire);

/** What pusher-js sees as a WebSocket. */
interface Face {
  onopen?(): void;
  onmessage?(message: { data: string }): void;
  send(text: string): void;
  close(): void;
}

/**
 * pusher-js opens its socket inside its constructor, through a factory on a public static. The factory is ours for that
 * moment only, so that other users of pusher-js in the process keep theirs.
 */
function createPusher({ host, port, tls, appKey }: Parameters<SocketFactory>[0], open: (url: string) => Face): Pusher {
  const runtime = Pusher.Runtime;
  const original = runtime.createWebSocket;
  runtime.createWebSocket = open;
  try {
    return new Pusher(appKey, {
      // Required, and unused once a host is given.
      cluster: 'none',
      wsHost: host,
      wsPort: port,
      wssPort: port,
      forceTLS: tls,
      // Anything else falls back to HTTP polling of a host that is not the service's.
      enabledTransports: ['ws'],
      enableStats: false,
      activityTimeout: longestIdleMs,
      pongTimeout: neverMs,
      unavailableTimeout: neverMs,
    });
  } finally {
    runtime.createWebSocket = original;
  }
}

function readRefusal(text: string): { code: number; message: string } | null {
  if (!text.includes('pusher:error')) return null;
  try {
    const { event, data } = JSON.parse(text) as { event?: unknown; data?: unknown };
    if (event !== 'pusher:error') return null;
    const { code, message } = (typeof data === 'string' ? JSON.parse(data) : data) as {
      code?: unknown;
      message?: unknown;
    };
    return typeof code === 'number' ? { code, message: String(message ?? '') } : null;
  } catch {
    return null;
  }
}
