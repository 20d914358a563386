import type { VerifiedTransaction } from './verified-transaction.ts';

/** Verifies a signed transaction: base64 of Solana, or hex of an EVM chain. Rejects with SignError. */
export async function verifySigned(encoded: string): Promise<VerifiedTransaction> {
  if (encoded.startsWith('0x')) {
    const { verifySignedEvm } = await import('./verify-signed-evm.ts');
    return verifySignedEvm(encoded);
  }
  const { verifySignedSvm } = await import('./verify-svm.ts');
  return verifySignedSvm(encoded);
}
