import type Big from 'big.js';
import { closePerpPosition } from '../protocol/endpoints/perp-position.ts';
import { positionRows } from '../stores/position-rows.ts';
import { positionEvidence } from './evidence/before.ts';
import type { Intent, IntentContext } from './intent.ts';
import { judgeOrderResults } from './judge-order-results.ts';

export interface ClosePosition {
  readonly walletId: string;
  readonly coin: string;
  /** Whole percent of the position, 1 to 100; always sent, so that no default of the service applies. */
  readonly percentage: number;
  readonly side: 'long' | 'short';
}

/** Closes a perp position at the market, whole or in part. */
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
  judge: ({ results }) => judgeOrderResults(results, `Closed ${draft.percentage} % of ${draft.coin} ${draft.side}`),
});

function shareOfValue(data: IntentContext['data'], coin: string, percentage: number): Big | null {
  const position = positionRows(data).find(({ key }) => key === coin)?.position;
  return position?.notionalUsd?.times(percentage).div(100) ?? null;
}
