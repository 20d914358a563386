import Big from 'big.js';

export interface Position {
  readonly coin: string;
  /** Signed size: negative is short. */
  readonly szi: Big;
  /**
   * szi × average entry price. Stored instead of the price, so that a partial close cannot lose a fraction of a cent.
   */
  readonly costUsd: Big;
  readonly leverage: number;
  readonly isCross: boolean;
  /** Margin of an isolated position without unrealised PnL; 0 for cross. */
  readonly marginUsd: Big;
}

export interface PerpTrigger {
  readonly kind: 'tp' | 'sl';
  readonly px: Big;
  readonly isMarket: boolean;
  /** Applies to the position's size when it fires, not the entry's size. */
  readonly isWholePosition: boolean;
}

export interface PerpOrder {
  readonly oid: number;
  readonly coin: string;
  readonly isBuy: boolean;
  readonly limitPx: Big;
  /** The unfilled size. */
  readonly sz: Big;
  readonly reduceOnly: boolean;
  readonly cloid: string | null;
  readonly timestampMs: number;
  readonly trigger: PerpTrigger | null;
  /** The entry of a take-profit or stop-loss, which is inactive while the entry rests. */
  readonly parentOid: number | null;
  /** Place in the queue at its price: the lower was first. A new price or a larger size gets a new one. */
  readonly rank: number;
  /** Makers' size queued before it at its price, not yet traded. */
  readonly aheadSz: Big;
}

/** One fill, as on the wire. */
export interface PerpFill {
  readonly coin: string;
  readonly side: 'buy' | 'sell';
  readonly px: string;
  readonly sz: string;
  readonly fee: string;
  readonly closedPnl: string;
  readonly time: number;
  readonly oid: number;
  readonly startPosition: string;
  readonly direction: string;
  readonly cloid?: string;
}

/** One hourly payment, as on the wire; negative `usdc` was paid. */
export interface FundingPayment {
  readonly coin: string;
  readonly usdc: string;
  readonly fundingRate: string;
  readonly szi: string;
  readonly time: number;
}

export interface FillInput {
  readonly coin: string;
  readonly isBuy: boolean;
  readonly sz: Big;
  readonly px: Big;
  readonly feeRate: string;
  readonly timeMs: number;
  readonly oid: number;
  readonly cloid: string | null;
  /** Replaces `Close Long` and the like, for liquidations. */
  readonly direction?: string | undefined;
}

export interface LeverageSetting {
  readonly leverage: number;
  readonly isCross: boolean;
}

export const zero = new Big(0);

export const smaller = (a: Big, b: Big): Big => (a.lt(b) ? a : b);

/** The average entry price, to the maximum precision of a price. */
export const entryPx = (position: Position): Big => position.costUsd.div(position.szi).round(8);
