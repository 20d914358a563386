import Big from 'big.js';
import { type Chain, chains } from '../domain/chain.ts';
import { bpsText, formatUsd } from '../domain/format.ts';
import { quoteToken, type TokenRef } from '../domain/token.ts';
import type { DeskQueries } from '../stores/desk-data.ts';
import { remainingExecutions } from '../stores/key-limits.ts';
import type { ActionContext } from './action-context.ts';

type Context = Pick<ActionContext, 'data' | 'session' | 'caps'>;

type Constraints = NonNullable<DeskQueries['usage']['constraints']>;

/** By field id, in words that name the limit. */
export type Problems = Record<string, string>;

export interface SizedOrder {
  readonly kind: 'swap' | 'trigger';
  readonly input: TokenRef;
  readonly output: TokenRef;
  /** null: nothing on the desk prices it. */
  readonly usd: Big | null;
  /** Share of the balance that is sold, in per cent; null when the balance is not known. */
  readonly sharePct: Big | null;
  readonly priceImpactPct: Big | null;
}

/** Everything of an order that a limit may speak of. */
export interface OrderLimits {
  readonly wallet: { readonly chain: Chain; readonly walletId: string };
  readonly slippageBps: number;
  readonly order: SizedOrder;
}

/** What the user's caps and the key say against an order; empty when it may go. */
export const limitProblems = (context: Context, { wallet, slippageBps, order }: OrderLimits): Problems => ({
  ...walletProblems(context, wallet),
  ...slippageProblems(context, slippageBps),
  ...orderProblems(context, order),
});

/** Money into something less like money: a stable into anything else, or the native token into another token. */
export const isBuy = (input: TokenRef, output: TokenRef): boolean => likeMoney(input) > likeMoney(output);

const likeMoney = (token: TokenRef): number => ({ stable: 2, native: 1, none: 0 })[quoteToken(token)?.kind ?? 'none'];

/** Whether the key may act with this wallet at all. */
export function walletProblems(context: Context, { chain, walletId }: OrderLimits['wallet']): Problems {
  const limits = constraintsOf(context);
  const networks = limits?.allowedNetworks;
  if (networks && !networks.includes(chains[chain].allowedNetwork))
    return { walletId: `The key does not allow ${chains[chain].name}; it allows ${networkNames(networks)}.` };
  if (limits?.allowedWalletIds && !limits.allowedWalletIds.includes(walletId))
    return { walletId: 'The key does not allow this wallet: choose another one.' };
  return {};
}

/** The smaller of the user's own limit and the key's. */
export function slippageProblems(context: Context, bps: number): Problems {
  const own = context.caps.maxSlippageBps;
  const key = constraintsOf(context)?.maxSlippageBps ?? own;
  const limit = Math.min(own, key);
  if (bps <= limit) return {};
  return { slippage: `At most ${bpsText(limit)} (${limit} bps) by ${key < own ? "the key's limit" : 'your limit'}.` };
}

/** What the user's caps and the key say to an order of this size; empty when it may go. */
export function orderProblems(context: Context, order: SizedOrder): Problems {
  const limits = constraintsOf(context);
  return {
    ...ownCapProblem(context.caps.maxOrderUsd, order.usd),
    ...(limits ? { ...sizeProblems(limits, order), ...countProblems(context, limits, order) } : {}),
  };
}

/** A cap that can't be checked holds: an order without a known value is not known to be small enough. */
function ownCapProblem(cap: string | null, usd: Big | null): Problems {
  if (cap === null) return {};
  if (!usd) return { amount: `Your limit is ${formatUsd(cap)} USD an order, and the value of this one is not known.` };
  return usd.gt(cap) ? { amount: `Worth ${formatUsd(usd)} USD; your limit is ${formatUsd(cap)} USD an order.` } : {};
}

function sizeProblems(
  limits: Constraints,
  { kind, input, output, usd, sharePct, priceImpactPct }: SizedOrder,
): Problems {
  const buys = isBuy(input, output);
  const perTrade = buys ? limits.maxBuyUsdPerTrade : limits.maxSellUsdPerTrade;
  const perDay = buys ? limits.maxBuyUsdPerDay : limits.maxSellUsdPerDay;
  const side = buys ? 'buys' : 'sells';
  const caps =
    kind === 'trigger'
      ? [{ cap: limits.maxLimitOrderUsdPerOrder, of: 'a trigger order' }]
      : [
          { cap: perTrade, of: `for one of its ${side}` },
          { cap: perDay, of: `for its ${side} of a day` },
        ];
  const over = caps.find(({ cap }) => cap != null && usd?.gt(cap));
  const sellPct = kind === 'swap' && !buys ? limits.maxSellPositionPct : null;
  return {
    ...(over && usd
      ? { amount: `Worth ${formatUsd(usd)} USD; the key's limit is ${formatUsd(over.cap ?? '0')} USD ${over.of}.` }
      : {}),
    ...(sellPct != null && sharePct?.gt(sellPct)
      ? { amount: `The key may sell at most ${sellPct} % of a holding at once.` }
      : {}),
    ...(limits.maxPriceImpactPct != null && priceImpactPct?.gt(limits.maxPriceImpactPct)
      ? {
          amount: `Moves the price by ${priceImpactPct.round(2).toFixed()} %; the key allows ${limits.maxPriceImpactPct} %.`,
        }
      : {}),
  };
}

function countProblems(context: Context, limits: Constraints, { kind, input, output }: SizedOrder): Problems {
  const buys = isBuy(input, output);
  if (buys && !limits.buysEnabled) return { form: 'The key does not allow buys.' };
  if (!buys && !limits.sellsEnabled) return { form: 'The key does not allow sells.' };
  if (kind === 'trigger')
    return limits.maxLimitOrdersPerDay === 0 ? { form: 'The key allows no trigger orders (0 a day).' } : {};
  const usage = context.data.read('usage').data;
  const left = usage && remainingExecutions(usage, context.session.getState().executionsSinceUsage);
  if (left?.hour.left === 0) return { form: `All ${left.hour.of} executions of the key for this hour are used.` };
  if (left?.day.left === 0) return { form: `All ${left.day.of} executions of the key for today are used.` };
  return {};
}

const constraintsOf = (context: Context): Constraints | null => context.data.read('usage').data?.constraints ?? null;

function networkNames(numbers: readonly number[]): string {
  const names = (Object.keys(chains) as Chain[])
    .filter((chain) => numbers.includes(chains[chain].allowedNetwork))
    .map((chain) => chains[chain].name);
  return names.join(', ') || 'none of the chains here';
}

/** Share of a balance in per cent; null where there is no balance to measure by. */
export const shareOf = (baseUnits: bigint, balance: bigint | null): Big | null =>
  balance ? new Big(baseUnits.toString()).times(100).div(balance.toString()) : null;
