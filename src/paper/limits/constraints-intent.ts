import Big from 'big.js';
import { type Chain, chains } from '../../domain/market/chain.ts';
import type { AnyEndpoint, HandlerInput } from '../../protocol/endpoint.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { patchSettings, updateSettings } from '../../protocol/endpoints/account.ts';
import {
  cancelPerpOrder,
  modifyPerpOrder,
  modifyPerpOrders,
  placePerpOrder,
} from '../../protocol/endpoints/perp-orders.ts';
import { adjustPerpMargin, closePerpPosition, setPerpLeverage } from '../../protocol/endpoints/perp-position.ts';
import { executeSplit } from '../../protocol/endpoints/splits.ts';
import { buildSwapTransaction, executeSwap, submitSwap } from '../../protocol/endpoints/swap.ts';
import { retireWallet, sendTransfer } from '../../protocol/endpoints/transfers.ts';
import { cancelTriggerOrder, createTriggerOrder } from '../../protocol/endpoints/trigger.ts';
import { transferChain } from '../exchange/spot/transfers/transfer-chain.ts';
import type { Intent, ReadIntent } from './constraints.ts';
import { newFees, type Settings } from './constraints-fees.ts';

/** Spot market data for the limits. */
export interface SpotFacts {
  /** USD value of an amount of base units; null for a token without a price. */
  usdValue(chain: Chain, tokenAddress: string, baseUnits: bigint): number | null;
  isBuy(chain: Chain, inputMint: string, outputMint: string): boolean;
  /** Base units in a wallet. */
  holding(walletId: string, chain: Chain, tokenAddress: string): bigint;
  /** Price impact of the swap, percent; null without a route. */
  priceImpactPct(swap: Pick<SwapFields, 'chain' | 'amount' | 'inputMint' | 'outputMint'>): number | null;
  /** Every wallet that takes part in a planned split; none for an unknown plan. */
  splitWallets(planId: string): readonly { readonly walletId: string; readonly chain: Chain }[];
  /** The swap in a signed transaction; null if paper did not build it. */
  signedSwap(submission: HandlerInput<typeof submitSwap>['body']): Promise<SwapFields | null>;
}

/** Perp venue and account data for the limits. */
export interface PerpFacts {
  /** Null for a coin that is not listed. */
  markPx(coin: string): string | null;
  /** Signed size of the open position, '0' without one. */
  positionSize(walletId: string, coin: string): string;
}

export interface IntentFacts {
  readonly spot: SpotFacts;
  readonly perps: PerpFacts;
  /** Current trade settings. */
  settings(): Settings;
}

/** Operations on these count against a key's limits. */
const tradingResource = /^(swap|trigger|perp|transfers|splits)\./;

/** Network number of the perp venue, HYPE. */
const perpNetwork = 8;

export interface SwapFields {
  readonly chain: Chain;
  readonly amount: string;
  readonly slippageBps: number;
  readonly inputMint: string;
  readonly outputMint: string;
  readonly walletId?: string;
}

type PlaceBody = HandlerInput<typeof placePerpOrder>['body'];
type Modification = HandlerInput<typeof modifyPerpOrders>['body']['modifications'][number];

/**
 * Determines what a call intends, for the key's limits. Executions are managed and submitted swaps, perp market orders
 * and closes; trigger orders and perp limit orders are limit orders. A perp order buys or sells its notional.
 */
