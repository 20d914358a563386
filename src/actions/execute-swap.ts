import type { Chain } from '../domain/chain.ts';
import { cleanText } from '../domain/clean-text.ts';
import { executeSwap as endpoint } from '../protocol/endpoints/swap.ts';
import { swapEvidence } from './evidence/before.ts';
import type { Intent, IntentContext } from './intent.ts';
import type { OrderLimits } from './limits.ts';

export interface ExecuteSwap {
  readonly walletId: string;
  readonly chain: Chain;
  readonly inputMint: string;
  readonly outputMint: string;
  /** Base units of the input token. */
  readonly baseUnits: bigint;
  /** Always sent: the service's default is not the person's choice. */
  readonly slippageBps: number;
  readonly limits: OrderLimits;
  /** The swap in words: "0.5 SOL → BONK". */
  readonly summary: string;
}

/** The managed swap: the service signs and submits. Accepted means that its task runs; the task is followed to its end. */
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
    judge: ({ status, taskId, errorCode, errorMessage }) =>
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
