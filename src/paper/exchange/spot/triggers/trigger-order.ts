import type { Chain } from '../../../../domain/market/chain.ts';
import type { UsdMetric } from '../trading/exact-usd.ts';

export interface NewTriggerOrder {
  readonly chain: Chain;
  readonly walletId: string;
  readonly inputToken: string;
  readonly outputToken: string;
  readonly amount: string;
  readonly triggerMetric: UsdMetric;
  readonly triggerDirection: 'above' | 'below';
  readonly triggerBehavior: 'immediate' | 'trailing';
  readonly triggerValue?: string | undefined;
  readonly trailingPercentage?: number | undefined;
  readonly slippageBps: number;
  /** 0: never expires. */
  readonly expiryHours: number;
}

export interface TriggerOrder extends NewTriggerOrder {
  /** Increases with every order: sort key and cursor of the list. */
  readonly sequence: number;
  readonly orderId: string;
  readonly createdAtMs: number;
  updatedAtMs: number;
  status: 'active' | 'triggered' | 'success' | 'failed' | 'expired' | 'cancelled';
  /**
   * Base of a trailing order's level: the exact highest (before a fall) or lowest (before a rise) value since creation.
   * Written when the order ends; `TriggerBook.bestValue` always has it. Null for an immediate order.
   */
  bestValue: string | null;
  taskId: string | null;
}

/** Expiry of a waiting order, ms since the epoch; null: never. */
export const expiresAtMs = ({ expiryHours, createdAtMs }: TriggerOrder): number | null =>
  expiryHours === 0 ? null : createdAtMs + expiryHours * 3_600_000;
