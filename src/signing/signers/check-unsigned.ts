import { chains } from '../../domain/market/chain.ts';
import type { UnsignedTransaction } from '../swap-order.ts';

/**
 * The bytes that a key signs: Solana's message, or on EVM chains what is hashed with Keccak-256. Throws SignError REFUSED
 * for anything that is not a transaction of this chain which the address may sign.
 */
export async function signingPayload(unsigned: UnsignedTransaction, address: string): Promise<Uint8Array> {
  if (chains[unsigned.chain].family === 'svm') {
    const { messageOf } = await import('./verify-svm.ts');
    return messageOf(unsigned, address);
  }
  const { payloadOf } = await import('./verify-evm.ts');
  return new Uint8Array(Buffer.from(payloadOf(unsigned).slice(2), 'hex'));
}
