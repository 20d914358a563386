import { allChains, type Chain, chains } from '../../domain/market/chain.ts';
import { parseTokenId, tokenId } from '../../domain/market/token.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import { evmTokenSwaps } from '../../protocol/streams/evm.ts';
import { svmTokenSwaps } from '../../protocol/streams/svm.ts';
import { automationUpdates, portfolioNotifications } from '../../protocol/streams/user.ts';

export interface DeskStream {
  readonly stream: AnyStream;
  readonly filter: Readonly<Record<string, string>>;
}

/** Streams about the account. Their events only say that something changed and must be read again. */
export const accountStreams = [portfolioNotifications, automationUpdates] as const;

/** SOL, JUP, BONK, WIF: used if the configuration names no tokens. */
const defaultTapeTokens = [
  'solana:So11111111111111111111111111111111111111112',
  'solana:JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
  'solana:DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  'solana:EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm',
];

/** The tokens on the tape as `chain:address`: the configured ones, or the defaults. */
export const tapeTokensOf = (configured: readonly string[]): readonly string[] =>
  configured.length > 0 ? configured : defaultTapeTokens;

/** The stream that carries the swaps of a token (`chain:address`); null for an invalid token id. */
export function swapStream(tokenId: string):
  | {
      readonly family: 'svm';
      readonly stream: typeof svmTokenSwaps;
      readonly filter: { readonly tokenAddress: string };
    }
  | {
      readonly family: 'evm';
      readonly stream: typeof evmTokenSwaps;
      readonly filter: { readonly chainId: string; readonly tokenAddress: string };
    }
  | null {
  const token = parseTokenId(tokenId);
  if (!token) return null;
  const chain = chains[token.chain];
  if (chain.family === 'svm') return { family: 'svm', stream: svmTokenSwaps, filter: { tokenAddress: token.address } };
  const filter = { chainId: String(chain.chainId), tokenAddress: token.address };
  return { family: 'evm', stream: evmTokenSwaps, filter };
}

/** The token whose swaps a stream carries; null for other streams. */
export function swappedToken({ stream, filter }: DeskStream): string | null {
  const { tokenAddress: address, chainId } = filter;
  const isOf = (chain: Chain): boolean =>
    stream === (chains[chain].family === 'svm' ? svmTokenSwaps : evmTokenSwaps) &&
    (stream === svmTokenSwaps || String(chains[chain].chainId) === chainId);
  const chain = allChains.find(isOf);
  return chain && address ? tokenId({ chain, address }) : null;
}

/** All streams that the desk always subscribes to. */
export const deskStreams = (tapeTokens: readonly string[]): readonly DeskStream[] => [
  ...accountStreams.map((stream) => ({ stream, filter: {} })),
  ...tapeTokens.map(swapStream).filter((stream) => stream !== null),
];
