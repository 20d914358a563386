import { ApiError } from '../client/errors.ts';
import type { AnyEndpoint, CallInput, ResponseData } from '../protocol/endpoint.ts';
import type { QueryName } from '../stores/desk-data.ts';
import { addNotice } from '../stores/notices.ts';
import { toProblem } from '../stores/problem.ts';
import type { ActionContext } from './action-context.ts';
import type { Outcome } from './outcome.ts';

export interface Intent<E extends AnyEndpoint> {
  readonly endpoint: E;
  readonly input: CallInput<E>;
  /** For the journal and the notices, in the words of the person: "close 50 % of BTC long". */
  readonly summary: string;
  readonly walletId: string;
  /** Reads that the request makes old. */
  readonly touches: readonly QueryName[];
  /** Reads the answer's body: HTTP 200 alone is no success. */
  judge(data: ResponseData<E>): Verdict;
}

export type Verdict =
  | { readonly accepted: true; readonly message: string; readonly taskId?: string }
  | {
      readonly accepted: false;
      readonly code: string;
      readonly message: string;
      /** False when the answer leaves open what was done: the outcome is then unknown, not rejected. */
      readonly isProven: boolean;
    };

/**
 * Sends a request that changes something, exactly once. The intent is on disk before the request leaves; what the answer
 * proves is written after it. Never throws: every ending is an Outcome.
 */
export async function sendOnce<E extends AnyEndpoint>(context: ActionContext, intent: Intent<E>): Promise<Outcome> {
  const { journal, clock, session, random } = context;
  const id = random.hex(8);
  const { mode, profile } = session.getState();
  const entry = {
    id,
    mode,
    profile,
    operation: intent.endpoint.id,
    summary: intent.summary,
    walletId: intent.walletId,
  };
  try {
    journal.append({ event: 'sent', at: new Date(clock.now()).toISOString(), ...entry, input: intent.input });
  } catch (error) {
    const { message } = toProblem(error);
    return {
      kind: 'not-sent',
      code: 'JOURNAL_FAILED',
      message: `nothing was sent: the journal cannot be written (${message})`,
      requestId: null,
    };
  }
  const startMs = clock.monotonic();
  const outcome = await attempt(context, intent);
  // A journal that fails now cannot be allowed to hide the outcome from the person.
  try {
    const tookMs = Math.round(clock.monotonic() - startMs);
    journal.append({ event: outcome.kind, at: new Date(clock.now()).toISOString(), ...entry, ...outcome, tookMs });
  } catch (error) {
    addNotice(context.notices, { atMs: clock.now(), tone: 'error', text: `journal: ${toProblem(error).message}` });
  }
  report(context, intent.summary, outcome);
  if (outcome.kind === 'accepted')
    session.setState(({ executionsSinceUsage }) => ({ executionsSinceUsage: executionsSinceUsage + 1 }));
  if (outcome.kind !== 'not-sent') context.data.refresh(...intent.touches);
  return outcome;
}

async function attempt<E extends AnyEndpoint>(context: ActionContext, intent: Intent<E>): Promise<Outcome> {
  try {
    const { data, requestId } = await context.client.call(intent.endpoint, intent.input);
    const verdict = intent.judge(data);
    return verdict.accepted
      ? { kind: 'accepted', message: verdict.message, requestId, taskId: verdict.taskId ?? null }
      : { kind: verdict.isProven ? 'rejected' : 'unknown', code: verdict.code, message: verdict.message, requestId };
  } catch (error) {
    const { code, message, requestId } = toProblem(error);
    if (!(error instanceof ApiError)) return { kind: 'unknown', code, message, requestId };
    return error.outcome === 'not-sent'
      ? { kind: 'not-sent', code, message, requestId: null }
      : { kind: error.outcome, code, message, requestId };
  }
}

const tones = { accepted: 'ok', rejected: 'error', unknown: 'warn', 'not-sent': 'error' } as const;
const words = { accepted: '', rejected: 'rejected', unknown: 'outcome unknown', 'not-sent': 'not sent' } as const;

function report({ notices, clock }: ActionContext, summary: string, outcome: Outcome): void {
  const text =
    outcome.kind === 'accepted'
      ? outcome.message
      : `${summary}: ${words[outcome.kind]}, ${outcome.code} ${outcome.message}`;
  addNotice(notices, { atMs: clock.now(), tone: tones[outcome.kind], text });
}
