import Big from 'big.js';
import { cleanText } from '../../domain/text/clean-text.ts';
import { adjustPerpMargin } from '../../protocol/endpoints/perp-position.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';
import { marginEvidence } from '../reconcile/evidence-before.ts';

export interface AdjustMargin {
  readonly walletId: string;
  readonly coin: string;
  /** USDC as decimal text; negative removes margin. */
  readonly amount: string;
}

/** Adds margin to an isolated position, or removes it. */
export function marginIntent({ data }: IntentContext, draft: AdjustMargin): Intent<typeof adjustPerpMargin> {
  const isRemoval = draft.amount.startsWith('-');
  const words = isRemoval ? `remove ${draft.amount.slice(1)} USDC from` : `add ${draft.amount} USDC to`;
  return {
    endpoint: adjustPerpMargin,
    input: { body: { coin: draft.coin, walletId: draft.walletId, amount: draft.amount } },
    summary: `${words} the margin of ${draft.coin}`,
    walletId: draft.walletId,
    instrument: `perp:${draft.coin}`,
    side: isRemoval ? 'margin out' : 'margin in',
    // Removing margin moves the liquidation price closer.
    risk: isRemoval ? 'adds' : 'reduces',
    usd: new Big(draft.amount).abs(),
    needs: ['positions', 'markets'],
    limits: { walletId: draft.walletId, isExecution: false },
    touches: ['positions', 'perpAccount', 'usage'],
    evidence: marginEvidence(data, draft.walletId, draft.coin, draft.amount),
    readResult: ({ success, error }) =>
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
  };
}
