import { type Chain, chains } from '../domain/chain.ts';
import { parseTokenId, tokenId } from '../domain/token.ts';
import type { AnyStream } from '../protocol/stream.ts';
import { evmTokenSwaps } from '../protocol/streams/evm.ts';
import { svmTokenSwaps } from '../protocol/streams/svm.ts';
import { automationUpdates, portfolioNotifications } from '../protocol/streams/user.ts';

export interface DeskStream {
  readonly stream: AnyStream;
  readonly filter: Readonly<Record<string, string>>;
}

/** What the service says about the account: something moved, read again. */
export const accountStreams = [portfolioNotifications, automationUpdates] as const;

/** SOL, JUP, BONK, WIF: what a desk without a configuration watches. */
const defaultTapeTokens = [
  'solana:So11111111111111111111111111111111111111112',
  'solana:JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
  'solana:DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  'solana:EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm',
];

/** The tokens that the tape watches, as `chain:address`: those of the configuration, else the usual ones. */
export const tapeTokensOf = (configured: readonly string[]): readonly string[] =>
  configured.length > 0 ? configured : defaultTapeTokens;

/** The stream that carries the swaps of a token (`chain:address`); null for a token that is none. */
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

/** The other way round: the token whose swaps a stream carries; null for a stream of something else. */
export function swappedToken({ stream, filter }: DeskStream): string | null {
  const { tokenAddress: address, chainId } = filter;
  const isOf = (chain: Chain): boolean =>
    stream === (chains[chain].family === 'svm' ? svmTokenSwaps : evmTokenSwaps) &&
    (stream === svmTokenSwaps || String(chains[chain].chainId) === chainId);
  const chain = (Object.keys(chains) as Chain[]).find(isOf);
  return chain && address ? tokenId({ chain, address }) : null;
}

/** Everything that the desk listens to, whatever is on screen. */
export const deskStreams = (tapeTokens: readonly string[]): readonly DeskStream[] => [
  ...accountStreams.map((stream) => ({ stream, filter: {} })),
  ...tapeTokens.map(swapStream).filter((stream) => stream !== null),
];
