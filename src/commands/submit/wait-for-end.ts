import { landingOf } from '../../actions/own-key/landing.ts';
import type { ActionContext } from '../../actions/pipeline/action-context.ts';
import type { Outcome } from '../../actions/pipeline/outcome.ts';
import { evidence } from '../../actions/reconcile/evidence.ts';
import { look } from '../../actions/reconcile/watch-unresolved.ts';
import { taskEnd } from '../../domain/market/task-status.ts';
import { isUnresolved, type OperationRecord } from '../../stores/orders/operation-records.ts';

/** What became of a transaction. */
export interface Ending {
  /** `submitted`: accepted, and not seen to land yet. */
  readonly status: 'submitted' | 'confirmed' | 'failed' | 'expired' | 'rejected' | 'not-sent' | 'unknown';
  readonly code: string | null;
  readonly message: string | null;
}

const everyMs = 2_000;
const giveUpAfterMs = 900_000;

/** What an outcome says without waiting. */
export const endingOf = (outcome: Outcome): Ending =>
  outcome.kind === 'accepted'
    ? { status: 'submitted', code: null, message: outcome.message }
    : { status: outcome.kind, code: outcome.code, message: outcome.message };

/**
 * Waits until the chain or the service's task says what became of it: at most 15 minutes, or until the signal aborts. Never
 * rejects.
 */
export async function waitForEnd(context: ActionContext, id: string, signal: AbortSignal): Promise<Ending> {
  await untilKnown(context, id, signal);
  const record = context.log.record(id);
  if (!record) return { status: 'unknown', code: null, message: null };
  const ending = endOf(record);
  // What resolves an unknown outcome says that it was not done, and not whether it failed or came too late.
  return ending.status === 'failed' && record.resolution && (await stateOnChain(context, record)) === 'expired'
    ? { ...ending, status: 'expired' }
    : ending;
}

function untilKnown(context: ActionContext, id: string, signal: AbortSignal): Promise<void> {
  const { records, timers } = context;
  return new Promise((resolve) => {
    const finish = (): void => {
      stop();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const check = (): void => {
      const record = context.log.record(id);
      if (record && !isOpen(endOf(record))) finish();
    };
    // The desk leaves an outcome to a person after a minute: who waits here looks for longer.
    const settle = async (): Promise<void> => {
      const record = context.log.record(id);
      if (!record || !isUnresolved(record)) return;
      if ((await stateOnChain(context, record)) !== null) await look(context, id);
      timers.after(everyMs, () => void settle());
    };
    const stop = records.subscribe(check);
    signal.addEventListener('abort', finish, { once: true });
    timers.after(giveUpAfterMs, finish);
    timers.after(everyMs, () => void settle());
    if (signal.aborted) finish();
    else check();
  });
}

const isOpen = ({ status }: Ending): boolean => status === 'submitted' || status === 'unknown';

/** How it ended on the chain; null while it may still land, or where no endpoint says. */
async function stateOnChain(context: ActionContext, record: OperationRecord) {
  const known = evidence.safeParse(record.evidence).data;
  const landing = known?.kind === 'signed' ? await landingOf(context, known).catch(() => null) : null;
  return landing === null || landing.state === 'seen' || landing.state === 'unknown' ? null : landing.state;
}

function endOf({ state, task, resolution, code, message }: OperationRecord): Ending {
  if (state === 'accepted') {
    if (!task?.isOver) return { status: 'submitted', code, message };
    if (taskEnd(task.status) === 'done') return { status: 'confirmed', code: null, message: null };
    return { status: task.code === 'EXPIRED' ? 'expired' : 'failed', code: task.code, message: task.message };
  }
  if (state !== 'unknown') return { status: state === 'sent' ? 'unknown' : state, code, message };
  if (!resolution) return { status: 'unknown', code, message };
  return { status: resolution.verdict === 'done' ? 'confirmed' : 'failed', code: null, message: resolution.why };
}
