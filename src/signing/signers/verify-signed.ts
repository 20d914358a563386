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

/** Verifies a signed transaction: base64 of Solana, or hex of an EVM chain. Rejects with SignError. */
export async function verifySigned(encoded: string): Promise<VerifiedTransaction> {
  if (encoded.startsWith('0x')) {
    const { verifySignedEvm } = await import('./verify-signed-evm.ts');
    return verifySignedEvm(encoded);
  }
  const { verifySignedSvm } = await import('./verify-svm.ts');
  return verifySignedSvm(encoded);
}
