/** The one connection of the streams, as the header and the streams pane show it. Times are wall clock, ms. */
export interface ConnectionStatus {
  /** `failed` waits for a person: nothing is tried until `start` or `retry`. */
  readonly state: 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'failed';
  readonly reason: string | null;
  /** Since the connection was last steady, from 1. */
  readonly attempt: number;
  readonly nextAttemptAtMs: number | null;
  /** Of this state. */
  readonly sinceMs: number;
  /** Any frame, including pongs. */
  readonly lastMessageAtMs: number | null;
  /** Round trip of the last ping, or of the handshake before the first ping, ms. */
  readonly latencyMs: number | null;
}
