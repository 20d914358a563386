import Big from 'big.js';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import { invokeAgent as endpoint } from '../protocol/endpoints/agents.ts';
import type { Intent, IntentContext } from './intent.ts';

export interface InvokeAgent {
  readonly agentId: string;
  readonly prompt: string;
  /** The service answers only when the agent has ended. */
  readonly isAwaited: boolean;
}

/** Gives an agent a task. Its session is followed; what the agent itself does is under the limits of its own key. */
export const agentIntent = ({ session }: IntentContext, draft: InvokeAgent): Intent<typeof endpoint> => ({
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
  whyOff: session.getState().whyNoAgents,
  evidence: { kind: 'none' },
  judge: ({ sessionId, status }) => ({
    accepted: true,
    message: `Agent ${draft.agentId}: session ${cleanText(sessionId, textLimits.name)}, ${cleanText(status, textLimits.symbol)}`,
    sessionId,
  }),
});
