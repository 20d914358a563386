import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { getAgentSession } from '../../protocol/endpoints/agents.ts';
import type { AgentSession } from '../../stores/desk-data.ts';
import { addNotice } from '../../stores/notices.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import type { InvokeAgent } from './invoke-agent.ts';

const quickMs = 700;
const slowMs = 5_000;
/** Polls often while the session should end soon. */
const quickForMs = 60_000;
const giveUpAfterMs = 3_600_000;

const isOver = (status: string): boolean => ['completed', 'failed', 'timeout'].includes(status.toLowerCase());

/** Polls a session until it ends, then reports the result. A read, so it may be retried. */
export function followAgent(context: ActionContext, sessionId: string, draft: InvokeAgent): void {
  const { clock, timers, data } = context;
  const startMs = clock.monotonic();
  let session: AgentSession = {
    sessionId,
    agentId: draft.agentId,
    prompt: draft.prompt,
    askedAtMs: clock.now(),
    status: 'pending',
    isOver: false,
    error: null,
    finalResponse: null,
    trouble: null,
  };
  data.noteAgentSession(session);
  const again = async (): Promise<void> => {
    session = await ask(context, session);
    data.noteAgentSession(session);
    if (session.isOver) return say(context, session);
    const passedMs = clock.monotonic() - startMs;
    if (passedMs > giveUpAfterMs) return;
    timers.after(passedMs > quickForMs ? slowMs : quickMs, () => void again());
  };
  void again();
}

/** Polls once. Never rejects. */
async function ask({ client }: ActionContext, session: AgentSession): Promise<AgentSession> {
  try {
    const { data } = await client.call(getAgentSession, { params: { sessionId: session.sessionId } });
    const { status, error, finalResponse } = data;
    return {
      ...session,
      status: cleanText(status, textLimits.symbol),
      isOver: isOver(status),
      trouble: null,
      error: error ?? null,
      finalResponse: finalResponse ?? null,
    };
  } catch (error) {
    const { code, message } = toProblem(error);
    return { ...session, trouble: `${code} ${message}` };
  }
}

function say({ notices, clock }: ActionContext, { agentId, status, error }: AgentSession): void {
  const isDone = status.toLowerCase() === 'completed';
  const why = error ? `: ${cleanText(error, 200)}` : '';
  const text = `agent ${cleanText(agentId, textLimits.name)}: ${status}${why}`;
  addNotice(notices, { atMs: clock.now(), tone: isDone ? 'ok' : 'error', text });
}
