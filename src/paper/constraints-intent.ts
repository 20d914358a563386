import { type Chain, chains } from '../domain/chain.ts';
import type { AnyEndpoint, HandlerInput } from '../protocol/endpoint.ts';
import {
  cancelPerpOrder,
  modifyPerpOrder,
  modifyPerpOrders,
  placePerpOrder,
} from '../protocol/endpoints/perp-orders.ts';
import { adjustPerpMargin, closePerpPosition, setPerpLeverage } from '../protocol/endpoints/perp-position.ts';
import { buildSwapTransaction, executeSwap, submitSwap } from '../protocol/endpoints/swap.ts';
import { createTriggerOrder } from '../protocol/endpoints/trigger.ts';
import type { Intent, ReadIntent } from './constraints.ts';

/** What the limits ask of the spot market. */
export interface SpotFacts {
  /** USD value of an amount of base units; null for a token without a price. */
  usdValue(chain: Chain, tokenAddress: string, baseUnits: bigint): number | null;
  isBuy(chain: Chain, inputMint: string, outputMint: string): boolean;
  /** Base units that a wallet holds. */
  holding(walletId: string, chain: Chain, tokenAddress: string): bigint;
  /** How far the swap would move the price, percent; null where there is no route. */
  priceImpactPct(swap: Omit<SwapFields, 'slippageBps' | 'walletId'>): number | null;
}

/** Network number of the perp venue, HYPE. */
const perpNetwork = 8;

interface SwapFields {
  readonly chain: Chain;
  readonly amount: string;
  readonly slippageBps: number;
  readonly inputMint: string;
  readonly outputMint: string;
  readonly walletId?: string;
}

/**
 * Reads what a call intends, for the key's limits. Executions are managed and submitted swaps, perp orders and closes;
 * trigger orders count as limit orders. Spot sizes are measured in USD; perp sizes are not, since the caps of a key speak
 * of buys and sells of tokens.
 */
export function createReadIntent(spot: SpotFacts): ReadIntent {
  const readers = new Map<string, (input: never) => Intent>();
  const on = <E extends AnyEndpoint>(endpoint: E, read: (input: HandlerInput<E>) => Intent) =>
    readers.set(endpoint.id, read);

  on(executeSwap, ({ body }) => ({ ...swapIntent(spot, body), counts: 'execution' }));
  on(buildSwapTransaction, ({ body }) => swapIntent(spot, body));
  on(submitSwap, ({ body }) => ({ counts: 'execution', network: chains[body.chain].allowedNetwork }));
  on(createTriggerOrder, ({ body }) => ({
    ...swapIntent(spot, { ...body, inputMint: body.inputToken, outputMint: body.outputToken }),
    counts: 'limitOrder',
  }));
  on(placePerpOrder, ({ body }) => ({ ...perpIntent(body), counts: 'execution', side: body.isBuy ? 'buy' : 'sell' }));
  on(closePerpPosition, ({ body }) => ({ ...perpIntent(body), counts: 'execution' }));
  on(modifyPerpOrder, ({ body }) => perpIntent(body));
  on(modifyPerpOrders, ({ body }) => perpIntent(body));
  on(cancelPerpOrder, ({ body }) => perpIntent(body));
  on(adjustPerpMargin, ({ body }) => perpIntent(body));
  on(setPerpLeverage, ({ body }) => perpIntent(body));

  return (endpointId, input) => readers.get(endpointId)?.(input as never) ?? null;
}

const perpIntent = ({ walletId }: { walletId: string }): Intent => ({ counts: null, network: perpNetwork, walletId });

function swapIntent(spot: SpotFacts, swap: SwapFields): Intent {
  const { chain, inputMint, outputMint, walletId } = swap;
  const amount = BigInt(swap.amount);
  const side = spot.isBuy(chain, inputMint, outputMint) ? 'buy' : 'sell';
  const held = walletId === undefined ? 0n : spot.holding(walletId, chain, inputMint);
  return {
    counts: null,
    network: chains[chain].allowedNetwork,
    walletId,
    side,
    usd: spot.usdValue(chain, inputMint, amount) ?? undefined,
    slippageBps: swap.slippageBps,
    // Selling all of nothing is left to the market's own refusal.
    sellPct: held > 0n ? percentAbove(amount, held) : undefined,
    priceImpactPct: spot.priceImpactPct(swap) ?? undefined,
  };
}

/** Share in percent, rounded up: one base unit above a cap is above it. */
const percentAbove = (part: bigint, whole: bigint) => Number((part * 1_000_000n + whole - 1n) / whole) / 10_000;
