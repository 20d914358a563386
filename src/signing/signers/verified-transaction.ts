import type { SignedTransaction } from '../swap-order.ts';

/** A signed transaction whose signatures are valid, whoever signed it. */
export interface VerifiedTransaction {
  readonly signed: SignedTransaction;
  /** Who signed it and pays for it. */
  readonly signer: string;
  /** SHA-256 of the bytes without signatures, in hex: as the journal keeps it. */
  readonly messageHash: string;
  /** EVM. */
  readonly nonce: number | null;
  /** Solana. */
  readonly blockhash: string | null;
}
