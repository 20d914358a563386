import type { SocketTarget } from './session-hosts.ts';

/** A frame of the Pusher protocol, its `data` already out of its JSON text where it had one. */
export interface StreamFrame {
  readonly event: string;
  readonly channel: string | null;
  readonly data: unknown;
}

export interface SocketEvents {
  /** The handshake is done. The time-out is the smaller of two minutes and what the server says, ms. */
  onOpen(socketId: string, activityTimeoutMs: number): void;
  /** The connection is gone, or never came about. At most once, and never after terminate(). */
  onClose(code: number | null, reason: string): void;
  /** Anything at all arrived, as it came; of what is too large to be read, its beginning. */
  onText(text: string): void;
  /** What the last text says. */
  onFrame(frame: StreamFrame): void;
  /** The last text was dropped: too large, or not of the protocol. */
  onBadFrame(reason: string): void;
}

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

export type SocketFactory = (target: SocketTarget, events: SocketEvents) => StreamSocket;
