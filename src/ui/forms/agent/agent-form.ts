import type { InvokeAgent } from '../../../actions/invoke-agent.ts';
import type { Outcome } from '../../../actions/outcome.ts';
import { cleanText, textLimits } from '../../../domain/clean-text.ts';
import { keyOf } from '../../../keys/keymap.ts';
import type { Desk } from '../../desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, Field, Follow, FormRow, FormSpec, Values } from '../form-spec.ts';
import { modeRow } from '../group/group-parts.ts';

const longestTask = 2_000;

const fields: readonly Field[] = [
  { id: 'agentId', label: 'Agent id', kind: 'text', width: 40 },
  { id: 'prompt', label: 'Task', kind: 'text', width: 44, longest: longestTask },
  {
    id: 'await',
    label: 'Answer',
    kind: 'choice',
    choices: [
      { value: 'no', label: 'go on at once' },
      { value: 'yes', label: 'wait for it' },
    ],
  },
];

/** Gives an agent a task, and follows its session to the end. `agentId` is filled in where one was asked before. */
export function agentForm(desk: Desk, agentId: string): FormSpec<InvokeAgent> {
  return {
    id: 'agent',
    title: 'Give an agent a task',
    initial: { agentId, prompt: '', await: 'no' },
    subject: () => [span('The agent works at the service, under the limits of its own key', 'title')],
    fields: () => fields,
    evaluate: (values) => evaluate(desk, values),
    confirmation: (draft) => [
      modeRow(desk),
      { label: 'agent', value: [span(draft.agentId)], wraps: true },
      { label: 'task', value: [span(draft.prompt)], wraps: true },
      waitRow(draft.isAwaited),
    ],
    order: (draft) => ({ kind: 'invokeAgent', draft }),
    follow: (outcome) => follow(desk, outcome),
    submit: (draft) => desk.actions.send({ kind: 'invokeAgent', draft }),
  };
}

function evaluate(desk: Desk, values: Values): Evaluation<InvokeAgent> {
  const off = desk.session.getState().whyNoAgents;
  const agentId = (values.agentId ?? '').trim();
  const prompt = (values.prompt ?? '').trim();
  const isAwaited = values.await === 'yes';
  const problems = {
    ...(agentId === '' || agentId.length > 200
      ? { agentId: 'Type the id of one of your agents, as the service shows it.' }
      : {}),
    ...(prompt === '' ? { prompt: 'Say what the agent is to do.' } : {}),
  };
  return {
    problems,
    preview: [waitRow(isAwaited)],
    draft: off || Object.keys(problems).length > 0 ? null : { agentId, prompt, isAwaited },
    submitLabel: 'Give the task',
    blocked: off,
  };
}

const waitRow = (isAwaited: boolean): FormRow => ({
  label: 'answer',
  value: [
    muted(
      isAwaited
        ? 'The request stays open until the agent has ended. Where that takes longer than the desk waits, its outcome is unknown until you settle it.'
        : 'The service answers at once with a session, which the desk follows.',
    ),
  ],
  wraps: true,
});

function follow({ data, keymap }: Desk, outcome: Outcome): Follow | null {
  if (outcome.kind !== 'accepted' || outcome.sessionId === undefined) return null;
  const session = data.agentSessions().find(({ sessionId }) => sessionId === outcome.sessionId);
  const isOver = session?.isOver === true;
  const { finalResponse, error, trouble } = session ?? { finalResponse: null, error: null, trouble: null };
  const isGood = session?.status.toLowerCase() === 'completed';
  return {
    rows: [
      { label: 'session', value: [span(cleanText(outcome.sessionId, 200))], wraps: true },
      {
        label: 'status',
        value: [
          span(
            cleanText(session?.status ?? 'asked after …', textLimits.symbol),
            isGood ? 'up' : isOver ? 'danger' : 'accent',
          ),
        ],
      },
      ...(finalResponse ? [{ label: 'answer', value: [span(cleanText(finalResponse))], wraps: true }] : []),
      ...(error ? [{ label: 'error', value: [span(cleanText(error), 'danger' as const)], wraps: true }] : []),
      ...(trouble ? [{ label: 'trouble', value: [span(cleanText(trouble), 'warn' as const)], wraps: true }] : []),
    ],
    isOver,
    next: isOver
      ? 'Any key goes back to the desk.'
      : `The session is followed. Esc goes back to the desk without waiting; the account pane (${keyOf(keymap, 'focus.account')}) shows how it ends.`,
  };
}
