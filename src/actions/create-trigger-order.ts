import { cleanText, textLimits } from '../domain/clean-text.ts';
import type { CallInput } from '../protocol/endpoint.ts';
import { createTriggerOrder as endpoint } from '../protocol/endpoints/trigger.ts';
import type { ActionContext } from './action-context.ts';
import type { Outcome } from './outcome.ts';
import { sendOnce } from './send-once.ts';

export interface CreateTriggerOrder {
  /** Nothing in it is left to the service's defaults. */
  readonly body: Body & {
    readonly expiryHours: number;
    readonly slippageBps: number;
    readonly triggerBehavior: 'immediate' | 'trailing';
  };
  /** The order in words: "sell 40 % BONK when …". */
  readonly summary: string;
}

type Body = CallInput<typeof endpoint>['body'];

/** Leaves an order at the service that swaps when its condition is met. */
export const createTriggerOrder = (context: ActionContext, draft: CreateTriggerOrder): Promise<Outcome> =>
  sendOnce(context, {
    endpoint,
    input: { body: draft.body },
    summary: draft.summary,
    walletId: draft.body.walletId,
    touches: ['orders', 'usage'],
    judge: (order) => ({
      accepted: true,
      message: `Trigger order ${cleanText(order.status, textLimits.symbol)}: ${draft.summary} (${cleanText(order.orderId, 100)})`,
    }),
  });
