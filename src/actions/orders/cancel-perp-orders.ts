import Big from 'big.js';
import { cancelPerpOrder } from '../../protocol/endpoints/perp-orders.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';
import { cancelEvidence } from '../reconcile/evidence-before.ts';
import { readOrderResults } from './read-order-results.ts';

export interface CancelPerpOrders {
  readonly walletId: string;
  readonly coin: string;
  /** Ids of the orders that are open now, so that reconciliation can check that they are gone. */
  readonly oids: readonly number[];
}

/** Cancels every open perp order of a coin. */
export const cancelPerpIntent = (
  { data }: IntentContext,
  { walletId, coin, oids }: CancelPerpOrders,
): Intent<typeof cancelPerpOrder> => ({
  endpoint: cancelPerpOrder,
  input: { body: { walletId, coin, cancelAll: true } },
  summary: `cancel ${oids.length} open ${coin} order${oids.length === 1 ? '' : 's'}`,
  walletId,
  instrument: `perp-orders:${coin}`,
  side: 'cancel',
  risk: 'reduces',
  usd: new Big(0),
  needs: ['positions'],
  touches: ['positions', 'perpOrders', 'fills', 'perpAccount'],
  evidence: cancelEvidence(data, walletId, coin, oids),
  readResult: ({ results }) => readOrderResults(results, `Cancelled the open ${coin} orders`),
});
