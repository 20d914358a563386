import type { Chain } from '../domain/chain.ts';
import { isInDoubt } from '../stores/order-records.ts';
import type { TradingMode } from '../stores/trading.ts';
import type { ActionContext } from './action-context.ts';
import { type AdjustMargin, adjustMargin } from './adjust-margin.ts';
import { type CancelOrder, cancelTriggerOrder } from './cancel-trigger-order.ts';
import { type ClosePosition, closePosition } from './close-position.ts';
import { type CreateTriggerOrder, createTriggerOrder } from './create-trigger-order.ts';
import { type EnableMultisend, enableMultisend } from './enable-multisend.ts';
import { type ExecuteSwap, executeSwap } from './execute-swap.ts';
import { type FoundToken, findToken } from './find-token.ts';
import { type Guarded, whyRefused } from './guard.ts';
import type { Outcome } from './outcome.ts';
import { planCancelAll, planFlatten } from './plan-flatten.ts';
import { type QuoteRequest, quoteSwap, type SwapQuote } from './quote-swap.ts';
import { type BulkPlan, runBulk } from './run-bulk.ts';
import { setTradingMode } from './trading-mode.ts';
import { look, settle } from './watch-doubt.ts';

/** What the forms can do; one function an action, bound to its surroundings in the composition root. */
export interface DeskActions {
  closePosition(draft: ClosePosition): Promise<Outcome>;
  adjustMargin(draft: AdjustMargin): Promise<Outcome>;
  createTriggerOrder(draft: CreateTriggerOrder): Promise<Outcome>;
  cancelTriggerOrder(draft: CancelOrder): Promise<Outcome>;
  executeSwap(draft: ExecuteSwap): Promise<Outcome>;
  /** A read: rejects with the client's error. */
  quoteSwap(request: QuoteRequest): Promise<SwapQuote>;
  findToken(chain: Chain, text: string): Promise<FoundToken | null>;
  enableMultisend(draft: EnableMultisend): Promise<Outcome>;
  /** From fresh reads of the account. Never rejects. */
  planFlatten(): Promise<BulkPlan>;
  planCancelAll(): Promise<BulkPlan>;
  /** Progress and results are in the bulk store. */
  runBulk(plan: BulkPlan): Promise<void>;
  /** Why nothing of this kind may be sent at this moment, as a sentence; null when it may. */
  whyRefused(intent: Guarded): string | null;
  setMode(mode: TradingMode, why: string): void;
  /** A person says what became of a request that nobody knows the outcome of. */
  decide(id: string, verdict: 'done' | 'not-done'): void;
  /** Looks again, now, for what became of it. */
  lookAgain(id: string): Promise<void>;
}

export const bindActions = (context: ActionContext): DeskActions => ({
  closePosition: (draft) => closePosition(context, draft),
  adjustMargin: (draft) => adjustMargin(context, draft),
  createTriggerOrder: (draft) => createTriggerOrder(context, draft),
  cancelTriggerOrder: (draft) => cancelTriggerOrder(context, draft),
  executeSwap: (draft) => executeSwap(context, draft),
  quoteSwap: (request) => quoteSwap(context, request),
  findToken: (chain, text) => findToken(context, chain, text),
  enableMultisend: (draft) => enableMultisend(context, draft),
  planFlatten: () => planFlatten(context),
  planCancelAll: () => planCancelAll(context),
  runBulk: (plan) => runBulk(context, plan),
  whyRefused: (intent) => whyRefused(context, intent)?.message ?? null,
  setMode: (mode, why) => setTradingMode(context, mode, why),
  decide: (id, verdict) => {
    const record = context.log.record(id);
    if (record && isInDoubt(record)) settle(context, record, { verdict, by: 'person', why: 'decided on the desk' });
  },
  lookAgain: async (id) => void (await look(context, id)),
});
