import { type Hex, serializeTransaction } from 'viem';
import { type Chain, chains } from '../../domain/market/chain.ts';
import type { UnsignedTransaction } from '../swap-order.ts';
import { type Envelope, PrepareError } from './built-swap.ts';

/* Loads viem: import it only when a transaction needs it. */

/** The bytes to be signed: the service's fields with the owner's next nonce. Throws PrepareError. */
export function unsignedEvm(chain: Chain, envelope: Envelope, nonce: number): UnsignedTransaction {
  try {
    const encoded = serializeTransaction({
      type: 'eip1559',
      chainId: chains[chain].chainId ?? 0,
      nonce,
      to: envelope.to.toLowerCase() as Hex,
      data: envelope.data.toLowerCase() as Hex,
      value: wei(envelope.value),
      gas: wei(envelope.gasLimit),
      maxFeePerGas: wei(envelope.maxFeePerGas),
      maxPriorityFeePerGas: wei(envelope.maxPriorityFeePerGas),
    });
    return { chain, encoded };
  } catch {
    throw new PrepareError('UNREADABLE_TRANSACTION', 'The service sent no readable transaction.');
  }
}

function wei(text: string): bigint {
  if (!/^\d{1,78}$/.test(text)) throw new RangeError('not an amount in wei');
  return BigInt(text);
}
