import { taskEnd } from '../../domain/market/task-status.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import { getTask } from '../../protocol/endpoints/tasks.ts';
import { retireWallet } from '../../protocol/endpoints/transfers.ts';
import { addNotice, type Notice } from '../../stores/notices.ts';
import { isSigned, type OperationRecord, taskStallsAfterMs } from '../../stores/orders/operation-records.ts';
import { toProblem } from '../../stores/problem.ts';
import { followFills } from '../fills/follow-fills.ts';
import type { ActionContext } from './action-context.ts';

type Task = Pick<ResponseData<typeof getTask>, 'status' | 'txHash' | 'errorCode' | 'errorMessage'>;

/** Polls often at first, then less and less. */
const quickMs = 700;
const slowMs = 5_000;
const giveUpAfterMs = 900_000;

/** Polls the task of an accepted request until it ends, then reports the result. A read, so it may be retried. */
export function followTask(context: ActionContext, id: string): void {
  const { clock, timers } = context;
  const startMs = clock.monotonic();
  let hasStalled = false;
  const again = (): void => {
    const passedMs = clock.monotonic() - startMs;
    if (passedMs > taskStallsAfterMs && !hasStalled) {
      hasStalled = true;
      say(context, id, 'warn', `has not ended after ${taskStallsAfterMs / 1_000} s; the desk keeps checking`);
    }
    if (passedMs > giveUpAfterMs)
      return say(context, id, 'warn', 'has not ended after 15 minutes; check your balances');
    const delayMs = hasStalled ? slowMs : quickMs;
    timers.after(delayMs, () => void ask(context, id).then((isOver) => isOver || again()));
  };
  again();
}

/** Polls a task now, if it is one of ours, because the service reported a change. */
export function pokeTask(context: ActionContext, taskId: string): void {
  const record = context.records.getState().records.findLast((one) => one.taskId === taskId);
  if (record) void ask(context, record.id);
}

/** Polls once. Resolves to whether the task has ended. Never rejects. */
export async function ask(context: ActionContext, id: string): Promise<boolean> {
  const record = context.log.record(id);
  if (!record?.taskId || record.task?.isOver) return true;
  try {
    const { data: task } = await context.client.call(getTask, { params: { taskId: record.taskId } });
    if (context.timers.isStopped) return true;
    return takeTask(context, context.log.record(id) ?? record, task);
  } catch (error) {
    if (context.timers.isStopped) return true;
    // An unreadable task is polled again; the next response may be readable.
    return note(context, record, { status: `unreadable: ${toProblem(error).code}`, isOver: false });
  }
}

/** Takes a task's new state, whoever tells it. Resolves to whether it has ended. */
export function takeTask(context: ActionContext, record: OperationRecord, task: Task): boolean {
  if (record.task?.isOver) return true;
  const status = cleanText(task.status, textLimits.symbol);
  const end = taskEnd(status);
  const isOver = end !== null;
  const [txHash, code, message] = [task.txHash, task.errorCode, task.errorMessage];
  note(context, record, { status, isOver, txHash, code, message });
  if (!isOver) return false;
  if (end === 'done') {
    say(context, record.id, 'ok', `done${txHash ? `, tx ${cleanText(txHash, 24)}` : ''}`);
    followFills(context, record.id);
  } else say(context, record.id, 'error', `${end}, ${cleanText(code ?? '')} ${cleanText(message ?? '')}`.trimEnd());
  // The wallet is archived when its transfer has succeeded.
  const wallets = record.operation === retireWallet.id ? (['wallets'] as const) : [];
  context.data.refresh('balances', 'holdings', ...(isSigned(record) ? (['own'] as const) : []), ...wallets);
  return true;
}

interface TaskNote {
  readonly status: string;
  readonly isOver: boolean;
  readonly txHash?: string | null | undefined;
  readonly code?: string | null | undefined;
  readonly message?: string | null | undefined;
}

/** Only changes go to the journal. */
function note(context: ActionContext, record: OperationRecord, task: TaskNote): boolean {
  if (record.task?.status === task.status) return task.isOver;
  const line = { event: 'task', id: record.id, ...task };
  try {
    context.log.write(line);
  } catch (error) {
    context.log.remember(line);
    say(context, record.id, 'error', `journal: ${toProblem(error).message}`);
  }
  return task.isOver;
}

function say({ notices, clock, log }: ActionContext, id: string, tone: Notice['tone'], words: string): void {
  addNotice(notices, { atMs: clock.now(), tone, text: `${log.record(id)?.summary ?? 'task'}: ${words}` });
}
