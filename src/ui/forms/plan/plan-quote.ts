import type Big from 'big.js';
import type { QuoteRequest, SwapQuote } from '../../../actions/orders/quote-swap.ts';
import { parseAmount, toBig } from '../../../domain/numbers/amount.ts';
import type { PlanSpec } from '../../../plans/plan.ts';
import type { PlannedChild, SpotFacts } from '../../../plans/plan-kind.ts';
import { isPurchase } from '../../../plans/read-spot-inputs.ts';
import type { Kind } from './plan-values.ts';

/** The swap to quote for a plan: its first, which is as large as the others. Null where it sends none itself. */
export function swapToQuote(kind: Kind, spec: PlanSpec, planned: readonly PlannedChild[]): QuoteRequest | null {
  const market = kind.market(spec);
  const [first] = planned;
  if (market.kind !== 'spot' || first?.type !== 'swap') return null;
  const { chain, inputToken: inputMint, outputToken: outputMint, slippageBps } = market;
  return { chain, inputMint, outputMint, baseUnits: parseAmount(first.size, market.input.decimals), slippageBps };
}

/** Price in whole tokens, as a worst price is entered: of what is bought if it is a purchase, else of what is sold. */
export const priceOf = (facts: SpotFacts, sold: bigint, bought: bigint): Big | null => {
  const [gives, gets] = [toBig(sold, facts.input.decimals), toBig(bought, facts.output.decimals)];
  if (gets.lte(0)) return null;
  return isPurchase(facts) ? gives.div(gets) : gets.div(gives);
};

/** The price of the quoted swap; null if it gives nothing. */
export const quotedPrice = (facts: SpotFacts, { request, outBaseUnits }: SwapQuote): Big | null =>
  priceOf(facts, request.baseUnits, outBaseUnits);
