import { cancelPerpOrder } from '../protocol/endpoints/perp-orders.ts';
import type { ActionContext } from './action-context.ts';
import { judgeOrderResults } from './judge-order-results.ts';
import type { Outcome } from './outcome.ts';
import { sendOnce } from './send-once.ts';

export interface CancelPerpOrders {
  readonly walletId: string;
  readonly coin: string;
  /** The orders that stand now, so that it can be seen afterwards whether they are gone. */
  readonly oids: readonly number[];
}

/** Cancels every open perp order of a coin. */
export const cancelPerpOrders = (
  context: ActionContext,
  { walletId, coin, oids }: CancelPerpOrders,
): Promise<Outcome> =>
  sendOnce(context, {
    endpoint: cancelPerpOrder,
    input: { body: { walletId, coin, cancelAll: true } },
    summary: `cancel ${oids.length} open ${coin} order${oids.length === 1 ? '' : 's'}`,
    walletId,
    instrument: `perp-orders:${coin}`,
    side: 'cancel',
    risk: 'reduces',
    needs: ['positions'],
    touches: ['positions'],
    evidence: { kind: 'cancelled-perp', walletId, coin, oids: [...oids] },
    judge: (data) => judgeOrderResults(data.results, `Cancelled the open ${coin} orders`),
  });
