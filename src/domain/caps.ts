/** The user's own limits, from the configuration; the service's limits for the key come on top. */
export interface Caps {
  /** Decimal text in USD; null for none. */
  readonly maxOrderUsd: string | null;
  /** Decimal text in USD: an order above it is confirmed by a typed word. */
  readonly wordAboveUsd: string;
  /** Decimal text in USD: up to this, an order may skip its confirmation while one-click is armed; null: never. */
  readonly oneClickUsd: string | null;
  readonly maxSlippageBps: number;
  /** A confirmation is taken back when its price moved more than this, in percent. */
  readonly collarPct: number;
}
