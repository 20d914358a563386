import Big from 'big.js';
import { allChains, type Chain, chains } from '../../domain/market/chain.ts';
import { isBuy, type TokenRef } from '../../domain/market/token.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { bpsText, formatUsd } from '../../domain/numbers/format.ts';
import { remainingExecutions } from '../../stores/account/key-limits.ts';
import { isOwnWalletId } from '../../stores/account/wallets.ts';
import type { DeskQueries } from '../../stores/desk-data.ts';
import type { ActionContext } from './action-context.ts';

type Context = Pick<ActionContext, 'data' | 'session' | 'caps'>;

/** The service's network number of the perp venue. */
const perpNetwork = 8;

type Constraints = NonNullable<DeskQueries['usage']['constraints']>;

/** By field id; each text names the limit. */
export type Problems = Record<string, string>;

/** A swap or trigger order with its worth, for the limits that speak of either. */
export interface SizedOrder {
  readonly kind: 'swap' | 'trigger';
  readonly input: TokenRef;
  readonly output: TokenRef;
  /** null if the desk has no price. */
  readonly usd: Big | null;
  /** Percentage of the balance that is sold; null if the balance is unknown. */
  readonly sharePct: Big | null;
  readonly priceImpactPct: Big | null;
}

/** The parts of an order that limits can apply to. */
export interface OrderLimits {
  readonly wallet: { readonly chain: Chain; readonly walletId: string };
  readonly slippageBps: number;
  readonly order: SizedOrder;
}

/** The parts of a perp call that limits can apply to. */
export interface PerpLimits {
  readonly walletId: string;
  /** Whether it counts as one of the key's executions. */
  readonly isExecution: boolean;
  /** Set for an order that may open or grow a position: the user's own caps then apply. */
  readonly adds?: { readonly usd: Big | null; readonly slippageBps: number | null };
}

/** The parts of a transfer or split that limits can apply to. */
export interface MoveLimits {
  /** Every wallet that takes part; the chain is absent where it is unknown. */
  readonly wallets: readonly { readonly walletId: string; readonly chain?: Chain }[];
  /** Value of a split, which an exchange carries out; absent for what stays within the account. */
  readonly usd?: Big | null;
}

/** What the user's caps and the key limits refuse; empty if the order is allowed. */
export function limitProblems(context: Context, limits: OrderLimits | PerpLimits | MoveLimits): Problems {
  if ('wallets' in limits) return moveProblems(context, limits);
  return 'order' in limits
    ? {
        ...walletProblems(context, limits.wallet),
        ...slippageProblems(context, limits.slippageBps),
        ...orderProblems(context, limits.order),
      }
    : perpProblems(context, limits);
}

const moveProblems = (context: Context, { wallets, usd }: MoveLimits): Problems => ({
  ...(usd === undefined ? {} : ownCapProblem(context.caps.maxOrderUsd, usd)),
  ...Object.assign({}, ...wallets.map((wallet) => walletProblems(context, wallet))),
});

/** Only what the key certainly forbids: a wrong guess here would keep a position open. */
function perpProblems(context: Context, { walletId, isExecution, adds }: PerpLimits): Problems {
  const { usage } = context.data.read('usage').data ?? {};
  // Does not add what was sent since the last read, and trusts a service that reports no counts: a guess must never
  // block a close.
  const isCounted = usage?.executionsLastHour != null;
  return {
    ...(isAllowedWallet(context, walletId) ? {} : { walletId: 'The key does not allow this wallet.' }),
    ...(isExecution && isCounted ? executionProblems(context, 0) : {}),
    ...(adds ? ownCapProblem(context.caps.maxOrderUsd, adds.usd) : {}),
    ...(adds?.slippageBps != null ? slippageProblems(context, adds.slippageBps) : {}),
  };
}

/** One perp call, as the key's limits on buys and sells may apply to it. */
export interface PerpTrade {
  readonly side: 'buy' | 'sell';
  readonly usd: Big | null;
  /** Percentage of the position that it closes. */
  readonly percentage: number;
}

/** Key limits that may also apply to perps. The contract leaves it open, so the desk warns and the service decides. */
export function perpWarnings(context: Context, trade: PerpTrade | null): string[] {
  const limits = constraintsOf(context);
  if (!limits) return [];
  const networks = limits.allowedNetworks;
  return [
    ...(networks && !networks.includes(perpNetwork) ? ['the key is not allowed the perp network'] : []),
    ...(trade ? sideWarnings(limits, trade) : []),
  ];
}

function sideWarnings(limits: Constraints, { side, usd, percentage }: PerpTrade): string[] {
  const isBuy = side === 'buy';
  const cap = isBuy ? limits.maxBuyUsdPerTrade : limits.maxSellUsdPerTrade;
  const pct = isBuy ? null : limits.maxSellPositionPct;
  return [
    ...((isBuy ? limits.buysEnabled : limits.sellsEnabled)
      ? []
      : [`the key does not allow ${side}s, and this ${side}s`]),
    ...(cap != null && usd?.gt(cap) ? [`the key's ${side}s are limited to ${formatUsd(cap)} USD`] : []),
    ...(pct != null && percentage > pct ? [`the key may sell at most ${pct} % at once`] : []),
  ];
}

/** Whether the key may use this wallet at all. */
export function walletProblems(
  context: Pick<Context, 'data'>,
  { chain, walletId }: MoveLimits['wallets'][number],
): Problems {
  const limits = constraintsOf(context);
  const networks = limits?.allowedNetworks;
  if (chain && networks && !networks.includes(chains[chain].allowedNetwork))
    return { walletId: `The key does not allow ${chains[chain].name}; it allows ${networkNames(networks)}.` };
  return isAllowedWallet(context, walletId)
    ? {}
    : { walletId: 'The key does not allow this wallet. Choose another one.' };
}

