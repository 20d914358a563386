import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import type { QueryName } from '../../stores/desk-data.ts';
import type { OperationRecord } from '../../stores/orders/operation-records.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { blockKey, type Intent } from '../pipeline/intent.ts';
import type { Evidence } from './evidence.ts';

/** Reads whose numbers and rows are compared with later reads. Other kinds search by id. */
const restsOn: { readonly [K in Evidence['kind']]?: readonly QueryName[] } = {
  position: ['positions', 'perpOrders'],
  margin: ['positions'],
  leverage: ['positions'],
  'cancelled-perp': ['perpOrders'],
  swap: ['holdings'],
  transfer: ['holdings', 'balances'],
  'new-trigger': ['orders'],
  'new-suggestion': ['suggestions'],
};

/**
 * The evidence of an intent, unless its base was read before the last request of its kind took effect: that effect
 * would look like this one's.
 */
export function freshEvidence<E extends AnyEndpoint>({ data, records }: ActionContext, intent: Intent<E>): Evidence {
  const { evidence } = intent;
  const readAtMs = (restsOn[evidence.kind] ?? []).map((name) => data.read(name).updatedAtMs);
  const key = blockKey(intent);
  const lastEffectMs = records
    .getState()
    .records.filter(({ blocks }) => blocks === key)
    .reduce((last, record) => Math.max(last, effectAtMs(record)), 0);
  return readAtMs.every((atMs) => atMs > lastEffectMs) || readAtMs.length === 0 ? evidence : { kind: 'none' };
}

/** The latest time at which a request can have taken effect, ms since the epoch; 0 if it has not. */
function effectAtMs({ state, endedAtMs, taskId, task, resolution }: OperationRecord): number {
  if (state === 'rejected' || state === 'not-sent') return 0;
  if (state === 'accepted' && taskId !== null) return task?.isOver ? task.atMs : Number.POSITIVE_INFINITY;
  return resolution?.atMs ?? endedAtMs ?? Number.POSITIVE_INFINITY;
}
