import Pusher from 'pusher-js';
import type { SocketFactory } from './stream-socket.ts';
import type { OpenWire, Wire } from './wire.ts';
import { openWsWire } from './ws-wire.ts';

const longestIdleMs = 120_000;
const neverMs = 2_147_483_647;

/**
 * One pusher-js instance for one connection. pusher-js speaks the protocol; everything it would decide by itself is taken
 * from it here. It would reconnect on its own (on 4200 without any delay), fall silent after a frame that makes a listener
 * throw, and give no way to hang up on a dead peer. So the WebSocket between it and the wire is ours: pusher-js sees frames
 * that cannot hurt it and never learns of a close, which goes to the caller with its code. Subscriptions are plain frames:
 * its channel objects parse `channel_data` where nothing can catch, and stay pending for ever when the server refuses.
 */
export const createPusherSocket =
  (openWire: OpenWire): SocketFactory =>
  (target, events) => {
    let isOver = false;
    let isOpen = false;
    let wire: Wire | null = null;
    /** A `pusher:error` in place of the handshake: its code decides where the close that follows carries none. */
    let refusal: { code: number; message: string } | null = null;

    const finish = (code: number | null, reason: string) => {
      if (isOver) return;
      terminate();
      const hasOwnCode = code !== null && code >= 4_000;
      if (refusal && !hasOwnCode) events.onClose(refusal.code, refusal.message);
      else events.onClose(code, reason || (refusal?.message ?? ''));
    };
    const guard = (run: () => void) => {
      if (isOver) return;
      try {
        run();
      } catch {
        // pusher-js throws on frames without `event` and the like; thrown further, it would end the process.
        events.onBadFrame('not a frame of the protocol');
      }
    };
    const face: Face = {
      send: (text) => guard(() => wire?.send(text)),
      close: () => finish(null, 'the handshake is malformed'),
    };
    const open = (url: string): Face => {
      wire = openWire(url, {
        onOpen: () => guard(() => face.onopen?.()),
        onText: (text) =>
          guard(() => {
            events.onText(text);
            if (!isOpen) refusal ??= readRefusal(text);
            // Shown to pusher-js, a refusal would make it hang up before the server's own close code arrives.
            if (!refusal) face.onmessage?.({ data: text });
          }),
        onUnusable: (text, reason) =>
          guard(() => {
            events.onText(text);
            events.onBadFrame(reason);
          }),
        onClose: finish,
      });
      return face;
    };
    const pusher = createPusher(target, open);

    pusher.connection.bind('connected', () => {
      const { socket_id: socketId, activityTimeout } = pusher.connection;
      if (typeof socketId !== 'string' || !/^[\w.-]{1,128}$/.test(socketId))
        return finish(null, 'the handshake is malformed');
      // From here on liveness is the caller's: left alone, pusher-js would ping at any rate that the server's answer implies.
      pusher.connection.activityTimeout = neverMs;
      isOpen = true;
      events.onOpen(socketId, activityTimeout);
    });
    pusher.connection.bind(
      'message',
      ({ event, channel, data }: { event: unknown; channel: unknown; data: unknown }) => {
        if (isOver) return;
        if (typeof event !== 'string') return events.onBadFrame('a frame without an event');
        events.onFrame({ event, channel: typeof channel === 'string' ? channel : null, data });
      },
    );
    pusher.connection.bind('error', ({ type }: { type?: unknown }) => {
      if (type === 'MessageParseError') events.onBadFrame('a frame that is not JSON');
      if (type === 'HandshakeError') finish(null, 'the handshake is malformed');
    });

    function terminate() {
      if (isOver) return;
      isOver = true;
      wire?.terminate();
      pusher.disconnect();
      // pusher-js keeps every instance for ever, and every instance's listeners on a network monitor that never fires in Node.
      Pusher.instances.splice(0, Pusher.instances.length, ...Pusher.instances.filter((other) => other !== pusher));
      (Pusher.Runtime.getNetwork() as unknown as { unbind(): void }).unbind();
    }

    const send = (event: string, data: Record<string, unknown>) => {
      if (!isOver) pusher.send_event(event, data);
    };
    return {
      subscribe: (channel, token) =>
        send('pusher:subscribe', {
          channel,
          ...(token && { auth: token.auth, ...(token.channelData !== null && { channel_data: token.channelData }) }),
        }),
      unsubscribe: (channel) => send('pusher:unsubscribe', { channel }),
      ping: () => send('pusher:ping', {}),
      terminate,
    };
  };

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
