import { type Chain, chains } from '../../domain/market/chain.ts';
import { quoteToken, type TokenRef } from '../../domain/market/token.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import type { sendTransfer } from '../../protocol/endpoints/transfers.ts';
import type { Verdict } from '../pipeline/intent.ts';

/** How transfers name a chain: by its family, EVM chains also by number. */
export const transferChain = (chain: Chain): { chain: 'SVM' | 'EVM'; chainId?: number } => {
  const { family, chainId } = chains[chain];
  return family === 'svm' ? { chain: 'SVM' } : { chain: 'EVM', ...(chainId === null ? {} : { chainId }) };
};

/** How transfers name a token. Its address, not its symbol: anybody can mint another USDC. */
export const transferToken = (token: TokenRef): string =>
  quoteToken(token)?.kind === 'native' ? 'native' : token.address;

/**
 * What an unknown outcome blocks: everything that spends this token of the wallet, swaps included, because the balance is
 * what shows whether it was done.
 */
export const spending = ({ chain, address }: TokenRef) =>
  ({ instrument: `swap:${chain}:${address}`, side: 'sell' }) as const;

/** An HTTP 200 with FAILED is a failure. Any other status but SUCCESS is still going, and its task is followed. */
export function readTransfer(data: ResponseData<typeof sendTransfer>, done: string): Verdict {
  const { status, taskId, error, transaction } = data;
  const hasFailed = status.toLowerCase() === 'failed';
  // An error beside another status proves neither.
  if (hasFailed || error != null)
    return {
      accepted: false,
      code: cleanText(error?.code, textLimits.name) || 'TRANSFER_FAILED',
      message: cleanText(error?.message) || `the transfer is ${cleanText(status, textLimits.symbol)}`,
      isProven: hasFailed,
    };
  const hash = transaction ? `, tx ${cleanText(transaction.hash, 24)}` : '';
  return { accepted: true, message: `Transfer ${cleanText(status, textLimits.symbol)}: ${done}${hash}`, taskId };
}
