import type { SocketTarget } from '../session-hosts.ts';

/** A Pusher protocol frame; `data` is already parsed if it was JSON text. */
export interface StreamFrame {
  readonly event: string;
  readonly channel: string | null;
  readonly data: unknown;
}

/** What is told of one socket. All `reason`s are texts without secrets. */
export interface SocketEvents {
  /** The handshake is done. The timeout is the server's value, at most two minutes, ms. */
  onOpen(socketId: string, activityTimeoutMs: number): void;
  /** The connection is gone or was never established. At most once, and never after terminate(). */
  onClose(code: number | null, reason: string): void;
  /** Anything received, as it came; if it is too large, its beginning. */
  onText(text: string): void;
  /** The parsed content of the last text. */
  onFrame(frame: StreamFrame): void;
  /** The last text was dropped: too large, or not a protocol frame. */
  onBadFrame(reason: string): void;
}

/** The answer of `ws.auth` for a presence channel; good for one socket id. */
export interface ChannelToken {
  readonly auth: string;
  /** Forwarded byte for byte: the signature covers it. */
  readonly channelData: string | null;
}

/** One connection of one attempt. */
export interface StreamSocket {
  subscribe(channel: string, token: ChannelToken | null): void;
  unsubscribe(channel: string): void;
  ping(): void;
  /** Ends it now, without a closing handshake that a dead peer would never answer. Idempotent. */
  terminate(): void;
}

/** Opens a socket at once; whatever goes wrong with it is told by `onClose`. */
export type SocketFactory = (target: SocketTarget, events: SocketEvents) => StreamSocket;
