import type { Chain } from '../../domain/market/chain.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { executeSwap as endpoint } from '../../protocol/endpoints/swap.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';
import type { OrderLimits } from '../pipeline/limits.ts';
import { swapEvidence } from '../reconcile/evidence-before.ts';

export interface ExecuteSwap {
  readonly walletId: string;
  readonly chain: Chain;
  readonly inputMint: string;
  readonly outputMint: string;
  /** Base units of the input token. */
  readonly baseUnits: bigint;
  /** Always sent: the service's default is not the user's choice. */
  readonly slippageBps: number;
  readonly limits: OrderLimits;
  /** The swap as text: "0.5 SOL → BONK". */
  readonly summary: string;
}

/**
 * A managed swap: the service signs and submits. Accepted means that its task is running; the task is followed to its
 * end.
 */
export function swapIntent({ data }: IntentContext, draft: ExecuteSwap): Intent<typeof endpoint> {
  const { walletId, chain, inputMint, outputMint, slippageBps } = draft;
  return {
    endpoint,
    input: { body: { walletId, chain, inputMint, outputMint, amount: draft.baseUnits.toString(), slippageBps } },
    summary: `swap ${draft.summary}`,
    walletId,
    instrument: `swap:${chain}:${inputMint}`,
    side: 'sell',
    risk: 'adds',
    usd: draft.limits.order.usd,
    needs: ['balances', 'holdings'],
    limits: draft.limits,
    touches: ['balances', 'holdings', 'usage'],
    evidence: swapEvidence(data, draft),
    fillQuery: { kind: 'swap', chain, inputToken: inputMint, outputToken: outputMint },
    readResult: ({ status, taskId, errorCode, errorMessage }) =>
      errorCode || status.toLowerCase() === 'failed'
        ? {
            accepted: false,
            code: cleanText(errorCode ?? 'SWAP_FAILED'),
            message: cleanText(errorMessage ?? status),
            isProven: true,
          }
        : { accepted: true, message: `Swap ${cleanText(status)}: ${draft.summary}`, taskId },
  };
}
