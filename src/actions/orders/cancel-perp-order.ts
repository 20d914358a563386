import Big from 'big.js';
import { cancelPerpOrder as endpoint } from '../../protocol/endpoints/perp-orders.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';
import { cancelEvidence } from '../reconcile/evidence-before.ts';
import { readOrderResults } from './read-order-results.ts';

export interface CancelPerpOrder {
  readonly walletId: string;
  readonly coin: string;
  /** The venue's number of the order. */
  readonly oid: number;
  /** The order as text: "buy 0.01 BTC at 97000". */
  readonly words: string;
}

/** Cancels one open perp order. */
export const cancelOnePerpIntent = (
  { data }: IntentContext,
  { walletId, coin, oid, words }: CancelPerpOrder,
): Intent<typeof endpoint> => ({
  endpoint,
  input: { body: { walletId, coin, oid } },
  summary: `cancel order ${oid}: ${words}`,
  walletId,
  instrument: `perp-order:${coin}:${oid}`,
  side: 'cancel',
  risk: 'reduces',
  usd: new Big(0),
  needs: ['perpOrders'],
  touches: ['positions', 'perpOrders', 'fills', 'perpAccount'],
  evidence: cancelEvidence(data, walletId, coin, [oid]),
  readResult: ({ results }) => readOrderResults(results, `Cancelled: ${words}`),
});
