import { type Chain, chains } from '../../../../domain/market/chain.ts';
import type { TokenBook } from '../tokens/token-book.ts';

/** Names of the native coins that can be split, by chain. */
export const splitAssets: { readonly [C in Chain]?: string } = { solana: 'sol', base: 'eth', bsc: 'bnb' };

/** What one exchanger gives for one whole native coin. */
export interface SplitRate {
  readonly exchangerId: string;
  /** Decimal text; '0' if it cannot convert the pair. */
  readonly exchangeRate: string;
  readonly chain: Chain;
  readonly toAssetId: string;
  readonly toNetworkId: string;
}

/** What each exchanger keeps, and the chains that it does not pay out on. */
const exchangers: readonly { readonly id: string; readonly keeps: number; readonly lacks: readonly Chain[] }[] = [
  { id: 'binance', keeps: 0.006, lacks: [] },
  { id: 'bybit', keeps: 0.008, lacks: ['bsc'] },
];

/** The rates from a chain's native coin to those of other chains, at current prices. */
export const splitRates = (book: TokenBook, from: Chain, to: readonly Chain[]): SplitRate[] =>
  to.flatMap((chain) =>
    exchangers.map(({ id, keeps, lacks }) => {
      const rate = (book.nativePriceUsd(from) / book.nativePriceUsd(chain)) * (1 - keeps);
      const toAssetId = splitAssets[chain] ?? '';
      return {
        exchangerId: id,
        exchangeRate: lacks.includes(chain) ? '0' : rate.toFixed(8),
        chain,
        toAssetId,
        toNetworkId: chains[chain].network,
      };
    }),
  );

/** Stages of a split's task as the service names them; the desk reads them as still going until it has ended. */
export function splitStage(
  task: {
    readonly status: string;
    readonly errorCode: string | null;
    readonly pendingAtMs: number;
    readonly settlesAtMs: number;
  },
  nowMs: number,
): string {
  const { status, errorCode, pendingAtMs, settlesAtMs } = task;
  if (status === 'success') return 'Completed';
  if (status === 'failed') return errorCode === 'SPLIT_REFUNDED' ? 'Refunded' : 'Failed';
  if (status === 'submitted') return 'Created';
  return nowMs < (pendingAtMs + settlesAtMs) / 2 ? 'QuoteFetched' : 'DepositTxBroadcast';
}
