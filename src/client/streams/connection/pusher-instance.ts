import Pusher from 'pusher-js';
import { PlainError } from '../../../platform/process/plain-error.ts';
import type { SocketTarget } from '../session-hosts.ts';

/** The WebSocket that pusher-js sees. */
export interface WebSocketLike {
  onopen?(): void;
  onmessage?(message: { data: string }): void;
  send(text: string): void;
  close(): void;
}

const longestIdleMs = 120_000;
const neverMs = 2_147_483_647;

/**
 * An instance of pusher-js on a socket of the caller's. It opens the socket inside its constructor, through a factory on a
 * public static, which is the caller's for that moment only: other users of pusher-js in the process keep theirs.
 *
 * Hangs on this of pusher-js 8, none of which its manual promises:
 * - the factory, and that it is called before the constructor returns: later, a socket would be opened past the wire, and
 *   nothing could hang it up, so that both are checked;
 * - of the socket it uses `send`, `onopen` and `onmessage` alone, and answers a missing close with nothing but waiting;
 * - `connection` tells of `connected`, `message` and `error`, and has `socket_id` and an `activityTimeout` that it reads anew for
 *   each silence: were it to keep a copy, it would ping beside the caller;
 * - its list of instances and its network monitor hold what was never taken out: `discardPusher` would free nothing.
 *
 * pusher-instance.test.ts holds each of them.
 */
export function createPusher({ host, port, tls, appKey }: SocketTarget, open: (url: string) => WebSocketLike): Pusher {
  const runtime = Pusher.Runtime;
  const original = runtime.createWebSocket;
  let isOpened = false;
  runtime.createWebSocket = (url) => {
    isOpened = true;
    return open(url);
  };
  try {
    const pusher = new Pusher(appKey, {
      // Required, but unused when a host is given.
      cluster: 'none',
      wsHost: host,
      wsPort: port,
      wssPort: port,
      forceTLS: tls,
      // Anything else falls back to HTTP polling of a foreign host.
      enabledTransports: ['ws'],
      enableStats: false,
      activityTimeout: longestIdleMs,
      pongTimeout: neverMs,
      unavailableTimeout: neverMs,
    });
    if (isOpened) return pusher;
    discardPusher(pusher);
    throw new PlainError(
      'This pusher-js opens its socket too late for the desk to hold it: install the one it was built with.',
    );
  } finally {
    runtime.createWebSocket = original;
  }
}

/**
 * From here on liveness is the caller's: otherwise pusher-js would ping at whatever rate the server's response implies.
 */
export function stopPings({ connection }: Pusher): void {
  connection.activityTimeout = neverMs;
}

/**
 * pusher-js keeps every instance forever, and every instance's listeners on a network monitor that never fires in Node.
 */
export function discardPusher(pusher: Pusher): void {
  pusher.disconnect();
  const others = Pusher.instances.filter((other) => other !== pusher);
  Pusher.instances.splice(0, Pusher.instances.length, ...others);
  Pusher.Runtime.getNetwork().unbind();
}

/** Throws a PlainError where pusher-js has not the parts that this file hangs on. */
export function checkPusher({
  Runtime: runtime,
  instances,
}: Pick<typeof Pusher, 'Runtime' | 'instances'> = Pusher): void {
  const isWhole =
    typeof runtime?.createWebSocket === 'function' &&
    typeof runtime.getNetwork === 'function' &&
    typeof runtime.getNetwork().unbind === 'function' &&
    Array.isArray(instances);
  if (!isWhole)
    throw new PlainError(
      'This pusher-js has not the parts that the streams hang on: install the one that the desk was built with.',
    );
}