/** The key's list is of the service's wallets: what the user's own key signs needs no leave of it. */
const isAllowedWallet = (context: Pick<Context, 'data'>, walletId: string): boolean =>
  (isOwnWalletId(walletId) || constraintsOf(context)?.allowedWalletIds?.includes(walletId)) ?? true;

/** The lower of the user's own limit and the key's. */
export function slippageProblems(context: Context, bps: number): Problems {
  const own = context.caps.maxSlippageBps;
  const key = constraintsOf(context)?.maxSlippageBps ?? own;
  const limit = Math.min(own, key);
  if (bps <= limit) return {};
  return { slippage: `At most ${bpsText(limit)} (${limit} bps) by ${key < own ? "the key's limit" : 'your limit'}.` };
}

/** What the user's caps and the key limits refuse for an order of this size; empty if it is allowed. */
export function orderProblems(context: Context, order: SizedOrder): Problems {
  const limits = constraintsOf(context);
  return {
    ...ownCapProblem(context.caps.maxOrderUsd, order.usd),
    ...(limits ? { ...sizeProblems(context, limits, order), ...countProblems(context, limits, order) } : {}),
  };
}

/** If an order has no known value, a cap refuses it. */
function ownCapProblem(cap: string | null, usd: Big | null): Problems {
  if (cap === null) return {};
  if (!usd) return { amount: `Your limit is ${formatUsd(cap)} USD an order, and the value of this one is unknown.` };
  return usd.gt(cap) ? { amount: `Worth ${formatUsd(usd)} USD; your limit is ${formatUsd(cap)} USD an order.` } : {};
}

function sizeProblems(context: Context, limits: Constraints, order: SizedOrder): Problems {
  const { input, output, usd, sharePct, priceImpactPct } = order;
  const over = usd && usdCaps(context, limits, order).find(({ cap, used }) => cap != null && usd.plus(used).gt(cap));
  const sellPct = isBuy(input, output) ? null : limits.maxSellPositionPct;
  return {
    ...(over
      ? {
          amount: `Worth ${formatUsd(usd)} USD; the key's limit is ${formatUsd(over.cap ?? '0')} USD ${over.of}${over.used.gt(0) ? `, of which ${formatUsd(over.used)} are used` : ''}.`,
        }
      : {}),
    ...(sellPct != null && sharePct?.gt(sellPct)
      ? { amount: `The key may sell at most ${sellPct} % of a holding at once.` }
      : {}),
    ...(limits.maxPriceImpactPct != null && priceImpactPct?.gt(limits.maxPriceImpactPct)
      ? {
          amount: `Moves the price by ${priceImpactPct.round(2, Big.roundUp).toFixed()} %; the key allows ${limits.maxPriceImpactPct} %.`,
        }
      : {}),
  };
}

/** A trigger order has its own cap instead of the cap per trade; the daily cap applies to both. */
function usdCaps(context: Context, limits: Constraints, { kind, input, output }: SizedOrder) {
  const buys = isBuy(input, output);
  const none = new Big(0);
  const { usage } = context.data.read('usage').data ?? {};
  const today = readDecimal(buys ? usage?.buyUsdLastDay : usage?.sellUsdLastDay) ?? none;
  const side = buys ? 'buys' : 'sells';
  return [
    kind === 'trigger'
      ? { cap: limits.maxLimitOrderUsdPerOrder, used: none, of: 'a trigger order' }
      : {
          cap: buys ? limits.maxBuyUsdPerTrade : limits.maxSellUsdPerTrade,
          used: none,
          of: `for one of its ${side}`,
        },
    { cap: buys ? limits.maxBuyUsdPerDay : limits.maxSellUsdPerDay, used: today, of: `for its ${side} of a day` },
  ];
}

function countProblems(context: Context, limits: Constraints, { kind, input, output }: SizedOrder): Problems {
  const buys = isBuy(input, output);
  if (buys && !limits.buysEnabled) return { form: 'The key does not allow buys.' };
  if (!buys && !limits.sellsEnabled) return { form: 'The key does not allow sells.' };
  if (kind === 'swap') return executionProblems(context, context.session.getState().executionsSinceUsage);
  const of = limits.maxLimitOrdersPerDay;
  if (of === 0) return { form: 'The key allows no trigger orders (0 a day).' };
  const used = context.data.read('usage').data?.usage?.limitOrdersLastDay ?? 0;
  return used >= of ? { form: `All ${of} trigger orders of the key for today are used.` } : {};
}

function executionProblems(context: Context, since: number): Problems {
  const usage = context.data.read('usage').data;
  const left = usage && remainingExecutions(usage, since);
  if (left?.hour.left === 0) return { form: `All ${left.hour.of} executions of the key for this hour are used.` };
  if (left?.day.left === 0) return { form: `All ${left.day.of} executions of the key for today are used.` };
  return {};
}

const constraintsOf = (context: Pick<Context, 'data'>): Constraints | null =>
  context.data.read('usage').data?.constraints ?? null;

function networkNames(numbers: readonly number[]): string {
  const names = allChains
    .filter((chain) => numbers.includes(chains[chain].allowedNetwork))
    .map((chain) => chains[chain].name);
  return names.join(', ') || 'none of the chains here';
}

/** Decimals of a share. The rest is rounded up, so that one base unit above a limit is above it. */
const shareDecimals = 20;

/** Share of a balance in percent; null without a balance. */
export function shareOf(baseUnits: bigint, balance: bigint | null): Big | null {
  if (!balance) return null;
  const scale = 10n ** BigInt(shareDecimals);
  const share = (baseUnits * 100n * scale + balance - 1n) / balance;
  return new Big(share.toString()).div(scale.toString());
}
