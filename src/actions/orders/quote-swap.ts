import { UnreadableResponseError } from '../../client/http/errors.ts';
import type { Chain } from '../../domain/market/chain.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { quoteSwap as endpoint } from '../../protocol/endpoints/swap.ts';
import { readable } from '../../protocol/schema.ts';
import type { OwnSwap } from '../own-key/own-swap.ts';
import type { ActionContext } from '../pipeline/action-context.ts';

/** A swap to be priced, as its form stands. */
export interface QuoteRequest {
  readonly chain: Chain;
  readonly inputMint: string;
  readonly outputMint: string;
  /** Of the input token. */
  readonly baseUnits: bigint;
  readonly slippageBps: number;
  /** Set for a swap that the user's own key signs: `own:NAME`. */
  readonly ownWalletId?: string;
}

/** What the service says that a swap would give, at that moment. */
export interface SwapQuote {
  readonly request: QuoteRequest;
  /** Of the output token, before slippage. */
  readonly outBaseUnits: bigint;
  /** Decimal text in per cent; null where the service says nothing. */
  readonly priceImpactPct: string | null;
  readonly platformFeeBps: number | null;
  /** What the swap goes through, as the service names it; cleaned. */
  readonly route: readonly string[];
  /** Wall clock, ms. */
  readonly receivedAtMs: number;
  /** The transaction to be signed, for an own wallet. */
  readonly own?: OwnSwap;
}

/** Quotes a swap. Rejects with the client's error. */
export async function quoteSwap({ client }: Pick<ActionContext, 'client'>, request: QuoteRequest): Promise<SwapQuote> {
  const { chain, inputMint, outputMint, slippageBps } = request;
  const query = { chain, inputMint, outputMint, slippageBps, amount: request.baseUnits.toString() };
  const { data, receivedAtMs, requestId } = await client.call(endpoint, { query });
  if (!/^\d{1,80}$/.test(data.outAmount))
    throw new UnreadableResponseError(endpoint.id, 'the quoted amount is not in base units', 200, requestId);
  return {
    request,
    outBaseUnits: BigInt(data.outAmount),
    priceImpactPct: data.priceImpactPct ?? null,
    platformFeeBps: data.fees?.platformFeeBps ?? null,
    route: readable(data.routes ?? []).map(({ source }) => cleanText(source, 32)),
    receivedAtMs,
  };
}
