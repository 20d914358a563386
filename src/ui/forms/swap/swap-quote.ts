import type { QuoteRequest, SwapQuote } from '../../../actions/orders/quote-swap.ts';
import { type Problem, toProblem } from '../../../stores/problem.ts';
import type { Desk } from '../../desk/desk.ts';

/** An open form requests a new quote at this age. */
export const refreshQuoteAfterMs = 10_000;
/** Quotes older than this are never sent on. */
export const quoteTtlMs = 30_000;

export interface QuoteReading {
  /** A fresh quote for exactly this request; otherwise null. */
  readonly quote: SwapQuote | null;
  readonly problem: Problem | null;
}

export interface QuoteCache {
  /** The cached quote for a request. Requests one if it is missing or ageing, one at a time. */
  read(request: QuoteRequest): QuoteReading;
  close(): void;
}

/** Caches the last response with its request, so a quote is never shown for different inputs. */
export function createQuoteCache(desk: Desk): QuoteCache {
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
      const isUsable = quote !== null && isSame(quote.request, request) && isFresh(quote, desk.now());
      return { quote: isUsable ? quote : null, problem: last?.problem ?? null };
    },
    close: () => {
      isOpen = false;
    },
  };
}

/** A transaction lives as long as it says. Otherwise by absolute age, so setting the clock back does not keep a quote fresh. */
export const isFresh = ({ receivedAtMs, own }: SwapQuote, nowMs: number): boolean =>
  own ? nowMs < own.expiresAtMs && nowMs >= receivedAtMs - clockSlackMs : Math.abs(nowMs - receivedAtMs) <= quoteTtlMs;

/** The clock may be set back by so much, ms. */
const clockSlackMs = 1_000;

const isSame = (a: QuoteRequest, b: QuoteRequest): boolean =>
  a.chain === b.chain &&
  a.ownWalletId === b.ownWalletId &&
  a.inputMint === b.inputMint &&
  a.outputMint === b.outputMint &&
  a.baseUnits === b.baseUnits &&
  a.slippageBps === b.slippageBps;

/** Minimum received: the quoted amount minus slippage, rounded down. */
export const minReceived = ({ outBaseUnits, request }: SwapQuote): bigint =>
  (outBaseUnits * BigInt(10_000 - request.slippageBps)) / 10_000n;