export function createReadIntent({ spot, perps, settings }: IntentFacts): ReadIntent {
  const readers = new Map<string, (input: never) => Intent | Intent[] | Promise<Intent>>();
  const on = <E extends AnyEndpoint>(
    endpoint: E,
    read: (input: HandlerInput<E>) => Intent | Intent[] | Promise<Intent>,
  ) => readers.set(endpoint.id, read);

  on(executeSwap, ({ body }) => ({ ...swapIntent(spot, body), counts: 'execution' }));
  on(buildSwapTransaction, ({ body }) => swapIntent(spot, body));
  on(submitSwap, async ({ body }) => {
    const swap = await spot.signedSwap(body);
    const network = chains[body.chain].allowedNetwork;
    return swap ? { ...swapIntent(spot, swap), counts: 'execution' } : { counts: 'execution', network };
  });
  on(createTriggerOrder, ({ body }) => ({
    ...swapIntent(spot, { ...body, inputMint: body.inputToken, outputMint: body.outputToken }),
    counts: 'limitOrder',
  }));
  // Moves between own wallets are no executions: the key must be allowed the wallets and their chains.
  on(sendTransfer, ({ body }) => transferIntents(body));
  on(retireWallet, ({ body }) => transferIntents(body));
  on(executeSplit, ({ body }) => spot.splitWallets(body.planId).map(moveIntent));
  on(placePerpOrder, ({ body }) => orderIntent(perps, body));
  on(closePerpPosition, ({ body }) => closeIntent(perps, body));
  on(modifyPerpOrder, ({ body }) => changeIntent(body.walletId, body));
  on(modifyPerpOrders, ({ body }) => [
    perpIntent(body),
    ...body.modifications.map((change) => changeIntent(body.walletId, change)),
  ]);
  // Taking a resting order back uses up no limit.
  on(cancelTriggerOrder, () => []);
  on(cancelPerpOrder, ({ body }) => perpIntent(body));
  on(adjustPerpMargin, ({ body }) => perpIntent(body));
  on(setPerpLeverage, ({ body }) => perpIntent(body));
  const newSettings = ({ body }: HandlerInput<typeof patchSettings>): Intent => ({
    counts: null,
    ...newFees(settings(), body.tradeSettings),
  });
  on(updateSettings, newSettings);
  on(patchSettings, newSettings);

  // Without a reader a key's limits would not be checked at all.
  const missing = allEndpoints.filter((one) => one.mutates && tradingResource.test(one.id) && !readers.has(one.id));
  if (missing.length > 0)
    throw new Error(
      `constraints-intent.ts does not say what ${missing.map(({ id }) => id).join(', ')} uses of a key's limits`,
    );
  return (endpointId, input) => readers.get(endpointId)?.(input as never) ?? null;
}

const moveIntent = ({ walletId, chain }: { walletId: string; chain: Chain | null }): Intent => ({
  counts: null,
  walletId,
  ...(chain === null ? {} : { network: chains[chain].allowedNetwork }),
});

const transferIntents = (body: HandlerInput<typeof retireWallet>['body']): Intent[] =>
  [body.fromWalletId, body.toWalletId].map((walletId) => moveIntent({ walletId, chain: transferChain(body) }));

const perpIntent = ({ walletId }: { walletId: string }): Intent => ({ counts: null, network: perpNetwork, walletId });

/** A resting limit order is no trade yet, but will become one without another call. */
function orderIntent(perps: PerpFacts, body: PlaceBody): Intent {
  const { coin, isBuy, limitPx, orderType = limitPx === undefined ? 'market' : 'limit' } = body;
  const price = limitPx ?? perps.markPx(coin);
  const usd = body.sizeUsd ?? (price === null ? undefined : timesText(body.sz ?? '0', price));
  return {
    ...perpIntent(body),
    counts: orderType === 'limit' ? 'limitOrder' : 'execution',
    side: isBuy ? 'buy' : 'sell',
    usd: usd === undefined ? undefined : Number(usd),
    sellPct: isBuy || usd === undefined || price === null ? undefined : shareOf(perps, body, usd, price),
  };
}

/** Closing a long sells, closing a short buys. */
function closeIntent(perps: PerpFacts, body: { walletId: string; coin: string; percentage: number }): Intent {
  const size = new Big(perps.positionSize(body.walletId, body.coin));
  const price = perps.markPx(body.coin);
  return {
    ...perpIntent(body),
    counts: 'execution',
    ...(size.eq(0) ? {} : { side: size.gt(0) ? 'sell' : 'buy' }),
    usd: price === null ? undefined : Number(size.abs().times(body.percentage).div(100).times(price)),
    sellPct: size.gt(0) ? body.percentage : undefined,
  };
}

/** A modified order was counted when it was placed; its new size is checked against the limit per order. */
const changeIntent = (walletId: string, { isBuy, limitPx, sz }: Modification): Intent => ({
  ...perpIntent({ walletId }),
  counts: null,
  isLimitOrder: true,
  side: isBuy ? 'buy' : 'sell',
  usd: Number(timesText(sz, limitPx)),
});

/** Percentage of a long position that a sell of `usd` is; undefined without a long. */
function shareOf(perps: PerpFacts, { walletId, coin }: PlaceBody, usd: string, price: string): number | undefined {
  const size = new Big(perps.positionSize(walletId, coin));
  const value = size.times(price);
  return value.gt(0) ? Math.min(100, Number(new Big(usd).times(100).div(value))) : undefined;
}

const timesText = (a: string, b: string): string => new Big(a).times(b).toFixed();

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
    // The market itself refuses to sell from an empty holding.
    sellPct: held > 0n ? percentAbove(amount, held) : undefined,
    priceImpactPct: spot.priceImpactPct(swap) ?? undefined,
  };
}

/** Share in percent, rounded up: one base unit above a cap is above it. */
const percentAbove = (part: bigint, whole: bigint) => Number((part * 1_000_000n + whole - 1n) / whole) / 10_000;
