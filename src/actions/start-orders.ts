import { isInDoubt } from '../stores/order-records.ts';
import type { ActionContext } from './action-context.ts';
import { followTask } from './follow-task.ts';
import { loadTradingMode } from './trading-mode.ts';
import { watchDoubt } from './watch-doubt.ts';

/**
 * Takes up what earlier runs left in the journal: outcomes that nobody knows are looked for in front of the person, tasks that
 * had not ended are followed. Until it has run nothing can be sent. Returns the number of journal lines that cannot be read.
 */
export function startOrders(context: ActionContext): number {
  // The desk that held the account until now may have changed it.
  loadTradingMode(context);
  const badLines = context.log.load(context.session.getState().accountId ?? '');
  for (const record of context.records.getState().records) {
    if (isInDoubt(record)) watchDoubt(context, record.id);
    if (record.taskId && !record.task?.isOver) followTask(context, record.id);
  }
  return badLines;
}
