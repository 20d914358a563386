import { z } from 'zod';
import { isChain } from '../../domain/market/chain.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import type { VerifiedTransaction } from '../../signing/signers/verified-transaction.ts';
import { verifySigned } from '../../signing/signers/verify-signed.ts';

const signedShape = z.object({
  chain: z.string().refine(isChain),
  encoded: z.string(),
  txHash: z.string().optional(),
});

/** A signed transaction as text, or as `swapdeck sign -o json` prints it. Rejects with PlainError. */
export async function readSigned(text: string): Promise<VerifiedTransaction> {
  const given = text.trim();
  if (!given.startsWith('{')) return verifySigned(given);
  const { chain, encoded, txHash } = readShape(given);
  const verified = await verifySigned(encoded);
  if (verified.signed.chain !== chain)
    throw new PlainError(`The transaction is for ${verified.signed.chain}, and the file says ${chain}.`);
  // An EVM signature of changed bytes is a valid one of somebody else.
  if (txHash !== undefined && txHash !== verified.signed.txHash)
    throw new PlainError(
      'The transaction has another hash than the file says: its bytes or its signature were changed.',
    );
  return verified;
}

function readShape(text: string): z.output<typeof signedShape> {
  try {
    return signedShape.parse(JSON.parse(text));
  } catch {
    throw new PlainError(
      'Expected one signed transaction: base64 for Solana, hex (0x…) for EVM chains, or what swapdeck sign -o json prints.',
    );
  }
}
