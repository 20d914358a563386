import { type Chain, chains } from '../../domain/market/chain.ts';
import { formatAmount } from '../../domain/numbers/amount.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { planSplit as endpoint } from '../../protocol/endpoints/splits.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { ActionContext } from '../pipeline/action-context.ts';

/** Assets of splits by chain; a chain that is absent cannot be split from. */
export const splitAssets: { readonly [C in Chain]?: 'sol' | 'eth' | 'bnb' } = {
  solana: 'sol',
  base: 'eth',
  bsc: 'bnb',
};

export interface SplitShare {
  readonly walletId: string;
  /** Hundredths of a percent. */
  readonly pctBips: number;
}

/** What is to be planned, as its form stands. */
export interface SplitRequest {
  readonly walletId: string;
  readonly chain: Chain;
  /** Base units of the chain's native token. */
  readonly baseUnits: bigint;
  /** A group of wallets, or wallets with shares that add up to 10,000. */
  readonly to: { readonly groupId: string } | { readonly shares: readonly SplitShare[] };
}

/** A plan of the service; its texts are cleaned. */
export interface SplitPlan {
  readonly request: SplitRequest;
  readonly planId: string;
  readonly destinationCount: number | null;
  readonly summary: string;
  readonly rates: readonly string[];
  readonly warnings: readonly string[];
  /** Wall clock, ms: after it the service refuses the plan. */
  readonly expiresAtMs: number;
}

/** Plans live this long if the service does not say, and never longer, ms. */
const lifeMs = 60_000;

/** Plans a split, which moves nothing. Rejects with the client's error, or with an Error for a chain without splits. */
export async function planSplit({ client, clock }: ActionContext, request: SplitRequest): Promise<SplitPlan> {
  const { walletId, chain, baseUnits, to } = request;
  const fromAsset = splitAssets[chain];
  if (!fromAsset) throw new Error(`${chains[chain].name} has no splits`);
  // From before the request: the answer's way must not make the plan look younger than it is.
  const askedAtMs = clock.now();
  const { data } = await client.call(endpoint, {
    body: {
      sourceWalletId: walletId,
      ...('groupId' in to
        ? { destinationGroupId: to.groupId }
        : { destinations: to.shares.map((share) => ({ ...share })) }),
      // Whole units, unlike every other spot amount.
      fromAmount: formatAmount(baseUnits, chains[chain].nativeDecimals),
      fromAsset,
    },
  });
  const seconds = readDecimal(data.expiresInSeconds);
  const saidMs = seconds?.gte(0) ? Number(seconds.times(1_000).toFixed(0)) : lifeMs;
  return {
    request,
    planId: data.planId,
    destinationCount: data.destinationCount ?? null,
    summary: cleanText(data.summary),
    rates: (data.rates ?? []).map((rate) => (isUnreadable(rate) ? rate.unreadable : rateText(rate))),
    warnings: (data.warnings ?? []).map((text) => cleanText(isUnreadable(text) ? text.unreadable : text)),
    expiresAtMs: askedAtMs + Math.min(saidMs, lifeMs),
  };
}

type Rate = {
  readonly exchangerId: string;
  readonly exchangeRate: string;
  readonly toAssetId?: string | null | undefined;
  readonly toNetworkId?: string | null | undefined;
};

/** As given, except for 0, which means that the exchanger cannot convert the pair. */
function rateText({ exchangerId, exchangeRate, toAssetId, toNetworkId }: Rate): string {
  const [asset, network] = [toAssetId, toNetworkId].map((text) => cleanText(text, textLimits.symbol));
  const pair = [asset, network && `on ${network}`].filter(Boolean).join(' ');
  const rate = readDecimal(exchangeRate)?.eq(0) ? 'cannot convert it' : cleanText(exchangeRate, textLimits.name);
  return `${cleanText(exchangerId, textLimits.name)}${pair ? `, ${pair}` : ''}: ${rate}`;
}
