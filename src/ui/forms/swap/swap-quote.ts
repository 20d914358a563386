import type { QuoteRequest, SwapQuote } from '../../../actions/quote-swap.ts';
import { type Problem, toProblem } from '../../../stores/problem.ts';
import type { Desk } from '../../desk.ts';

/** An open form asks again when its quote has reached this age. */
export const refreshQuoteAfterMs = 10_000;
/** Nothing is sent on a quote older than this. */
export const quoteLivesMs = 30_000;

export interface QuoteReading {
  /** For exactly these inputs, and young enough to act on. */
  readonly quote: SwapQuote | null;
  readonly problem: Problem | null;
}

export interface QuoteKeeper {
  /** The quote for a request as it stands; asks for one where it is missing or getting old, one request at a time. */
  read(request: QuoteRequest): QuoteReading;
  close(): void;
}

/** Keeps the last answer to one question; an answer to an earlier question is not shown for a later one. */
export function createQuoteKeeper(desk: Desk): QuoteKeeper {
  let answer: { readonly request: QuoteRequest; readonly atMs: number; readonly problem: Problem | null } | null = null;
  let quote: SwapQuote | null = null;
  let isAsking = false;
  let isOpen = true;

  const ask = (request: QuoteRequest): void => {
    if (isAsking || !isOpen) return;
    isAsking = true;
    const settle = (problem: Problem | null, received: SwapQuote | null): void => {
      isAsking = false;
      answer = { request, atMs: desk.now(), problem };
      if (received) quote = { ...received, request };
      if (isOpen) desk.scheduler.request();
    };
    void desk.actions.quoteSwap(request).then(
      (received) => settle(null, received),
      (error: unknown) => settle(toProblem(error), null),
    );
  };

  return {
    read: (request) => {
      const last = answer && isSame(answer.request, request) ? answer : null;
      if (!last || Math.abs(desk.now() - last.atMs) >= refreshQuoteAfterMs) ask(request);
      const isMine = quote !== null && isSame(quote.request, request) && isFresh(quote, desk.now());
      return { quote: isMine ? quote : null, problem: last?.problem ?? null };
    },
    close: () => {
      isOpen = false;
    },
  };
}

/** A clock that was set back must not keep a quote young. */
export const isFresh = ({ receivedAtMs }: SwapQuote, nowMs: number): boolean =>
  Math.abs(nowMs - receivedAtMs) <= quoteLivesMs;

const isSame = (a: QuoteRequest, b: QuoteRequest): boolean =>
  a.chain === b.chain &&
  a.inputMint === b.inputMint &&
  a.outputMint === b.outputMint &&
  a.baseUnits === b.baseUnits &&
  a.slippageBps === b.slippageBps;

/** The least that a swap may give: its quote less the slippage, rounded down. */
export const leastOut = ({ outBaseUnits, request }: SwapQuote): bigint =>
  (outBaseUnits * BigInt(10_000 - request.slippageBps)) / 10_000n;
