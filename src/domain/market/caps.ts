import type { OwnerLimits } from './owner-groups.ts';
import type { RiskLimits } from './risk-limits.ts';

/** The user's own limits, from the configuration. The limits of the key apply as well. */
export interface Caps {
  /** Decimal text in USD; null for no cap. */
  readonly maxOrderUsd: string | null;
  /** Decimal text in USD: an order that adds risk above it requires a typed word. */
  readonly wordAboveUsd: string;
  /** Percent of the perp account's value: an order that reduces risk above it requires a typed word; null: none does. */
  readonly closeWordAbovePct: number | null;
  /**
   * Decimal text in USD: up to this value, an order may skip its confirmation while one-click is armed; null: never.
   */
  readonly oneClickUsd: string | null;
  readonly maxSlippageBps: number;
  /** A confirmation is disarmed when its price moved more than this, in percent. */
  readonly collarPct: number;
  /** Limits on who owns a token that is bought. */
  readonly owners: OwnerLimits;
  /** Limits of the whole account. */
  readonly risk: RiskLimits;
}
