import Big from 'big.js';

export interface Position {
  readonly coin: string;
  /** Signed size: negative is short. */
  readonly szi: Big;
  /** szi × average entry price. Kept instead of the price, so that a partial close cannot lose a fraction of a cent. */
  readonly costUsd: Big;
  readonly leverage: number;
  readonly isCross: boolean;
  /** Money set aside for an isolated position, without its unrealised PnL; 0 for cross. */
  readonly marginUsd: Big;
}

export interface PerpTrigger {
  readonly kind: 'tp' | 'sl';
  readonly px: Big;
  readonly isMarket: boolean;
  /** Takes the position as large as it is when it fires, not the entry's size. */
  readonly isWholePosition: boolean;
}

export interface PerpOrder {
  readonly oid: number;
  readonly coin: string;
  readonly isBuy: boolean;
  readonly limitPx: Big;
  /** What is not filled yet. */
  readonly sz: Big;
  readonly reduceOnly: boolean;
  readonly cloid: string | null;
  readonly timestampMs: number;
  readonly trigger: PerpTrigger | null;
  /** The entry that a take-profit or stop-loss belongs to: it sleeps while that rests. */
  readonly parentOid: number | null;
  /** Place in the queue at its price: the lower was there first. A change of price or a larger size takes a new one. */
  readonly rank: number;
  /** Makers' size at its price that came before it and was not traded yet. */
  readonly aheadSz: Big;
}

/** One execution, as the wire shows it. */
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

/** One hourly payment, as the wire shows it; negative `usdc` was paid. */
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

/** The average entry price, to the precision a price can have. */
export const entryPx = (position: Position): Big => position.costUsd.div(position.szi).round(8);
