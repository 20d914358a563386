import type { Chain } from '../../../domain/chain.ts';
import type { UsdMetric } from './exact-usd.ts';

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
  /** 0: the order does not expire. */
  readonly expiryHours: number;
}

export interface TriggerOrder extends NewTriggerOrder {
  /** Grows with every order: the list's order, and what its cursor holds. */
  readonly sequence: number;
  readonly orderId: string;
  readonly createdAtMs: number;
  updatedAtMs: number;
  status: 'active' | 'triggered' | 'success' | 'failed' | 'expired' | 'cancelled';
  /**
   * Where a trailing order's level comes from: the highest value before a fall, the lowest before a rise, since creation.
   * Exact; written when the order ends, `TriggerBook.bestValue` has it at any time. Null for an immediate one.
   */
  bestValue: string | null;
  taskId: string | null;
}

/** When an order that still waits expires, ms since the epoch; null: never. */
export const expiresAtMs = ({ expiryHours, createdAtMs }: TriggerOrder): number | null =>
  expiryHours === 0 ? null : createdAtMs + expiryHours * 3_600_000;
