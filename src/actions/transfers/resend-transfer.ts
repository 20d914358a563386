import { z } from 'zod';
import type { CallInput } from '../../protocol/endpoint.ts';
import { retireWallet, sendTransfer } from '../../protocol/endpoints/transfers.ts';
import { addNotice } from '../../stores/notices.ts';
import { isUnresolved, type OperationRecord } from '../../stores/orders/operation-records.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { followTask } from '../pipeline/follow-task.ts';
import { generalRefusal } from '../pipeline/guard.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { attempt } from '../pipeline/send-once.ts';
import { watchUnresolved } from '../reconcile/watch-unresolved.ts';
import { readTransfer } from './transfer-request.ts';

/**
 * The service knows a correlationId for five minutes from when it came. Half a minute is kept for the way there and for
 * clocks that are set.
 */
const resendWithinMs = 270_000;

const transfers = [sendTransfer, retireWallet] as const;
const withCorrelationId = z.object({ body: z.object({ correlationId: z.string().min(1) }) });

/** How long an unknown transfer may still be sent again with its correlationId, ms; null if it may not. */
export function resendLeftMs(record: OperationRecord, nowMs: number): number | null {
  const { operation, input, sentAtMs } = record;
  const isOne = transfers.some(({ id }) => id === operation) && withCorrelationId.safeParse(input).success;
  const passedMs = nowMs - sentAtMs;
  const isInTime = passedMs >= 0 && passedMs < resendWithinMs;
  return isUnresolved(record) && isOne && isInTime ? resendWithinMs - passedMs : null;
}

/** Why it cannot be sent again, as a sentence; null if it can. */
export function whyNotResent(context: ActionContext, id: string): string | null {
  const record = context.log.record(id);
  if (!record || resendLeftMs(record, context.clock.now()) === null)
    return 'Only an unresolved transfer can be sent again, in the first minutes after it was sent.';
  return generalRefusal(context)?.message ?? null;
}

/**
 * Sends an unresolved transfer again exactly as it was journalled, once: with the same correlationId the service moves the
 * money once. Never called by the desk itself. Resolves to why nothing was sent; null if it was.
 */
export async function resendTransfer(context: ActionContext, id: string): Promise<string | null> {
  const refusal = whyNotResent(context, id);
  const record = context.log.record(id);
  const endpoint = transfers.find((one) => one.id === record?.operation);
  if (refusal !== null || !record || !endpoint) return refusal;
  try {
    context.log.write({ event: 'resent', id });
  } catch (error) {
    return `Nothing was sent: the journal cannot be written (${toProblem(error).message}).`;
  }
  let isAnswered = false;
  const startMs = context.clock.monotonic();
  const outcome = await attempt(context, {
    endpoint: endpoint as typeof sendTransfer,
    // It was validated when it was first sent, and the client validates it again.
    input: record.input as CallInput<typeof sendTransfer>,
    readResult: (data) => {
      isAnswered = true;
      return readTransfer(data, record.summary);
    },
  });
  const tookMs = Math.round(context.clock.monotonic() - startMs);
  settle(context, record, isAnswered ? outcome : afterFirst(outcome), tookMs);
  return null;
}

/** Only the transfer's own answer speaks of the first request too; a refusal of the key or the rate does not. */
function afterFirst(outcome: Outcome): Outcome {
  if (outcome.kind === 'accepted' || outcome.kind === 'unknown') return outcome;
  const message = `sent again and refused: ${outcome.message}; the first request may still have been executed`;
  return { kind: 'unknown', code: outcome.code, message, requestId: outcome.requestId };
}

function settle(context: ActionContext, { id, summary }: OperationRecord, outcome: Outcome, tookMs: number): void {
  const { kind, ...rest } = outcome;
  const line = { event: kind, id, ...rest, tookMs };
  try {
    context.log.write(line);
  } catch {
    context.log.remember(line);
  }
  const isDone = kind === 'accepted';
  addNotice(context.notices, {
    atMs: context.clock.now(),
    tone: isDone ? 'ok' : kind === 'rejected' ? 'error' : 'warn',
    text: isDone ? outcome.message : `${summary}, sent again: ${outcome.code} ${outcome.message}`,
  });
  context.data.refresh('balances', 'holdings', 'wallets');
  if (kind === 'unknown') watchUnresolved(context, id);
  if (kind === 'accepted' && outcome.taskId) followTask(context, id);
}
