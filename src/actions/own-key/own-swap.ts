import type { PreparedTransaction } from '../../signing/prepare/prepare-swap.ts';

/** The transaction that comes with the quote of a swap from an own wallet. */
export interface OwnSwap {
  readonly prepared: PreparedTransaction;
  readonly quoteId: string;
  /** ms since the epoch; the service takes it no longer after this. */
  readonly expiresAtMs: number;
}
