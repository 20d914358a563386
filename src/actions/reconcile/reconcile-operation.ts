import type { ActionContext } from '../pipeline/action-context.ts';
import { type Evidence, type EvidenceOf, type Finding, unclear } from './evidence.ts';
import {
  reconcileCloid,
  reconcileCloids,
  reconcileClose,
  reconcileLeverage,
  reconcileMargin,
  reconcilePerpCancels,
} from './reconcile-perps.ts';
import { reconcileSettings } from './reconcile-settings.ts';
import { reconcileSwap, reconcileTriggerCancel, reconcileTriggerCreate } from './reconcile-spot.ts';
import { reconcileSuggestion } from './reconcile-suggestions.ts';
import { reconcileRetire, reconcileTransfer } from './reconcile-transfer.ts';
import { reconcileGroupChange, reconcileGroupCreate } from './reconcile-wallet-groups.ts';
import { reconcileMove, reconcileWalletState } from './reconcile-wallets.ts';

type Client = ActionContext['client'];
type Reconciler<K extends Evidence['kind']> = (
  client: Client,
  evidence: EvidenceOf<K>,
  sentAtMs: number,
) => Promise<Finding>;

const reconcilers: { readonly [K in Evidence['kind']]: Reconciler<K> } = {
  position: reconcileClose,
  margin: reconcileMargin,
  'new-trigger': reconcileTriggerCreate,
  'cancelled-trigger': reconcileTriggerCancel,
  swap: reconcileSwap,
  transfer: reconcileTransfer,
  'retired-wallet': reconcileRetire,
  cloid: reconcileCloid,
  cloids: reconcileCloids,
  'cancelled-perp': reconcilePerpCancels,
  leverage: reconcileLeverage,
  'new-wallet-group': reconcileGroupCreate,
  'wallet-group': reconcileGroupChange,
  'wallet-state': reconcileWalletState,
  'wallet-moved': reconcileMove,
  settings: reconcileSettings,
  'new-suggestion': reconcileSuggestion,
  // Of the chain, not of the service: `watch-unresolved.ts` asks there.
  signed: async () => unclear('the chain was not asked'),
  none: async () => unclear('no read can prove it'),
};

/**
 * Reads the account to find out what happened to a request. Reads only. Rejects with the client's error if they fail.
 */
export const reconcileOperation = (client: Client, evidence: Evidence, sentAtMs: number): Promise<Finding> =>
  // Evidence of a kind goes to the reconciler of that kind, which the compiler does not follow.
  (reconcilers[evidence.kind] as Reconciler<Evidence['kind']>)(client, evidence, sentAtMs);
