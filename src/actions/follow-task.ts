import { cleanText } from '../domain/clean-text.ts';
import { getTask } from '../protocol/endpoints/tasks.ts';
import { addNotice } from '../stores/notices.ts';
import { toProblem } from '../stores/problem.ts';
import type { ActionContext } from './action-context.ts';

const everyMs = 700;
const giveUpAfterMs = 90_000;

/** Asks after a task until it has ended, and says how: a read, so it may be repeated. */
export function followTask(context: ActionContext, taskId: string, summary: string): void {
  const { client, clock, data, notices } = context;
  const startMs = clock.monotonic();
  const say = (tone: 'ok' | 'error' | 'warn', text: string): void => {
    addNotice(notices, { atMs: clock.now(), tone, text });
    data.refresh('balances', 'holdings');
  };
  const ask = async (): Promise<void> => {
    try {
      const { data: task } = await client.call(getTask, { params: { taskId } });
      const status = task.status.toLowerCase();
      if (status === 'success')
        return say('ok', `${summary}: done${task.txHash ? `, tx ${cleanText(task.txHash, 24)}` : ''}`);
      if (status === 'failed')
        return say(
          'error',
          `${summary}: failed, ${cleanText(task.errorCode ?? '')} ${cleanText(task.errorMessage ?? '')}`,
        );
    } catch (error) {
      const { code, message } = toProblem(error);
      if (clock.monotonic() - startMs > giveUpAfterMs)
        return say('warn', `${summary}: task ${taskId} cannot be read, ${code} ${message}`);
    }
    if (clock.monotonic() - startMs > giveUpAfterMs)
      return say(
        'warn',
        `${summary}: task ${taskId} has not ended after ${giveUpAfterMs / 1000} s; look at your balances`,
      );
    clock.setTimeout(() => void ask(), everyMs);
  };
  clock.setTimeout(() => void ask(), everyMs);
}
