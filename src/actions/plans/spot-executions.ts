import Big from 'big.js';
import { taskEnd } from '../../domain/market/task-status.ts';
import { isTriggerOpen } from '../../domain/market/trigger-order.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import type { Child } from '../../plans/plan.ts';
import type { Execution } from '../../plans/plan-kind.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import type { getTriggerOrder } from '../../protocol/endpoints/trigger.ts';
import type { OperationRecord } from '../../stores/orders/operation-records.ts';

/** A trigger order as it was read by its id. */
export interface ReadTrigger {
  readonly order: ResponseData<typeof getTriggerOrder>;
  /** When it was asked for, on a clock that never jumps, ms. */
  readonly atMs: number;
  /** When it was first seen to have fired, by the same clock; null if it has not. */
  readonly firedAtMs: number | null;
}

/** How long the price of an executed swap is waited for, ms: its trade may be listed late. */
const priceWithinMs = 60_000;
/** An order that the service still calls `triggered` this long after it fired has no later status, ms. */
const firesWithinMs = 120_000;

const none = { filled: new Big(0), avgPx: null, feeUsd: null };

/**
 * What an accepted swap has sold, in base units: all of it or, if its task failed, nothing. Null if the journal does not
 * know it. `avgPx`: USD for one token of what the trade is priced in.
 */
export function swapExecution(
  { order }: Pick<Child, 'order'>,
  record: OperationRecord | undefined,
  nowMs: number,
): Execution | null {
  if (order.do !== 'swap' || !record) return null;
  const sold = { filled: new Big(order.baseUnits), avgPx: readDecimal(record.fills?.avgPrice), feeUsd: null };
  // Evidence or a person says that it was done; its task is unknown.
  if (record.state === 'unknown') return record.resolution?.verdict === 'done' ? { ...sold, isOpen: false } : null;
  const { task, fills } = record;
  if (!task?.isOver) return { ...none, isOpen: true };
  if (taskEnd(task.status) !== 'done') return { ...none, isOpen: false };
  const waitedMs = nowMs - task.atMs;
  return { ...sold, isOpen: !fills && waitedMs >= 0 && waitedMs < priceWithinMs };
}

/**
 * What a trigger order has sold, in base units: all of it once it has fired, nothing otherwise. It stays open while its swap
 * may still fail. Null if it could not be read.
 */
export function triggerExecution({ order }: Pick<Child, 'order'>, read: ReadTrigger | undefined): Execution | null {
  if (order.do !== 'trigger' || !read) return null;
  const status = read.order.status.toLowerCase();
  const sold = { ...none, filled: new Big(order.baseUnits) };
  if (status === 'success') return { ...sold, isOpen: false };
  if (status === 'triggered')
    return { ...sold, isOpen: read.firedAtMs === null || read.atMs - read.firedAtMs < firesWithinMs };
  return { ...none, isOpen: isTriggerOpen(read.order.status) };
}
