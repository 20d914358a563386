import type { ActionContext } from '../pipeline/action-context.ts';
import { takeTask } from '../pipeline/follow-task.ts';
import { evidence } from '../reconcile/evidence.ts';
import { landingOf } from './landing.ts';

const everyMs = 2_000;
const giveUpAfterMs = 900_000;

/**
 * Follows a submitted transaction on the chain until it is confirmed, has failed or can no longer land. Without an endpoint
 * only the service's task tells.
 */
export function followLanding(context: ActionContext, id: string): void {
  const startMs = context.clock.monotonic();
  const again = (): void => {
    if (context.clock.monotonic() - startMs > giveUpAfterMs) return;
    context.timers.after(everyMs, () => void lookForLanding(context, id).then((isOver) => isOver || again()));
  };
  again();
}

/** Looks once. Resolves to whether there is nothing left to follow. Never rejects. */
export async function lookForLanding(context: ActionContext, id: string): Promise<boolean> {
  const record = context.log.record(id);
  const known = evidence.safeParse(record?.evidence);
  if (!record || record.task?.isOver || !known.success || known.data.kind !== 'signed') return true;
  const { txHash } = known.data;
  const landing = await landingOf(context, known.data).catch(() => undefined);
  const now = context.log.record(id);
  if (landing === null || !now || context.timers.isStopped) return true;
  switch (landing?.state) {
    case 'confirmed':
      return takeTask(context, now, { status: 'success', txHash });
    case 'failed':
      return takeTask(context, now, {
        status: 'failed',
        txHash,
        errorCode: 'FAILED_ON_CHAIN',
        errorMessage: landing.why,
      });
    case 'expired':
      return takeTask(context, now, {
        status: 'failed',
        txHash,
        errorCode: 'EXPIRED',
        errorMessage: 'it can no longer land',
      });
    default:
      return false;
  }
}
