import { kindOf } from '../../plans/kinds/kinds.ts';
import type { Plan } from '../../plans/plan.ts';
import { quoteSwap, type SwapQuote } from '../orders/quote-swap.ts';
import type { ActionContext } from '../pipeline/action-context.ts';

/** A quote is acted on for so long, and one that failed is asked for again after it, ms. */
const freshMs = 5_000;

interface Known {
  readonly baseUnits: string;
  readonly quote: SwapQuote | null;
  /** When it was asked for, on the monotonic clock, ms. */
  readonly atMs: number;
}

/** Quotes of the swaps that plans are about to send. */
export class QuoteReads {
  readonly #context: Pick<ActionContext, 'client' | 'clock'>;
  readonly #known = new Map<string, Known>();

  constructor(context: Pick<ActionContext, 'client' | 'clock'>) {
    this.#context = context;
  }

  /** Null if the plan is about to send no swap, or it cannot be quoted. Never rejects. */
  async read(plan: Plan): Promise<SwapQuote | null> {
    const { clock } = this.#context;
    const kind = kindOf(plan.spec);
    const market = kind.market(plan.spec);
    const baseUnits = kind.quoted?.(plan, clock.now()) ?? null;
    if (market.kind !== 'spot' || baseUnits === null) {
      this.#known.delete(plan.id);
      return null;
    }
    const known = this.#known.get(plan.id);
    const atMs = clock.monotonic();
    if (known?.baseUnits === baseUnits && atMs - known.atMs < freshMs) return known.quote;
    const quote = await quoteSwap(this.#context, {
      chain: market.chain,
      inputMint: market.inputToken,
      outputMint: market.outputToken,
      baseUnits: BigInt(baseUnits),
      slippageBps: market.slippageBps,
    }).catch(() => null);
    this.#known.set(plan.id, { baseUnits, quote, atMs });
    return quote;
  }
}
