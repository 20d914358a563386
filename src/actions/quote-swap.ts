import { UnreadableAnswerError } from '../client/errors.ts';
import type { Chain } from '../domain/chain.ts';
import { cleanText } from '../domain/clean-text.ts';
import { quoteSwap as endpoint } from '../protocol/endpoints/swap.ts';
import { readable } from '../protocol/schema.ts';
import type { ActionContext } from './action-context.ts';

export interface QuoteRequest {
  readonly chain: Chain;
  readonly inputMint: string;
  readonly outputMint: string;
  readonly baseUnits: bigint;
  readonly slippageBps: number;
}

export interface SwapQuote {
  readonly request: QuoteRequest;
  readonly outBaseUnits: bigint;
  readonly priceImpactPct: string | null;
  readonly platformFeeBps: number | null;
  readonly route: readonly string[];
  readonly receivedAtMs: number;
}

/** What a swap would give now. Rejects with the client's error. */
export async function quoteSwap({ client }: ActionContext, request: QuoteRequest): Promise<SwapQuote> {
  const { chain, inputMint, outputMint, slippageBps } = request;
  const query = { chain, inputMint, outputMint, slippageBps, amount: request.baseUnits.toString() };
  const { data, receivedAtMs, requestId } = await client.call(endpoint, { query });
  if (!/^\d{1,80}$/.test(data.outAmount))
    throw new UnreadableAnswerError(endpoint.id, 'the quoted amount is not in base units', 200, requestId);
  return {
    request,
    outBaseUnits: BigInt(data.outAmount),
    priceImpactPct: data.priceImpactPct ?? null,
    platformFeeBps: data.fees?.platformFeeBps ?? null,
    route: readable(data.routes ?? []).map(({ source }) => cleanText(source, 32)),
    receivedAtMs,
  };
}
