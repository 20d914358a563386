import { cleanText } from '../domain/clean-text.ts';
import { adjustPerpMargin } from '../protocol/endpoints/perp-position.ts';
import type { ActionContext } from './action-context.ts';
import { marginEvidence } from './evidence-before.ts';
import type { Outcome } from './outcome.ts';
import { sendOnce } from './send-once.ts';

export interface AdjustMargin {
  readonly walletId: string;
  readonly coin: string;
  /** USDC as decimal text; negative takes margin out. */
  readonly amount: string;
}

/** Adds margin to an isolated position, or takes some out. */
export function adjustMargin(context: ActionContext, draft: AdjustMargin): Promise<Outcome> {
  const isRemoval = draft.amount.startsWith('-');
  const words = isRemoval ? `remove ${draft.amount.slice(1)} USDC from` : `add ${draft.amount} USDC to`;
  return sendOnce(context, {
    endpoint: adjustPerpMargin,
    input: { body: { coin: draft.coin, walletId: draft.walletId, amount: draft.amount } },
    summary: `${words} the margin of ${draft.coin}`,
    walletId: draft.walletId,
    instrument: `perp:${draft.coin}`,
    side: isRemoval ? 'margin out' : 'margin in',
    // Margin taken out brings the liquidation nearer.
    risk: isRemoval ? 'adds' : 'reduces',
    needs: ['positions', 'markets'],
    touches: ['positions', 'usage'],
    evidence: marginEvidence(context.data, draft.walletId, draft.coin, draft.amount),
    judge: ({ success, error }) =>
      success && !error
        ? {
            accepted: true,
            message: `${draft.coin} margin ${isRemoval ? '−' : '+'}${draft.amount.replace('-', '')} USDC`,
          }
        : {
            accepted: false,
            code: 'MARGIN_REFUSED',
            message: cleanText(error || 'refused without a reason'),
            isProven: true,
          },
  });
}
