import type Big from 'big.js';
import type { TokenRef } from '../../domain/market/token.ts';
import { describeTrigger } from '../../domain/market/trigger-order.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import type { ChildOrder } from '../../plans/child-order.ts';
import { kindOf } from '../../plans/kinds/kinds.ts';
import type { Plan } from '../../plans/plan.ts';
import type { PlanMarket } from '../../plans/plan-kind.ts';
import { activeWallets } from '../../stores/account/wallets.ts';
import { amountText, balanceOf, usdValue } from '../../stores/portfolio/spot-balance.ts';
import type { Operation } from '../operations.ts';
import type { SwapQuote } from '../orders/quote-swap.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { type OrderLimits, shareOf } from '../pipeline/limits.ts';

type Context = Pick<ActionContext, 'data'>;
type SwapChild = Extract<ChildOrder, { do: 'swap' }>;
type TriggerChild = Extract<ChildOrder, { do: 'trigger' }>;

/** What it takes to send it has not been read yet. */
export interface NotYet {
  readonly notYet: string;
}

/** A swap as the form would send it, with the quote that it was decided on. A string says why it cannot be sent. */
export function swapOperation(
  context: Context,
  plan: Plan,
  order: SwapChild,
  quote: SwapQuote | null,
): Operation | NotYet | string {
  const spot = spotPart(context, plan, order);
  if (typeof spot === 'string' || 'notYet' in spot) return spot;
  if (!quote || quote.request.baseUnits !== spot.baseUnits) return { notYet: 'there is no quote of it' };
  const { market, wallet, baseUnits } = spot;
  const bought = { ...refOf(order, order.outputToken), decimals: market.output.decimals };
  const usd = spot.usd ?? usdValue(context, bought, quote.outBaseUnits);
  const limits = limitsOf(order, spot, { kind: 'swap', usd, impactPct: readDecimal(quote.priceImpactPct) });
  const draft = {
    walletId: wallet.walletId,
    chain: order.chain,
    inputMint: order.inputToken,
    outputMint: order.outputToken,
    baseUnits,
    slippageBps: order.slippageBps,
    limits,
    summary: `${amountText(baseUnits, market.input, market.input.symbol)} → ${market.output.symbol}`,
  };
  return { kind: 'executeSwap', draft };
}

/** A trigger order as the form would create it. A string says why it cannot be. */
export function triggerOperation(context: Context, plan: Plan, order: TriggerChild): Operation | NotYet | string {
  const spot = spotPart(context, plan, order);
  if (typeof spot === 'string' || 'notYet' in spot) return spot;
  const { chain, inputToken, outputToken, metric, direction, value, expiryHours, slippageBps } = order;
  const { market, wallet } = spot;
  const body = {
    walletId: wallet.walletId,
    chain,
    inputToken,
    outputToken,
    amount: order.baseUnits,
    slippageBps,
    expiryHours,
    triggerBehavior: 'immediate' as const,
    triggerMetric: metric,
    triggerDirection: direction,
    triggerValue: value,
  };
  const limits = limitsOf(order, spot, { kind: 'trigger', usd: spot.usd, impactPct: null });
  const shown = { orderId: '', status: '', createdAt: '', amount: order.baseUnits, inputToken, outputToken, chain };
  const { text: summary } = describeTrigger({ ...shown, trigger: { metric, direction, value } }, market);
  return { kind: 'createTriggerOrder', draft: { body, limits, summary } };
}

interface SpotPart {
  readonly market: Extract<PlanMarket, { kind: 'spot' }>;
  readonly wallet: { readonly walletId: string; readonly address: string };
  readonly baseUnits: bigint;
  /** Null: the desk has no price of what is sold. */
  readonly usd: Big | null;
  /** Of the wallet's balance, per cent; null if that is unknown. */
  readonly sharePct: Big | null;
}

function spotPart(context: Context, plan: Plan, order: SwapChild | TriggerChild): SpotPart | NotYet | string {
  const market = kindOf(plan.spec).market(plan.spec);
  if (market.kind !== 'spot') return 'its plan does not trade tokens';
  const wallets = context.data.read('wallets').data;
  if (!wallets) return { notYet: 'the wallets have not been read yet' };
  const wallet = activeWallets(wallets).find(({ walletId }) => walletId === plan.walletId);
  if (!wallet) return 'its wallet is not among the active wallets of the account';
  const sold = { ...refOf(order, order.inputToken), decimals: market.input.decimals };
  const baseUnits = BigInt(order.baseUnits);
  const balance = balanceOf(context, { chain: order.chain, address: wallet.address }, sold);
  return {
    market,
    wallet,
    baseUnits,
    usd: usdValue(context, sold, baseUnits),
    sharePct: shareOf(baseUnits, balance),
  };
}

const refOf = ({ chain }: SwapChild | TriggerChild, address: string): TokenRef => ({ chain, address });

const limitsOf = (
  order: SwapChild | TriggerChild,
  { wallet, sharePct }: SpotPart,
  {
    kind,
    usd,
    impactPct,
  }: { readonly kind: 'swap' | 'trigger'; readonly usd: Big | null; readonly impactPct: Big | null },
): OrderLimits => ({
  wallet: { chain: order.chain, walletId: wallet.walletId },
  slippageBps: order.slippageBps,
  order: {
    kind,
    input: refOf(order, order.inputToken),
    output: refOf(order, order.outputToken),
    usd,
    sharePct,
    priceImpactPct: impactPct,
  },
});
