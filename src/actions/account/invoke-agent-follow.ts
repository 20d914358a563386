import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import { getAgentSession, type invokeAgent } from '../../protocol/endpoints/agents.ts';
import type { AgentSession } from '../../stores/desk-data.ts';
import { addNotice } from '../../stores/notices.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { sendOnce } from '../pipeline/send-once.ts';
import { agentIntent, type InvokeAgent } from './invoke-agent.ts';

type Answer = ResponseData<typeof invokeAgent>;

const quickMs = 700;
const slowMs = 5_000;
/** Polls often while the session should end soon. */
const quickForMs = 60_000;
const giveUpAfterMs = 3_600_000;

const isOver = (status: string): boolean => ['completed', 'failed', 'timeout'].includes(status.toLowerCase());

/** Gives an agent a task once, then shows its session: as answered if the task was awaited, else as polled. */
export async function sendAgentTask(context: ActionContext, draft: InvokeAgent): Promise<Outcome> {
  const intent = agentIntent(context, draft);
  let answer: Answer | undefined;
  const outcome = await sendOnce(context, {
    ...intent,
    readResult: (data) => {
      answer = data;
      return intent.readResult(data);
    },
  });
  if (answer && outcome.kind === 'accepted') showSession(context, answer, draft);
  return outcome;
}

function showSession(context: ActionContext, { sessionId, ...answer }: Answer, draft: InvokeAgent): void {
  const session: AgentSession = {
    sessionId,
    agentId: draft.agentId,
    prompt: draft.prompt,
    askedAtMs: context.clock.now(),
    ...statusOf(answer),
    trouble: context.session.getState().whyNoAgentSession,
  };
  if (session.isOver) {
    context.data.noteAgentSession({ ...session, trouble: null });
    return say(context, session);
  }
  context.data.noteAgentSession(session);
  if (session.trouble === null) follow(context, session);
}

/** Polls a session until it ends, then reports the result. A read, so it may be retried. */
function follow(context: ActionContext, begun: AgentSession): void {
  const { clock, timers, data } = context;
  const startMs = clock.monotonic();
  let session = begun;
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

const statusOf = ({ status, error, finalResponse }: Pick<Answer, 'status' | 'error' | 'finalResponse'>) => ({
  status: cleanText(status, textLimits.symbol),
  isOver: isOver(status),
  error: error ?? null,
  finalResponse: finalResponse ?? null,
});

/** Polls once. Never rejects. */
async function ask({ client }: ActionContext, session: AgentSession): Promise<AgentSession> {
  try {
    const { data } = await client.call(getAgentSession, { params: { sessionId: session.sessionId } });
    return { ...session, ...statusOf(data), trouble: null };
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
