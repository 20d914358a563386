import { isSignedUnderWay, isUnresolved } from '../../stores/orders/operation-records.ts';
import { lacksFills } from '../../stores/orders/operation-words.ts';
import { followFills } from '../fills/follow-fills.ts';
import { followLanding } from '../own-key/follow-landing.ts';
import { watchUnresolved } from '../reconcile/watch-unresolved.ts';
import type { ActionContext } from './action-context.ts';
import { followTask } from './follow-task.ts';
import { loadTradingMode } from './trading-mode.ts';

/**
 * Loads what earlier runs left in the journal: unknown outcomes are reconciled in view of the user, and unfinished
 * tasks are followed. Nothing can be sent before it has run. Returns the number of unreadable journal lines.
 */
export function startPipeline(context: ActionContext): number {
  // The desk that held the account before may have changed it.
  loadTradingMode(context);
  const badLines = context.log.load(context.session.getState().accountId ?? '');
  for (const record of context.records.getState().records) {
    if (isUnresolved(record)) watchUnresolved(context, record.id);
    if (record.taskId && !record.task?.isOver) followTask(context, record.id);
    if (isSignedUnderWay(record)) followLanding(context, record.id);
    if (lacksFills(record)) followFills(context, record.id);
  }
  return badLines;
}
