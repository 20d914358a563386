import Big from 'big.js';

/** What perp trades pay, as fractions of their value. */
export interface FeeRates {
  readonly maker: Big;
  readonly taker: Big;
  /** Those that the venue publishes for accounts without volume, because the account's own are unknown. */
  readonly isBaseTier?: true;
}

/** 1.5 and 4.5 basis points. */
export const baseFeeRates: FeeRates = { maker: new Big('0.00015'), taker: new Big('0.00045'), isBaseTier: true };
