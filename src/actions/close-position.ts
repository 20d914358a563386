import { closePerpPosition } from '../protocol/endpoints/perp-position.ts';
import type { ActionContext } from './action-context.ts';
import { positionEvidence } from './evidence-before.ts';
import { judgeOrderResults } from './judge-order-results.ts';
import type { Outcome } from './outcome.ts';
import { sendOnce } from './send-once.ts';

export interface ClosePosition {
  readonly walletId: string;
  readonly coin: string;
  /** Whole percent of the position, 1 to 100; always sent, so that no default of the service applies. */
  readonly percentage: number;
  readonly side: 'long' | 'short';
}

/** Closes a perp position at the market, whole or in part. */
export const closePosition = (context: ActionContext, draft: ClosePosition): Promise<Outcome> =>
  sendOnce(context, {
    endpoint: closePerpPosition,
    input: { body: { coin: draft.coin, walletId: draft.walletId, percentage: draft.percentage } },
    summary: `close ${draft.percentage} % of ${draft.coin} ${draft.side}`,
    walletId: draft.walletId,
    instrument: `perp:${draft.coin}`,
    side: draft.side === 'long' ? 'sell' : 'buy',
    risk: 'reduces',
    needs: ['positions'],
    touches: ['positions', 'usage'],
    evidence: positionEvidence(context.data, draft.walletId, draft.coin, draft.percentage),
    judge: (data) => judgeOrderResults(data.results, `Closed ${draft.percentage} % of ${draft.coin} ${draft.side}`),
  });
