import { cleanText, textLimits } from '../domain/clean-text.ts';
import type { ResponseData } from '../protocol/endpoint.ts';
import { getTask } from '../protocol/endpoints/tasks.ts';
import { addNotice, type Notice } from '../stores/notices.ts';
import { type OrderRecord, taskStallsAfterMs } from '../stores/order-records.ts';
import { toProblem } from '../stores/problem.ts';
import type { ActionContext } from './action-context.ts';

type Task = ResponseData<typeof getTask>;

/** Asked often while it should be quick, then less and less. */
const quickMs = 700;
const slowMs = 5_000;
const giveUpAfterMs = 900_000;

/** Asks after the task of an accepted request until it has ended, and says how: a read, so it may be repeated. */
export function followTask(context: ActionContext, id: string): void {
  const { clock, timers } = context;
  const startMs = clock.monotonic();
  let hasStalled = false;
  const again = (): void => {
    const passedMs = clock.monotonic() - startMs;
    if (passedMs > taskStallsAfterMs && !hasStalled) {
      hasStalled = true;
      say(context, id, 'warn', `has not ended after ${taskStallsAfterMs / 1_000} s; it is asked after further`);
    }
    if (passedMs > giveUpAfterMs)
      return say(context, id, 'warn', 'has not ended after 15 minutes; look at your balances');
    const delayMs = hasStalled ? slowMs : quickMs;
    timers.after(delayMs, () => void ask(context, id).then((isOver) => isOver || again()));
  };
  again();
}

/** The service says that something happened to a task: it is asked after now, where it is one of ours. */
export function pokeTask(context: ActionContext, taskId: string): void {
  const record = context.records.getState().records.findLast((one) => one.taskId === taskId);
  if (record) void ask(context, record.id);
}

/** One question after the task. Resolves to whether it has ended. Never rejects. */
export async function ask(context: ActionContext, id: string): Promise<boolean> {
  const record = context.log.record(id);
  if (!record?.taskId || record.task?.isOver) return true;
  try {
    const { data: task } = await context.client.call(getTask, { params: { taskId: record.taskId } });
    return heard(context, context.log.record(id) ?? record, task);
  } catch (error) {
    // A task that cannot be read goes on: its next reading may tell.
    return note(context, record, { status: `unreadable: ${toProblem(error).code}`, isOver: false });
  }
}

function heard(context: ActionContext, record: OrderRecord, task: Task): boolean {
  if (record.task?.isOver) return true;
  const status = cleanText(task.status, textLimits.symbol);
  const isOver = ['success', 'failed'].includes(status.toLowerCase());
  const [txHash, code, message] = [task.txHash, task.errorCode, task.errorMessage];
  note(context, record, { status, isOver, txHash, code, message });
  if (!isOver) return false;
  if (status.toLowerCase() === 'success')
    say(context, record.id, 'ok', `done${txHash ? `, tx ${cleanText(txHash, 24)}` : ''}`);
  else say(context, record.id, 'error', `failed, ${cleanText(code ?? '')} ${cleanText(message ?? '')}`.trimEnd());
  context.data.refresh('balances', 'holdings');
  return true;
}

interface TaskNote {
  readonly status: string;
  readonly isOver: boolean;
  readonly txHash?: string | null | undefined;
  readonly code?: string | null | undefined;
  readonly message?: string | null | undefined;
}

/** Only what is new goes to the journal. */
function note(context: ActionContext, record: OrderRecord, task: TaskNote): boolean {
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
