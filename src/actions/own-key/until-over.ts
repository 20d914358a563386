import { taskEnd } from '../../domain/market/task-status.ts';
import type { OperationRecord } from '../../stores/orders/operation-records.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import type { Outcome } from '../pipeline/outcome.ts';

type Accepted = Extract<Outcome, { kind: 'accepted' }>;

/** Waits until the task of an accepted operation has ended; its end becomes the outcome. */
export function untilOver(context: Pick<ActionContext, 'records'>, id: string, accepted: Accepted): Promise<Outcome> {
  const { records } = context;
  return new Promise((resolve) => {
    const look = (): boolean => {
      const record = records.getState().records.findLast((one) => one.id === id);
      if (!record?.task?.isOver) return false;
      stop();
      resolve(ended(record, accepted));
      return true;
    };
    const stop = records.subscribe(look);
    look();
  });
}

function ended({ task }: OperationRecord, accepted: Accepted): Outcome {
  if (taskEnd(task?.status ?? '') === 'done') return accepted;
  const { code, message, status } = task ?? { code: null, message: null, status: '' };
  return {
    kind: 'rejected',
    code: code ?? 'FAILED',
    message: message ?? `it ended as ${status}`,
    requestId: accepted.requestId,
  };
}
