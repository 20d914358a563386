import type { Chain } from '../../../../domain/market/chain.ts';
import { chainOfId } from '../trading/unsigned-transaction.ts';

/** The chain that a transfer names by family and number; null for a number that is none of the service's. */
export const transferChain = ({ chain, chainId }: { chain: string; chainId?: number | undefined }): Chain | null =>
  chain === 'SVM' ? 'solana' : chainId === undefined ? null : chainOfId(chainId);
