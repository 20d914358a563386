import type { Chain } from '../../../domain/chain.ts';
import type { PoolSide } from './pool.ts';
import { type Market, type TokenBook, toFloat } from './token-book.ts';
import type { PaperToken } from './token-list.ts';

export const platformFeeBps = 50;

/** One pool on a swap's way. */
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
  /** Taken from the input before the pools see it, in its base units. */
  readonly platformFee: bigint;
  readonly amountOut: bigint;
  /** At most two, and never the same pool twice: every pool hangs off the chain's native coin. */
  readonly legs: readonly SwapLeg[];
  /** What all legs' pool fees come to, in native base units. */
  readonly dexFeeNative: bigint;
  /** How far the swap itself moves the price against its maker, in percent, fees aside. */
  readonly priceImpactPct: number;
}

const quoteRank = (token: PaperToken) =>
  token.kind === 'hub' || token.kind === 'stable' ? 2 : token.kind === 'native' ? 1 : 0;

/** True when money turns into something less like money: a stable coin into anything else, the native coin into a token. */
export const isBuyOf = (input: PaperToken, output: PaperToken): boolean => quoteRank(input) > quoteRank(output);

/** The token that a swap is about: what a buy gets and a sell gives. */
export const subjectOf = (input: PaperToken, output: PaperToken): PaperToken =>
  isBuyOf(input, output) ? output : input;

/** The way from one token to another through the pools as they stand, or null when there is none worth taking. */
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
  // Rounding down to whole base units is no impact.
  const priceImpactPct = Math.max(0, (1 - (Number(amount) + 0.5) / Math.max(ideal, 1)) * 100);
  if (priceImpactPct > 50) return null;
  const chain = input.chain;
  return { chain, input, output, amountIn, platformFee, amountOut: amount, legs, dexFeeNative, priceImpactPct };
}

/** A swap's size in USD: the side that is most like money, at the prices as they stand. */
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
