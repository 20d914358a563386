import type { Chain } from '../domain/chain.ts';
import type { ActionContext } from './action-context.ts';
import { type AdjustMargin, adjustMargin } from './adjust-margin.ts';
import { type CancelOrder, cancelTriggerOrder } from './cancel-trigger-order.ts';
import { type ClosePosition, closePosition } from './close-position.ts';
import { type CreateTriggerOrder, createTriggerOrder } from './create-trigger-order.ts';
import { type ExecuteSwap, executeSwap } from './execute-swap.ts';
import { type FoundToken, findToken } from './find-token.ts';
import type { Outcome } from './outcome.ts';
import { type QuoteRequest, quoteSwap, type SwapQuote } from './quote-swap.ts';

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
}

export const bindActions = (context: ActionContext): DeskActions => ({
  closePosition: (draft) => closePosition(context, draft),
  adjustMargin: (draft) => adjustMargin(context, draft),
  createTriggerOrder: (draft) => createTriggerOrder(context, draft),
  cancelTriggerOrder: (draft) => cancelTriggerOrder(context, draft),
  executeSwap: (draft) => executeSwap(context, draft),
  quoteSwap: (request) => quoteSwap(context, request),
  findToken: (chain, text) => findToken(context, chain, text),
});
