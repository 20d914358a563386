import type { Chain } from '../domain/chain.ts';
import { isInDoubt } from '../stores/order-records.ts';
import type { TradingMode } from '../stores/trading.ts';
import type { ActionContext } from './action-context.ts';
import { type Confirmation, confirmationOf } from './confirmation.ts';
import { type FoundToken, findToken } from './find-token.ts';
import { whyNothing, whyRefused } from './guard.ts';
import { intentOf, type Order, sendOrder } from './orders.ts';
import type { Outcome } from './outcome.ts';
import { planCancelAll, planFlatten } from './plan-flatten.ts';
import { type QuoteRequest, quoteSwap, type SwapQuote } from './quote-swap.ts';
import { type BulkPlan, runBulk } from './run-bulk.ts';
import { type ListedToken, searchTokens, type TokenDepth, tokenDepth } from './search-tokens.ts';
import { setOneClick, setTradingMode } from './trading-mode.ts';
import { look, settle } from './watch-doubt.ts';

/** What forms, keys and commands can do; bound to its surroundings in the composition root. */
export interface DeskActions {
  send(order: Order): Promise<Outcome>;
  /** Why it may not be sent at this moment, as a sentence; null when it may. Without an order: why nothing may. */
  whyRefused(order: Order | null): string | null;
  confirmation(order: Order): Confirmation;
  /** A read: rejects with the client's error. */
  quoteSwap(request: QuoteRequest): Promise<SwapQuote>;
  findToken(chain: Chain, text: string): Promise<FoundToken | null>;
  /** Reads: both reject with the client's error. */
  searchTokens(text: string): Promise<readonly ListedToken[]>;
  tokenDepth(tokenId: string): Promise<TokenDepth>;
  /** From fresh reads of the account. Never rejects. */
  planFlatten(): Promise<BulkPlan>;
  planCancelAll(): Promise<BulkPlan>;
  /** Progress and results are in the bulk store. */
  runBulk(plan: BulkPlan): Promise<void>;
  setMode(mode: TradingMode, why: string): void;
  setOneClick(isArmed: boolean): void;
  /** A person says what became of a request that nobody knows the outcome of. */
  decide(id: string, verdict: 'done' | 'not-done'): void;
  /** Looks again, now, for what became of it. */
  lookAgain(id: string): Promise<void>;
  /** A name for a new perp order, 0x and 32 hex digits: by it the order is found again whatever its answer says. */
  newCloid(): string;
}

export function bindActions(context: ActionContext): DeskActions {
  return {
    send: (order) => sendOrder(context, order),
    whyRefused: (order) =>
      (order ? whyRefused(context, intentOf(context, order)) : whyNothing(context))?.message ?? null,
    confirmation: (order) => confirmationOf(context, intentOf(context, order)),
    quoteSwap: (request) => quoteSwap(context, request),
    findToken: (chain, text) => findToken(context, chain, text),
    searchTokens: (text) => searchTokens(context, text),
    tokenDepth: (id) => tokenDepth(context, id),
    planFlatten: () => planFlatten(context),
    planCancelAll: () => planCancelAll(context),
    runBulk: (plan) => runBulk(context, plan),
    setMode: (mode, why) => setTradingMode(context, mode, why),
    setOneClick: (isArmed) => setOneClick(context, isArmed),
    decide: (id, verdict) => {
      const record = context.log.record(id);
      if (record && isInDoubt(record)) settle(context, record, { verdict, by: 'person', why: 'decided on the desk' });
    },
    lookAgain: async (id) => void (await look(context, id)),
    newCloid: () => `0x${context.random.hex(16)}`,
  };
}
