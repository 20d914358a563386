import type { AnyEndpoint } from '../protocol/endpoint.ts';
import type { ActionContext } from './action-context.ts';
import { marginIntent } from './adjust-margin.ts';
import { cancelOnePerpIntent } from './cancel-perp-order.ts';
import { cancelPerpIntent } from './cancel-perp-orders.ts';
import { cancelIntent } from './cancel-trigger-order.ts';
import { closeIntent } from './close-position.ts';
import { triggerIntent } from './create-trigger-order.ts';
import { multisendIntent } from './enable-multisend.ts';
import { swapIntent } from './execute-swap.ts';
import type { Intent, IntentContext } from './intent.ts';
import { agentIntent } from './invoke-agent.ts';
import { followAgent } from './invoke-agent-follow.ts';
import { modifyPerpIntent } from './modify-perp-order.ts';
import { modifyPerpOrdersIntent } from './modify-perp-orders.ts';
import type { Outcome } from './outcome.ts';
import { placePerpIntent } from './place-perp-order.ts';
import { sendOnce } from './send-once.ts';
import { leverageIntent } from './set-leverage.ts';
import { suggestionIntent } from './suggestions.ts';
import { settingsIntent } from './update-settings.ts';
import {
  addToGroupIntent,
  createGroupIntent,
  deleteGroupIntent,
  removeFromGroupIntent,
  renameGroupIntent,
  reorderGroupIntent,
} from './wallet-groups.ts';

/** Everything that can be sent, by name: what a draft of each means as a request. */
const intents = {
  closePosition: closeIntent,
  adjustMargin: marginIntent,
  createTriggerOrder: triggerIntent,
  cancelTriggerOrder: cancelIntent,
  cancelPerpOrders: cancelPerpIntent,
  cancelPerpOrder: cancelOnePerpIntent,
  placePerpOrder: placePerpIntent,
  modifyPerpOrder: modifyPerpIntent,
  modifyPerpOrders: modifyPerpOrdersIntent,
  setLeverage: leverageIntent,
  executeSwap: swapIntent,
  enableMultisend: multisendIntent,
  createGroup: createGroupIntent,
  renameGroup: renameGroupIntent,
  addToGroup: addToGroupIntent,
  removeFromGroup: removeFromGroupIntent,
  reorderGroup: reorderGroupIntent,
  deleteGroup: deleteGroupIntent,
  updateSettings: settingsIntent,
  suggestTrade: suggestionIntent,
  invokeAgent: agentIntent,
} as const;

export type OrderKind = keyof typeof intents;

/** What a form, a key or a command has to say of an order of this kind. */
export type OrderDraft<K extends OrderKind> = Parameters<(typeof intents)[K]>[1];

/** One order as it stands before it is sent: what asks for it says its kind, and the compiler checks its draft. */
export type Order = { [K in OrderKind]: { readonly kind: K; readonly draft: OrderDraft<K> } }[OrderKind];

export const intentOf = (context: IntentContext, { kind, draft }: Order): Intent<AnyEndpoint> =>
  (intents[kind] as unknown as (context: IntentContext, draft: unknown) => Intent<AnyEndpoint>)(context, draft);

export async function sendOrder(context: ActionContext, order: Order): Promise<Outcome> {
  const outcome = await sendOnce(context, intentOf(context, order));
  if (order.kind === 'invokeAgent' && outcome.kind === 'accepted' && outcome.sessionId !== undefined)
    followAgent(context, outcome.sessionId, order.draft);
  return outcome;
}
