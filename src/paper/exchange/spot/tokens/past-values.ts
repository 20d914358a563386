import type { Ledger } from '../../ledger.ts';
import { centsOf, exactly } from '../trading/exact-usd.ts';
import type { TradeLog } from '../trading/trade-log.ts';
import { idOf, type TokenBook, toFloat } from './token-book.ts';
import type { TokenHistories } from './token-histories.ts';

const dayMs = 86_400_000;
/** Resolution of past values, by age. */
const grains = [
  { lengthMs: 90 * dayMs, stepMs: dayMs },
  { lengthMs: 30 * dayMs, stepMs: dayMs / 2 },
  { lengthMs: 7 * dayMs, stepMs: dayMs / 8 },
  { lengthMs: dayMs, stepMs: dayMs / 48 },
];

export type PastValues = [atMs: number, valueUsd: number][];

/**
 * USD value of wallets before the market opened, oldest first: past holdings (current ones minus later trades) at chart
 * prices. Call it when the market opens; what it returns computes the values at the first call, which takes as long as
 * half of the rest of the market, and a saved account has them already.
 */
export function pastValues(options: {
  book: TokenBook;
  histories: TokenHistories;
  ledger: Ledger;
  trades: TradeLog;
  walletIds: readonly string[];
  openedMs: number;
}): () => PastValues {
  const { book, histories, ledger, trades, walletIds, openedMs } = options;
  const held = new Map<string, bigint>();
  const change = (tokenId: string, amount: bigint) => held.set(tokenId, (held.get(tokenId) ?? 0n) + amount);
  for (const walletId of walletIds) for (const [tokenId, amount] of ledger.holdings(walletId)) change(tokenId, amount);
  const undone = trades.trades.filter(({ walletId }) => walletIds.includes(walletId));
  const tokens = new Map(book.tokens.map((token) => [idOf(token), token]));
  let values: PastValues | undefined;
  return () => {
    values ??= compute();
    return values;
  };

  function compute(): PastValues {
    return moments(openedMs).map(valueAt).reverse();
  }

  function valueAt(atMs: number): [number, number] {
    for (let last = undone.at(-1); last && last.atMs > atMs; last = undone.at(-1)) {
      undone.pop();
      change(`${last.chain}:${last.inputToken}`, BigInt(last.inputAmount));
      change(`${last.chain}:${last.outputToken}`, -BigInt(last.outputAmount));
    }
    let valueUsd = 0;
    for (const [tokenId, amount] of held) {
      const token = tokens.get(tokenId);
      if (!token || amount <= 0n) continue;
      valueUsd += toFloat(amount, token.decimals) * histories.of(token, openedMs).priceAt(atMs);
    }
    return [atMs, centsOf(exactly(valueUsd))];
  }
}

/** Newest first. */
function moments(openedMs: number): number[] {
  const all = grains.flatMap(({ lengthMs, stepMs }) => {
    const lastMs = Math.floor(openedMs / stepMs) * stepMs;
    return Array.from({ length: Math.ceil(lengthMs / stepMs) + 1 }, (_, index) => lastMs - index * stepMs);
  });
  return [...new Set(all)].filter((atMs) => atMs < openedMs).sort((a, b) => b - a);
}
