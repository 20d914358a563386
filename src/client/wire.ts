/** A WebSocket reduced to what the adapter of pusher-js needs, so that a recording can take its place. */
export interface Wire {
  send(text: string): void;
  /** Ends it now, without a closing handshake. Nothing is heard of it afterwards. Idempotent. */
  terminate(): void;
}

export interface WireEvents {
  onOpen(): void;
  onText(text: string): void;
  /** A frame that is not read: binary, or too large. `text` is its beginning where it is text, else ''. */
  onUnusable(text: string, reason: string): void;
  /** At most once. The code of the close frame; null where there was none to speak of. */
  onClose(code: number | null, reason: string): void;
}

/** Opens one connection. It may throw; otherwise every ending is told by onClose. */
export type OpenWire = (url: string, events: WireEvents) => Wire;
