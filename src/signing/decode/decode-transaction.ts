import { type DecodedTransaction, DecodeError } from './decoded-transaction.ts';

const expected = 'Expected a Solana transaction in base64 or base58, or an EVM transaction in hex (0x…).';

/** Explains a transaction from its bytes alone, offline. Throws DecodeError. */
export async function decodeTransaction(text: string): Promise<DecodedTransaction> {
  const given = text.trim();
  if (/^0x([0-9a-f]{2})+$/i.test(given)) {
    const { decodeEvm } = await import('./decode-evm.ts');
    return decodeEvm(given as `0x${string}`);
  }
  const bytes = await bytesOf(given);
  if (!bytes) throw new DecodeError(expected);
  const { decodeSvm } = await import('./decode-svm.ts');
  return decodeSvm(bytes);
}

async function bytesOf(text: string): Promise<Uint8Array | null> {
  const base64 = Buffer.from(text, 'base64');
  // Buffer reads whatever it can; only the canonical text counts.
  if (text !== '' && base64.toString('base64') === text) return new Uint8Array(base64);
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return null;
  const { getBase58Encoder } = await import('@solana/kit');
  return new Uint8Array(getBase58Encoder().encode(text));
}
