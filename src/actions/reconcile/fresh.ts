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
export function freshEvidence<E extends AnyEndpoint>(context: ActionContext, intent: Intent<E>): Evidence {
  const lastEffectMs = rivalsOf(context, intent).reduce((last, record) => Math.max(last, effectAtMs(record)), 0);
  return readsOf(context, intent).every((atMs) => atMs > lastEffectMs) ? intent.evidence : { kind: 'none' };
}

/** A request that has had no effect for so long is not waited for, ms. */
const waitsForMs = 900_000;

/**
 * Whether a request that can wait should: the next reads will be its evidence, and those of now are none. False where only
 * a change of the clock, or a task that hangs, makes it seem so.
 */
export function isEvidenceLate<E extends AnyEndpoint>(context: ActionContext, intent: Intent<E>): boolean {
  const nowMs = context.clock.now();
  const isWaitedFor = (record: OperationRecord): boolean =>
    effectAtMs(record) === Number.POSITIVE_INFINITY
      ? nowMs - record.sentAtMs < waitsForMs
      : effectAtMs(record) <= nowMs;
  const effects = rivalsOf(context, intent).filter(isWaitedFor).map(effectAtMs);
  return readsOf(context, intent).some((atMs) => effects.some((effectMs) => atMs <= effectMs));
}

const readsOf = <E extends AnyEndpoint>({ data }: ActionContext, { evidence }: Intent<E>): number[] =>
  (restsOn[evidence.kind] ?? []).map((name) => data.read(name).updatedAtMs);

/** Requests that the evidence could confuse with this one. */
function rivalsOf<E extends AnyEndpoint>({ records }: ActionContext, intent: Intent<E>): readonly OperationRecord[] {
  const key = blockKey(intent);
  return records.getState().records.filter(({ blocks }) => blocks === key);
}

/** The latest time at which a request can have taken effect, ms since the epoch; 0 if it has not. */
function effectAtMs({ state, endedAtMs, taskId, task, resolution }: OperationRecord): number {
  if (state === 'rejected' || state === 'not-sent') return 0;
  if (state === 'accepted' && taskId !== null) return task?.isOver ? task.atMs : Number.POSITIVE_INFINITY;
  return resolution?.atMs ?? endedAtMs ?? Number.POSITIVE_INFINITY;
}
