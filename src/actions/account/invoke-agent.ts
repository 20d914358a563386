import Big from 'big.js';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { invokeAgent as endpoint } from '../../protocol/endpoints/agents.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';

/** How long the request of an awaited task stays open, ms. */
export const awaitedMs = 120_000;

export interface InvokeAgent {
  readonly agentId: string;
  /** The task in the person's own words, sent as it is. */
  readonly prompt: string;
  /** True if the service should answer only when the agent has ended. */
  readonly isAwaited: boolean;
}

/** Gives an agent a task and follows its session. The limits of the agent's own key govern what the agent does. */
export const agentIntent = (_: IntentContext, draft: InvokeAgent): Intent<typeof endpoint> => ({
  endpoint,
  input: { params: { agentId: draft.agentId }, body: { prompt: draft.prompt, awaitResult: draft.isAwaited } },
  summary: `give agent ${draft.agentId} a task`,
  walletId: '',
  instrument: `agent:${draft.agentId}`,
  side: 'invoke',
  risk: 'neutral',
  usd: new Big(0),
  needs: [],
  touches: [],
  ...(draft.isAwaited ? { timeoutMs: awaitedMs } : {}),
  evidence: { kind: 'none' },
  readResult: ({ sessionId, status }) => ({
    accepted: true,
    message: `Agent ${draft.agentId}: session ${cleanText(sessionId, textLimits.name)}, ${cleanText(status, textLimits.symbol)}`,
    sessionId,
  }),
});
