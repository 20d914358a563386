import type Big from 'big.js';
import { floorSize } from '../../domain/market/perp-rules.ts';
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
  /** Unsigned size of the position, where it is not the one that the desk shows. */
  readonly size?: Big;
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
  fillQuery: {
    kind: 'perp',
    walletId: draft.walletId,
    coin: draft.coin,
    isBuy: draft.side === 'short',
    isClose: true,
    orderedSize: closeSize(data, draft)?.toFixed() ?? null,
    mayRest: false,
    cloid: null,
  },
  readResult: ({ results }) =>
    readOrderResults(results, `Close accepted: ${draft.percentage} % of ${draft.coin} ${draft.side}`),
});

/** Rounded down to the market's step, as the service rounds it; null if the position has not been read. */
function closeSize(data: IntentContext['data'], { coin, percentage, size: known }: ClosePosition): Big | null {
  const row = positionRows(data).find(({ key }) => key === coin);
  const size = known ?? row?.position?.szi.abs();
  if (!size || percentage === 100) return size ?? null;
  return row ? floorSize(size.times(percentage).div(100), row.szDecimals) : null;
}

function shareOfValue(data: IntentContext['data'], coin: string, percentage: number): Big | null {
  const position = positionRows(data).find(({ key }) => key === coin)?.position;
  return position?.notionalUsd?.times(percentage).div(100) ?? null;
}
