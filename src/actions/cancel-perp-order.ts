import Big from 'big.js';
import { cancelPerpOrder as endpoint } from '../protocol/endpoints/perp-orders.ts';
import { cancelEvidence } from './evidence/before.ts';
import type { Intent, IntentContext } from './intent.ts';
import { judgeOrderResults } from './judge-order-results.ts';

export interface CancelPerpOrder {
  readonly walletId: string;
  readonly coin: string;
  readonly oid: number;
  /** The order in words: "buy 0.01 BTC at 97000". */
  readonly words: string;
}

/** Takes one open perp order back. */
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
  judge: ({ results }) => judgeOrderResults(results, `Cancelled: ${words}`),
});
