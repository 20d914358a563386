import { isSignedUnderWay, isUnresolved } from '../../stores/orders/operation-records.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { ask } from '../pipeline/follow-task.ts';
import { blockKey, excludes, type Intent } from '../pipeline/intent.ts';
import { look } from '../reconcile/watch-unresolved.ts';
import { lookForLanding } from './follow-landing.ts';

/**
 * Looks once what became of earlier transactions that exclude this one: no desk may have run since they were sent. Never
 * rejects.
 */
export async function settleEarlier(
  context: ActionContext,
  of: Pick<Intent<never>, 'walletId' | 'instrument' | 'side'>,
): Promise<void> {
  const key = blockKey(of);
  for (const record of context.records.getState().records) {
    if (!excludes(record.blocks, key)) continue;
    if (isUnresolved(record)) await look(context, record.id);
    if (!isSignedUnderWay(record)) continue;
    if (!(await lookForLanding(context, record.id)) && record.taskId) await ask(context, record.id);
  }
}
