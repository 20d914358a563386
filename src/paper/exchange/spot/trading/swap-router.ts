import type { Chain } from '../../../../domain/market/chain.ts';
import { type Market, type TokenBook, toFloat } from '../tokens/token-book.ts';
import type { PaperToken } from '../tokens/token-list.ts';
import type { PoolSide } from './pool.ts';

export const platformFeeBps = 50;

/** One pool of a swap's route. */
export interface SwapLeg {
  readonly market: Market;
  readonly side: PoolSide;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
}

export interface SwapPlan {
  readonly chain: Chain;
  readonly input: PaperToken;
  readonly output: PaperToken;
  readonly amountIn: bigint;
  /** Deducted from the input before the pools, in its base units. */
  readonly platformFee: bigint;
  readonly amountOut: bigint;
  /** At most two different pools: every pool is against the chain's native coin. */
  readonly legs: readonly SwapLeg[];
  /** Total pool fees of all legs, in native base units. */
  readonly dexFeeNative: bigint;
  /** Price impact on the maker in percent, without fees. */
  readonly priceImpactPct: number;
}

const quoteRank = (token: PaperToken) =>
  token.kind === 'hub' || token.kind === 'stable' ? 2 : token.kind === 'native' ? 1 : 0;

/** True from money to a riskier asset: a stablecoin into anything else, the native coin into a token. */
export const isBuyOf = (input: PaperToken, output: PaperToken): boolean => quoteRank(input) > quoteRank(output);

/** The token that a swap is about: the output of a buy, the input of a sell. */
export const subjectOf = (input: PaperToken, output: PaperToken): PaperToken =>
  isBuyOf(input, output) ? output : input;

/** The route from one token to another at current reserves, or null if there is none. */
export function planSwap(book: TokenBook, input: PaperToken, output: PaperToken, amountIn: bigint): SwapPlan | null {
  if (input === output || input.chain !== output.chain) return null;
  const platformFee = (amountIn * BigInt(platformFeeBps)) / 10_000n;
  const legs: SwapLeg[] = [];
  let amount = amountIn - platformFee;
  let ideal = Number(amount);
  let dexFeeNative = 0n;
  for (const [token, side] of [[input, 'token'] as const, [output, 'native'] as const]) {
    if (token.kind === 'native') continue;
    const market = book.marketOf(token);
    const amountOut = market.pool.amountOut(side, amount);
    const inNative = side === 'native' ? amount : amountOut;
    dexFeeNative += (inNative * BigInt(market.pool.feeBps)) / 10_000n;
    ideal *= (market.pool.spotOut(side, amount) / Number(amount || 1n)) * (1 - market.pool.feeBps / 10_000);
    legs.push({ market, side, amountIn: amount, amountOut });
    amount = amountOut;
  }
  if (amount <= 0n) return null;
  // Rounding down to whole base units is not impact.
  const priceImpactPct = Math.max(0, (1 - (Number(amount) + 0.5) / Math.max(ideal, 1)) * 100);
  if (priceImpactPct > 50) return null;
  const chain = input.chain;
  return { chain, input, output, amountIn, platformFee, amountOut: amount, legs, dexFeeNative, priceImpactPct };
}

/** A swap's size in USD: its most money-like side, at current prices. */
export function sizeUsd(book: TokenBook, plan: Pick<SwapPlan, 'input' | 'output' | 'amountIn' | 'amountOut'>): number {
  return isBuyOf(plan.input, plan.output)
    ? book.usdValue(plan.input, plan.amountIn)
    : book.usdValue(plan.output, plan.amountOut);
}

/** The same in whole native coins. */
export function sizeNative(
  book: TokenBook,
  plan: Pick<SwapPlan, 'input' | 'output' | 'amountIn' | 'amountOut'>,
): number {
  const native = book.native(plan.input.chain);
  if (plan.input === native) return toFloat(plan.amountIn, native.decimals);
  if (plan.output === native) return toFloat(plan.amountOut, native.decimals);
  return sizeUsd(book, plan) / book.nativePriceUsd(native.chain);
}
