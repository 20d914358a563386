import { taskEnd } from '../../domain/market/task-status.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { Desk } from '../desk/desk.ts';
import { keyOf } from '../keys/keymap.ts';
import { span } from '../text/span.ts';
import type { Progress } from './form-spec.ts';

/** The task as it was last polled; null if there is none yet. */
export const taskOf = ({ records }: Desk, taskId: string | null) =>
  taskId === null ? null : (records.getState().records.findLast((record) => record.taskId === taskId)?.task ?? null);

/** Whether a task with this status has ended well. */
export const isTaskDone = (status: string | undefined): boolean => taskEnd(status ?? '') === 'done';

/** How far the task of an accepted operation has come. `parent`: where a key press returns to. */
export function taskProgress(desk: Desk, taskId: string | null, parent: string): Progress {
  const task = taskOf(desk, taskId);
  const isOver = taskId === null || task?.isOver === true;
  const status = cleanText(task?.status ?? (taskId === null ? 'no task id' : 'requested …'), textLimits.symbol);
  const trouble =
    task?.isOver && (task.code ?? task.message) ? ` ${cleanText(`${task.code ?? ''} ${task.message ?? ''}`, 200)}` : '';
  return {
    rows: [
      {
        label: 'status',
        value: [span(`${status}${trouble}`, isTaskDone(task?.status) ? 'up' : trouble ? 'danger' : 'accent')],
        wraps: true,
      },
      ...(task?.txHash ? [{ label: 'transaction', value: [span(cleanText(task.txHash, 100))], wraps: true }] : []),
    ],
    isOver,
    hint: isOver
      ? `Any key returns to ${parent}.`
      : `Following the task. ${keyOf(desk.keymap, 'ended.leave')} returns to ${parent} without waiting.`,
  };
}
