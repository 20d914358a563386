import type { AnyEndpoint } from '../protocol/endpoint.ts';
import { multisendIntent } from './account/enable-multisend.ts';
import { agentIntent } from './account/invoke-agent.ts';
import { sendAgentTask } from './account/invoke-agent-follow.ts';
import { sendSettings } from './account/send-settings.ts';
import { suggestionIntent } from './account/suggestions.ts';
import { replaceSettingsIntent, settingsIntent } from './account/update-settings.ts';
import {
  addToGroupIntent,
  createGroupIntent,
  deleteGroupIntent,
  removeFromGroupIntent,
  renameGroupIntent,
  reorderGroupIntent,
} from './account/wallet-groups.ts';
import { archiveIntent, bulkArchiveIntent, moveIntent, newWalletsIntent, unarchiveIntent } from './account/wallets.ts';
import { marginIntent } from './orders/adjust-margin.ts';
import { cancelOnePerpIntent } from './orders/cancel-perp-order.ts';
import { cancelPerpIntent } from './orders/cancel-perp-orders.ts';
import { cancelIntent } from './orders/cancel-trigger-order.ts';
import { closeIntent } from './orders/close-position.ts';
import { triggerIntent } from './orders/create-trigger-order.ts';
import { swapIntent } from './orders/execute-swap.ts';
import { modifyPerpIntent } from './orders/modify-perp-order.ts';
import { modifyPerpOrdersIntent } from './orders/modify-perp-orders.ts';
import { placePerpIntent } from './orders/place-perp-order.ts';
import { leverageIntent } from './orders/set-leverage.ts';
import { signSwap, signSwapIntent } from './own-key/sign-swap.ts';
import type { ActionContext } from './pipeline/action-context.ts';
import type { Intent, IntentContext, PlanChild } from './pipeline/intent.ts';
import type { Outcome } from './pipeline/outcome.ts';
import { sendOnce } from './pipeline/send-once.ts';
import { splitIntent } from './transfers/execute-split.ts';
import { retireIntent, transferIntent } from './transfers/send-transfer.ts';

/** Every operation by name, with the function that turns its draft into a request. */
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
  signSwap: signSwapIntent,
  sendTransfer: transferIntent,
  retireWallet: retireIntent,
  executeSplit: splitIntent,
  enableMultisend: multisendIntent,
  createGroup: createGroupIntent,
  renameGroup: renameGroupIntent,
  addToGroup: addToGroupIntent,
  removeFromGroup: removeFromGroupIntent,
  reorderGroup: reorderGroupIntent,
  deleteGroup: deleteGroupIntent,
  archiveWallet: archiveIntent,
  unarchiveWallet: unarchiveIntent,
  archiveWallets: bulkArchiveIntent,
  moveWallet: moveIntent,
  newWallets: newWalletsIntent,
  updateSettings: settingsIntent,
  replaceSettings: replaceSettingsIntent,
  suggestTrade: suggestionIntent,
  invokeAgent: agentIntent,
} as const;

export type OperationKind = keyof typeof intents;

/** The draft of an operation of this kind. */
export type OperationDraft<K extends OperationKind> = Parameters<(typeof intents)[K]>[1];

/** One operation before it is sent: a kind and its draft, checked together by the compiler. */
export type Operation = {
  [K in OperationKind]: { readonly kind: K; readonly draft: OperationDraft<K> };
}[OperationKind];

/** The request that a draft means, as the stores stand now. Sends nothing. */
export const intentOf = (context: IntentContext, { kind, draft }: Operation): Intent<AnyEndpoint> =>
  // The type of Operation holds kind and draft together; the compiler loses that where it takes them apart.
  (intents[kind] as unknown as (context: IntentContext, draft: unknown) => Intent<AnyEndpoint>)(context, draft);

/** Sends it once, for a person or as a plan's child, through risk checks and journal (send-once.ts). Never rejects: whatever goes wrong is an outcome. */
export async function sendOperation(context: ActionContext, order: Operation, plan?: PlanChild): Promise<Outcome> {
  if (order.kind === 'updateSettings') return sendSettings(context, order.draft);
  if (order.kind === 'signSwap') return signSwap(context, order.draft);
  if (order.kind === 'invokeAgent') return sendAgentTask(context, order.draft);
  const intent = intentOf(context, order);
  return sendOnce(context, plan ? { ...intent, plan } : intent);
}
