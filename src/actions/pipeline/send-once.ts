import { ApiError } from '../../client/http/errors.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { addNotice } from '../../stores/notices.ts';
import { toProblem } from '../../stores/problem.ts';
import { followFills } from '../fills/follow-fills.ts';
import { followLanding } from '../own-key/follow-landing.ts';
import { freshEvidence } from '../reconcile/fresh.ts';
import { watchUnresolved } from '../reconcile/watch-unresolved.ts';
import type { ActionContext } from './action-context.ts';
import { followTask } from './follow-task.ts';
import { whyRefused } from './guard.ts';
import { blockKey, type Intent } from './intent.ts';
import type { Outcome } from './outcome.ts';

/**
 * The single path of every mutating request: guard, journal on disk, one attempt, response checked, outcome journalled.
 * Unknown outcomes are then reconciled, and tasks followed. Never throws: every ending is an Outcome.
 */
export async function sendOnce<E extends AnyEndpoint>(context: ActionContext, intent: Intent<E>): Promise<Outcome> {
  const { clock, session, random, log } = context;
  const refusal = whyRefused(context, intent);
  if (refusal) return { kind: 'not-sent', ...refusal, requestId: null };
  const id = random.hex(8);
  try {
    log.write({ event: 'sent', id, ...describe(context, intent) });
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
  // The next start finds it without an outcome, and finds out.
  if (context.timers.isStopped) return outcome;
  const { kind, ...rest } = outcome;
  const ending = { event: kind, id, ...rest, tookMs: Math.round(clock.monotonic() - startMs) };
  // A journal failure at this point must hide neither the outcome from the user nor an unknown outcome from
  // reconciliation.
  try {
    log.write(ending);
  } catch (error) {
    log.remember(ending);
    addNotice(context.notices, { atMs: clock.now(), tone: 'error', text: `journal: ${toProblem(error).message}` });
  }
  const isReplaced = intent.hasSubstitute === true && outcome.kind === 'rejected' && outcome.isNotOffered === true;
  if (!isReplaced) reportOutcome(context, intent.summary, outcome);
  if (outcome.kind === 'accepted' && isExecution(intent))
    session.setState(({ executionsSinceUsage }) => ({ executionsSinceUsage: executionsSinceUsage + 1 }));
  if (outcome.kind !== 'not-sent') context.data.refresh(...intent.touches);
  if (outcome.kind === 'unknown') watchUnresolved(context, id);
  if (outcome.kind !== 'accepted') return outcome;
  const isSigned = intent.evidence.kind === 'signed';
  if (isSigned) followLanding(context, id);
  // What a task executes is read when it has ended.
  if (outcome.taskId) followTask(context, id);
  else if (isSigned) return { ...outcome, recordId: id };
  else followFills(context, id);
  return { ...outcome, recordId: id };
}

function describe<E extends AnyEndpoint>(context: ActionContext, intent: Intent<E>) {
  const { endpoint, summary, walletId, fillQuery } = intent;
  const input = intent.journalInput ?? intent.input;
  const evidence = freshEvidence(context, intent);
  const { accountId } = context.session.getState();
  return {
    ...context.account,
    accountId,
    operation: endpoint.id,
    summary,
    walletId,
    blocks: blockKey(intent),
    evidence,
    input,
    ...(fillQuery ? { fillQuery } : {}),
    ...(intent.plan ? { plan: intent.plan } : {}),
  };
}

/** Whether the key's limits count it as an execution: swaps, perp orders and closes, but no cancel or trigger order. */
function isExecution({ limits }: Pick<Intent<AnyEndpoint>, 'limits'>): boolean {
  if (!limits || 'wallets' in limits) return false;
  return 'order' in limits ? limits.order.kind === 'swap' : limits.isExecution;
}

/** One attempt, and what its answer proves. Never rejects. */
export async function attempt<E extends AnyEndpoint>(
  context: ActionContext,
  intent: Pick<Intent<E>, 'endpoint' | 'input' | 'readResult' | 'isRefusedBy' | 'timeoutMs' | 'send'>,
): Promise<Outcome> {
  try {
    const { timeoutMs } = intent;
    const { data, requestId } = intent.send
      ? await intent.send()
      : await context.client.call(intent.endpoint, intent.input, timeoutMs === undefined ? {} : { timeoutMs });
    const verdict = intent.readResult(data);
    return verdict.accepted
      ? {
          kind: 'accepted',
          message: verdict.message,
          requestId,
          taskId: verdict.taskId ?? null,
          ...(verdict.sessionId === undefined ? {} : { sessionId: verdict.sessionId }),
          ...(verdict.oid === undefined ? {} : { oid: verdict.oid }),
          ...(verdict.orderId === undefined ? {} : { orderId: verdict.orderId }),
        }
      : { kind: verdict.isProven ? 'rejected' : 'unknown', code: verdict.code, message: verdict.message, requestId };
  } catch (error) {
    const { code, message, requestId } = toProblem(error);
    if (!(error instanceof ApiError)) return { kind: 'unknown', code, message, requestId };
    // A proxy's error page has no code of the service.
    const isRefusal = intent.isRefusedBy?.some(
      (by) => by.status === error.status && (by.code ?? code) === code && code !== `HTTP_${by.status}`,
    );
    // 501: there is no such operation.
    const notOffered = error.status === 501 ? ({ isNotOffered: true } as const) : {};
    if (isRefusal) return { kind: 'rejected', code, message, requestId, ...notOffered };
    return error.outcome === 'not-sent'
      ? { kind: 'not-sent', code, message, requestId: null }
      : { kind: error.outcome, code, message, requestId, ...(isNotOffered(error) ? { isNotOffered: true } : {}) };
  }
}

const isNotOffered = ({ outcome, status }: ApiError): boolean =>
  outcome === 'rejected' && (status === 404 || status === 405);

const tones = { accepted: 'ok', rejected: 'error', unknown: 'warn', 'not-sent': 'error' } as const;
const words = { accepted: '', rejected: 'rejected', unknown: 'outcome unknown', 'not-sent': 'not sent' } as const;

/** Tells the user how a request ended. */
export function reportOutcome({ notices, clock }: ActionContext, summary: string, outcome: Outcome): void {
  const text =
    outcome.kind === 'accepted'
      ? outcome.message
      : `${summary}: ${words[outcome.kind]}, ${outcome.code} ${outcome.message}`;
  addNotice(notices, { atMs: clock.now(), tone: tones[outcome.kind], text });
}
