import { awaitedMs, type InvokeAgent } from '../../../actions/account/invoke-agent.ts';
import type { Outcome } from '../../../actions/pipeline/outcome.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import type { Desk } from '../../desk/desk.ts';
import { keyOf } from '../../keys/keymap.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormRow, FormSpec, Progress, Values } from '../form-spec.ts';
import { modeRow } from '../group/group-parts.ts';

const maxTaskLength = 2_000;

const fields = (canFollow: boolean): readonly Field[] => [
  { id: 'agentId', label: 'Agent id', kind: 'text', width: 40 },
  { id: 'prompt', label: 'Task', kind: 'text', width: 44, maxLength: maxTaskLength },
  {
    id: 'await',
    label: 'Response',
    kind: 'choice',
    choices: [
      { value: 'no', label: canFollow ? 'follow the session' : 'do not wait' },
      { value: 'yes', label: 'wait until done' },
    ],
  },
];

/** Gives an agent a task and follows its session to the end. `agentId`: the agent used last, if any. */
export function agentForm(desk: Desk, agentId: string): FormSpec<InvokeAgent> {
  const canFollow = (): boolean => desk.session.getState().whyNoAgentSession === null;
  return {
    id: 'agent',
    title: 'New agent task',
    initial: { agentId, prompt: '', await: canFollow() ? 'no' : 'yes' },
    subject: () => [span('The agent runs at the service, within the limits of its own API key', 'title')],
    fields: () => fields(canFollow()),
    evaluate: (values) => evaluate(desk, values),
    confirmation: (draft) => [
      modeRow(desk),
      { label: 'agent', value: [span(draft.agentId)], wraps: true },
      { label: 'task', value: [span(draft.prompt)], wraps: true },
      waitRow(desk, draft.isAwaited),
    ],
    operation: (draft) => ({ kind: 'invokeAgent', draft }),
    progress: (outcome) => sessionProgress(desk, outcome),
    submit: (draft) => desk.actions.send({ kind: 'invokeAgent', draft }),
  };
}

function evaluate(desk: Desk, values: Values): Evaluation<InvokeAgent> {
  const agentId = (values.agentId ?? '').trim();
  const prompt = (values.prompt ?? '').trim();
  const isAwaited = values.await === 'yes';
  const problems = {
    ...(agentId === '' || agentId.length > 200
      ? { agentId: 'Enter the id of one of your agents, as shown by the service.' }
      : {}),
    ...(prompt === '' ? { prompt: 'Describe what the agent should do.' } : {}),
  };
  return {
    problems,
    preview: [waitRow(desk, isAwaited)],
    draft: Object.keys(problems).length > 0 ? null : { agentId, prompt, isAwaited },
    submitLabel: 'Start the task',
  };
}

const waitRow = (desk: Desk, isAwaited: boolean): FormRow => ({
  label: 'response',
  value: [
    muted(
      isAwaited
        ? `The request stays open until the agent is done, and its response has the answer. After ${awaitedMs / 60_000} minutes the outcome is unknown until you resolve it.`
        : (notFollowed(desk) ?? 'The service returns a session at once, and the desk follows it.'),
    ),
  ],
  wraps: true,
});

/** Why a task that is not awaited shows no answer; null if the desk follows it. */
function notFollowed({ session }: Desk): string | null {
  const why = session.getState().whyNoAgentSession;
  return why && `The service returns a session at once, but the desk cannot follow it. ${why}`;
}

function sessionProgress({ data, keymap, session: about }: Desk, outcome: Outcome): Progress | null {
  if (outcome.kind !== 'accepted' || outcome.sessionId === undefined) return null;
  const session = data.agentSessions().find(({ sessionId }) => sessionId === outcome.sessionId);
  const isOver = session?.isOver === true || about.getState().whyNoAgentSession !== null;
  const { finalResponse, error, trouble } = session ?? { finalResponse: null, error: null, trouble: null };
  const isGood = session?.status.toLowerCase() === 'completed';
  return {
    rows: [
      { label: 'session', value: [span(cleanText(outcome.sessionId, 200))], wraps: true },
      {
        label: 'status',
        value: [
          span(
            cleanText(session?.status ?? 'requested …', textLimits.symbol),
            isGood ? 'up' : session?.isOver ? 'danger' : 'accent',
          ),
        ],
      },
      ...(finalResponse ? [{ label: 'answer', value: [span(cleanText(finalResponse))], wraps: true }] : []),
      ...(error ? [{ label: 'error', value: [span(cleanText(error), 'danger' as const)], wraps: true }] : []),
      ...(trouble ? [{ label: 'trouble', value: [span(cleanText(trouble), 'warn' as const)], wraps: true }] : []),
    ],
    isOver,
    hint: isOver
      ? 'Any key returns to the desk.'
      : `Following the session. ${keyOf(keymap, 'ended.leave')} returns to the desk; the account pane (${keyOf(keymap, 'focus.account')}) shows the result.`,
  };
}
