import type { AnyEndpoint } from '../protocol/endpoint.ts';
import type { ActionContext } from './action-context.ts';
import { marginIntent } from './adjust-margin.ts';
import { cancelPerpIntent } from './cancel-perp-orders.ts';
import { cancelIntent } from './cancel-trigger-order.ts';
import { closeIntent } from './close-position.ts';
import { triggerIntent } from './create-trigger-order.ts';
import { multisendIntent } from './enable-multisend.ts';
import { swapIntent } from './execute-swap.ts';
import type { Intent, IntentContext } from './intent.ts';
import type { Outcome } from './outcome.ts';
import { sendOnce } from './send-once.ts';

/** Everything that can be sent, by name: what a draft of each means as a request. */
const intents = {
  closePosition: closeIntent,
  adjustMargin: marginIntent,
  createTriggerOrder: triggerIntent,
  cancelTriggerOrder: cancelIntent,
  cancelPerpOrders: cancelPerpIntent,
  executeSwap: swapIntent,
  enableMultisend: multisendIntent,
} as const;

export type OrderKind = keyof typeof intents;

/** What a form, a key or a command has to say of an order of this kind. */
export type OrderDraft<K extends OrderKind> = Parameters<(typeof intents)[K]>[1];

/** One order as it stands before it is sent: what asks for it says its kind, and the compiler checks its draft. */
export type Order = { [K in OrderKind]: { readonly kind: K; readonly draft: OrderDraft<K> } }[OrderKind];

export const intentOf = (context: IntentContext, { kind, draft }: Order): Intent<AnyEndpoint> =>
  (intents[kind] as unknown as (context: IntentContext, draft: unknown) => Intent<AnyEndpoint>)(context, draft);

export const sendOrder = (context: ActionContext, order: Order): Promise<Outcome> =>
  sendOnce(context, intentOf(context, order));
