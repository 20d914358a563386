import type Big from 'big.js';
import { chains } from '../../domain/market/chain.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { executeSplit as endpoint } from '../../protocol/endpoints/splits.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';
import { transferEvidence } from '../reconcile/evidence-before.ts';
import type { SplitPlan } from './plan-split.ts';
import { spending } from './transfer-request.ts';

export interface ExecuteSplit {
  readonly plan: SplitPlan;
  /** Null if the desk has no price. */
  readonly usd: Big | null;
  /** "0.16 SOL from main to 3 wallets". */
  readonly summary: string;
}

/** Executes a plan as it was shown. It converts through exchanges outside the account, so it adds risk like a swap. */
export function splitIntent({ data }: IntentContext, { plan, usd, summary }: ExecuteSplit): Intent<typeof endpoint> {
  const { walletId, chain, baseUnits, to } = plan.request;
  const token = { chain, address: chains[chain].nativeAddress };
  const others = 'shares' in to ? to.shares.map((share) => ({ walletId: share.walletId })) : [];
  return {
    endpoint,
    input: { body: { planId: plan.planId } },
    summary: `split ${summary}`,
    walletId,
    ...spending(token),
    risk: 'adds',
    usd,
    needs: ['balances'],
    // Destinations may be on other chains, whose permission only the service can check.
    limits: { wallets: [{ walletId, chain }, ...others], usd },
    touches: ['balances', 'holdings', 'usage'],
    isRefusedBy: [{ status: 503, code: 'SPLIT_DISABLED' }],
    evidence: transferEvidence(data, { token, fromWalletId: walletId, toWalletId: null, baseUnits }),
    readResult: ({ taskId, splitnowOrderId }) => ({
      accepted: true,
      message: `Split started: ${summary}${splitnowOrderId ? `, SplitNOW order ${cleanText(splitnowOrderId, textLimits.symbol)}` : ''}`,
      taskId,
    }),
  };
}
