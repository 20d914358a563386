/** A WebSocket reduced to what the pusher-js adapter needs, so that a recording can replace it. */
export interface Wire {
  send(text: string): void;
  /** Ends it now, without a closing handshake. No events follow. Idempotent. */
  terminate(): void;
}

/** What is told of a wire: text frames as they come, and its end. */
export interface WireEvents {
  onOpen(): void;
  onText(text: string): void;
  /** A rejected frame: binary or too large. `text` is its beginning, or '' if it is binary. */
  onUnusable(text: string, reason: string): void;
  /** At most once. The code of the close frame; null if there is none. */
  onClose(code: number | null, reason: string): void;
}

/** Opens one connection. It may throw; otherwise every ending is reported through onClose. */
export type OpenWire = (url: string, events: WireEvents) => Wire;
