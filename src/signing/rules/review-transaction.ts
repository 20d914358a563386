import { chains } from '../../domain/market/chain.ts';
import { DecodeError } from '../decode/decoded-transaction.ts';
import type { SwapOrder, UnsignedTransaction } from '../swap-order.ts';
import type { Circumstances, Review, SigningPolicy } from './review.ts';

/**
 * Holds a transaction against the swap that it should carry out, from its bytes alone. What the service says about it is
 * not looked at. Throws DecodeError.
 */
export async function reviewSwap(
  order: SwapOrder,
  { chain, encoded }: UnsignedTransaction,
  policy: SigningPolicy,
  around: Circumstances,
): Promise<Review> {
  if (chain !== order.chain) throw new DecodeError(`the transaction is for ${chain}, the order for ${order.chain}`);
  if (chains[chain].family === 'evm') {
    const { reviewEvmSwap } = await import('./review-evm.ts');
    return reviewEvmSwap(order, encoded, policy, around);
  }
  const { reviewSvm } = await import('./review-svm.ts');
  return reviewSvm(order, new Uint8Array(Buffer.from(encoded, 'base64')), policy, around);
}

/** Holds an approval against the order for which the router needs it. Throws DecodeError. */
export async function reviewApproval(
  order: SwapOrder,
  spender: string,
  { encoded }: UnsignedTransaction,
  policy: SigningPolicy,
  around: Circumstances,
): Promise<Review> {
  const { reviewEvmApproval } = await import('./review-evm.ts');
  return reviewEvmApproval(order, spender, order.amountIn, encoded, policy, around);
}
