import { allChains, type Chain, chains, readChain } from '../../domain/market/chain.ts';
import { quoteTokens, tokenId } from '../../domain/market/token.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import { evmWalletNativeBalance, evmWalletTokenBalances } from '../../protocol/streams/evm.ts';
import { svmWalletNativeBalance, svmWalletTokenBalances } from '../../protocol/streams/svm.ts';
import { queryKeys } from '../../stores/desk-data.ts';
import type { OwnHoldings, OwnWalletEntry } from '../../stores/portfolio/own-holdings.ts';
import type { ReadSources } from '../read-sources.ts';
import { keepFresh } from './keep-fresh.ts';

type Read = (tokens: readonly string[]) => Promise<OwnHoldings>;

/**
 * Keeps the balances of own wallets fresh: at the interval of the others, and at once when a wallet stream says that
 * something changed. Returns the functions that stop it.
 */
export function startOwnReads(
  sources: Pick<ReadSources, 'cache' | 'stores' | 'streamManager' | 'intervals'>,
  wallets: readonly OwnWalletEntry[],
  read: Read,
): (() => void)[] {
  if (wallets.length === 0) return [];
  const { cache, stores, streamManager, intervals } = sources;
  /** Tokens that the wallets were heard to hold, as `chain:address`. */
  const heard = new Set<string>();
  const stop = keepFresh({
    cache,
    queryKey: queryKeys.named('own'),
    everyMs: intervals.own,
    read: () => read([...knownTokens(sources.stores), ...heard]),
  });
  const refresh = (): void => stores.data.refresh('own');
  const listens = wallets.flatMap(({ address: walletAddress, family }) =>
    family === 'svm'
      ? [svmWalletNativeBalance, svmWalletTokenBalances].map((stream) =>
          streamManager.subscribe(stream, { walletAddress }, { onEvent: refresh }),
        )
      : [
          streamManager.subscribe(evmWalletNativeBalance, { walletAddress }, { onEvent: refresh }),
          streamManager.subscribe(
            evmWalletTokenBalances,
            { walletAddress },
            {
              onEvent: (event) => {
                const chain = isUnreadable(event) ? null : evmChain(event.chainId);
                if (chain && !isUnreadable(event)) heard.add(tokenId({ chain, address: event.tokenAddress }));
                refresh();
              },
            },
          ),
        ],
  );
  return [stop, ...listens];
}

const evmChain = (chainId: number): Chain | null =>
  allChains.find((chain) => chains[chain].chainId === chainId) ?? null;

/** Dollar tokens, the watch list, and what the service's wallets hold: EVM chains list no holdings. */
function knownTokens({ data, watchlist }: ReadSources['stores']): readonly string[] {
  const held = readable(data.read('holdings').data?.positions ?? []).flatMap(({ network, tokenAddress }) => {
    const chain = readChain(network);
    return chain ? [tokenId({ chain, address: tokenAddress })] : [];
  });
  return [...new Set([...quoteTokens.map(tokenId), ...watchlist.getState().tokens, ...held])];
}
