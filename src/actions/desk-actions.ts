import type { Chain } from '../domain/market/chain.ts';
import type { TradingMode } from '../stores/account/trading.ts';
import { isUnresolved } from '../stores/orders/operation-records.ts';
import { intentOf, type Operation, sendOperation } from './operations.ts';
import { planCancelAll, planFlatten } from './orders/plan-flatten.ts';
import { type QuoteRequest, quoteSwap, type SwapQuote } from './orders/quote-swap.ts';
import { type BulkPlan, runBulk } from './orders/run-bulk.ts';
import { sendInOrder } from './orders/send-in-order.ts';
import { buildOwnSwap } from './own-key/build-own-swap.ts';
import type { ActionContext } from './pipeline/action-context.ts';
import { type Confirmation, confirmationOf } from './pipeline/confirmation.ts';
import { generalRefusal, whyRefused } from './pipeline/guard.ts';
import type { Outcome } from './pipeline/outcome.ts';
import { setOneClick, setTradingMode, whyNotArmed } from './pipeline/trading-mode.ts';
import { bindPlanActions, type PlanActions } from './plans/plan-actions.ts';
import { look, settle } from './reconcile/watch-unresolved.ts';
import { type FoundToken, findToken } from './tokens/find-token.ts';
import { type ListedToken, searchTokens, type TokenDepth, tokenDepth } from './tokens/search-tokens.ts';
import { planSplit, type SplitPlan, type SplitRequest } from './transfers/plan-split.ts';
import { resendTransfer } from './transfers/resend-transfer.ts';

/** What forms, keys and commands can do. The composition root binds it to its context. */
export interface DeskActions {
  send(order: Operation): Promise<Outcome>;
  /** Sends each once, and stops at the first that is not accepted; the outcome tells what was done. */
  sendInOrder(orders: readonly [Operation, ...Operation[]]): Promise<Outcome>;
  /**
   * Why this operation may not be sent now, as a sentence; null if it may. Without an operation: why nothing may be
   * sent.
   */
  whyRefused(order: Operation | null): string | null;
  confirmation(order: Operation): Confirmation;
  /** A read; from an own wallet it comes with the transaction to be signed. Rejects with the client's error. */
  quoteSwap(request: QuoteRequest): Promise<SwapQuote>;
  findToken(chain: Chain, text: string): Promise<FoundToken | null>;
  /** Reads. Both reject with the client's error. */
  searchTokens(text: string): Promise<readonly ListedToken[]>;
  tokenDepth(tokenId: string): Promise<TokenDepth>;
  /** Built from fresh reads of the account. Never rejects. */
  planFlatten(): Promise<BulkPlan>;
  planCancelAll(): Promise<BulkPlan>;
  /** Progress and results are in the bulk store. */
  runBulk(plan: BulkPlan): Promise<void>;
  setMode(mode: TradingMode, why: string): void;
  setOneClick(isArmed: boolean): void;
  /** Why one-click cannot be armed now, as a sentence; null if it can. */
  whyNotArmed(): string | null;
  /** Records a person's decision about an unknown outcome. */
  decide(id: string, verdict: 'done' | 'not-done'): void;
  /** Reconciles it again now. */
  reconcileNow(id: string): Promise<void>;
  /** A read: plans are not carried out until they are executed. Rejects with the client's error. */
  planSplit(request: SplitRequest): Promise<SplitPlan>;
  /**
   * Sends an unresolved transfer again with its correlationId, so that it is done once. Resolves to why nothing was sent,
   * as a sentence; null if it was sent.
   */
  resendTransfer(id: string): Promise<string | null>;
  /** A new correlationId: 32 hex digits. */
  newCorrelationId(): string;
  /** A new client order id, 0x and 32 hex digits. It identifies the order even if the response is lost. */
  newCloid(): string;
  readonly plans: PlanActions;
}

/** The actions over one context, as forms and keys call them. */
export function bindActions(context: ActionContext): DeskActions {
  return {
    send: (order) => sendOperation(context, order),
    sendInOrder: (orders) => sendInOrder((order) => sendOperation(context, order), orders),
    whyRefused: (order) =>
      (order ? whyRefused(context, intentOf(context, order)) : generalRefusal(context))?.message ?? null,
    confirmation: (order) => confirmationOf(context, intentOf(context, order)),
    quoteSwap: (request) => (request.ownWalletId ? buildOwnSwap(context, request) : quoteSwap(context, request)),
    findToken: (chain, text) => findToken(context, chain, text),
    searchTokens: (text) => searchTokens(context, text),
    tokenDepth: (id) => tokenDepth(context, id),
    planFlatten: () => planFlatten(context),
    planCancelAll: () => planCancelAll(context),
    runBulk: (plan) => runBulk(context, plan),
    setMode: (mode, why) => setTradingMode(context, mode, why),
    setOneClick: (isArmed) => setOneClick(context, isArmed),
    whyNotArmed: () => whyNotArmed(context),
    decide: (id, verdict) => {
      const record = context.log.record(id);
      if (record && isUnresolved(record))
        settle(context, record, { verdict, by: 'person', why: 'decided on the desk' });
    },
    reconcileNow: async (id) => void (await look(context, id)),
    planSplit: (request) => planSplit(context, request),
    resendTransfer: (id) => resendTransfer(context, id),
    newCorrelationId: () => context.random.hex(16),
    newCloid: () => `0x${context.random.hex(16)}`,
    plans: bindPlanActions(context),
  };
}
