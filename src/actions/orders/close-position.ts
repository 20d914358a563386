import type Big from 'big.js';
import { closePerpPosition } from '../../protocol/endpoints/perp-position.ts';
import { positionRows } from '../../stores/portfolio/position-rows.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';
import { positionEvidence } from '../reconcile/evidence-before.ts';
import { readOrderResults } from './read-order-results.ts';

export interface ClosePosition {
  readonly walletId: string;
  readonly coin: string;
  /** Whole percent of the position, 1 to 100; always sent, so that no service default applies. */
  readonly percentage: number;
  readonly side: 'long' | 'short';
}

/** Closes a perp position at market, whole or in part. */
export const closeIntent = ({ data }: IntentContext, draft: ClosePosition): Intent<typeof closePerpPosition> => ({
  endpoint: closePerpPosition,
  input: { body: { coin: draft.coin, walletId: draft.walletId, percentage: draft.percentage } },
  summary: `close ${draft.percentage} % of ${draft.coin} ${draft.side}`,
  walletId: draft.walletId,
  instrument: `perp:${draft.coin}`,
  side: draft.side === 'long' ? 'sell' : 'buy',
  risk: 'reduces',
  usd: shareOfValue(data, draft.coin, draft.percentage),
  needs: ['positions'],
  limits: { walletId: draft.walletId, isExecution: true },
  touches: ['positions', 'perpOrders', 'fills', 'perpAccount', 'usage'],
  evidence: positionEvidence(data, draft.walletId, draft.coin, draft.percentage),
  readResult: ({ results }) => readOrderResults(results, `Closed ${draft.percentage} % of ${draft.coin} ${draft.side}`),
});

function shareOfValue(data: IntentContext['data'], coin: string, percentage: number): Big | null {
  const position = positionRows(data).find(({ key }) => key === coin)?.position;
  return position?.notionalUsd?.times(percentage).div(100) ?? null;
}
