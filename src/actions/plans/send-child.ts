import Big from 'big.js';
import type { ChildOrder } from '../../plans/child-order.ts';
import { kindOf } from '../../plans/kinds/kinds.ts';
import { type Child, childOf, type Plan } from '../../plans/plan.ts';
import { sumOfDearest } from '../../plans/plan-worth.ts';
import { addNotice } from '../../stores/notices.ts';
import type { OperationRecord } from '../../stores/orders/operation-records.ts';
import { toProblem } from '../../stores/problem.ts';
import { intentOf, sendOperation } from '../operations.ts';
import type { SwapQuote } from '../orders/quote-swap.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { whyRefused } from '../pipeline/guard.ts';
import { isEvidenceLate } from '../reconcile/fresh.ts';
import type { PlanBook } from './plan-book.ts';
import { planOperation } from './plan-operation.ts';

/** Refusals that pass by themselves: another request is on its way, or a read is too old. */
const passing = new Set(['STILL_SENT', 'NOT_FRESH', 'LOCKED', 'JOURNAL_NOT_READ', 'IN_DOUBT', 'HALTED']);

/**
 * Sends one child: its line is on disk before its request, so that whatever happens in between, the next start knows it.
 * Resolves when its outcome is in the plan. Never rejects.
 */
export async function sendChild(
  context: ActionContext,
  plan: Plan,
  { key, order }: { readonly key: string; readonly order: ChildOrder },
  quote: SwapQuote | null = null,
): Promise<void> {
  const operation = planOperation(context, plan, order, quote);
  if (typeof operation === 'string') return pausePlan(context, plan.id, operation);
  if ('notYet' in operation) return context.book.say(plan.id, { what: `${key}: ${operation.notYet}` });
  const intent = intentOf(context, operation);
  const refusal = whyRefused(context, intent);
  if (refusal && passing.has(refusal.code)) return context.book.say(plan.id, { what: `${key}: ${refusal.message}` });
  // The outcome of a swap or trigger order is found out by comparing reads: without a read after the last one, it cannot be.
  if ((order.do === 'swap' || order.do === 'trigger') && isEvidenceLate(context, intent))
    return context.book.say(plan.id, { what: `${key}: the account is read again after the last order first` });
  const usd = order.do === 'perp' || order.do === 'swap' || order.do === 'trigger' ? intent.usd : new Big(0);
  const why = refusal?.message ?? whyOverCaps(plan, key, usd);
  if (why) return pausePlan(context, plan.id, `${key}: ${why}`);
  const attempt = (childOf(plan, key)?.attempt ?? 0) + 1;
  try {
    context.book.write({ event: 'child', id: plan.id, key, order, attempt, usd: usd?.toFixed() ?? null });
  } catch (error) {
    return context.book.say(plan.id, {
      what: `nothing is sent: the plan file cannot be written (${toProblem(error).message})`,
    });
  }
  const outcome = await sendOperation(context, operation, { id: plan.id, key, attempt });
  if (context.timers.isStopped) return;
  // A request that never left has no record. A look at the plan may have found that out before.
  const isSending = context.book.get(plan.id)?.children.some((one) => one.key === key && one.state === 'sending');
  if (!isSending) return;
  const { message } = outcome;
  if (outcome.kind === 'not-sent' && !recordOf(context, plan.id, { key, attempt }))
    writeOr(context, { event: 'outcome', id: plan.id, key, kind: 'not-sent', ...noIds, message });
  else syncChildren(context, plan.id);
  // What our own check refuses, it would refuse again.
  if (outcome.kind === 'not-sent' && outcome.code === 'INVALID_INPUT')
    pausePlan(context, plan.id, `${key}: ${message}`);
}

const noIds = { recordId: null, oid: null, orderId: null };

/** What a person allowed the plan to trade, against what its children may have traded and this one. */
function whyOverCaps(plan: Plan, key: string, usd: Big | null): string | null {
  const { caps } = plan;
  if (caps.usd === null) return null;
  if (!usd) return 'its value is unknown, and the plan has a cap';
  return tradedUsd(plan, { key, usd }).gt(caps.usd)
    ? `with it the plan would trade more than the ${caps.usd} USD that you allowed`
    : null;
}

/** Of children that exclude each other the dearest counts; what is over and has executed nothing does not. */
function tradedUsd({ spec, children }: Plan, next: { readonly key: string; readonly usd: Big }): Big {
  const traded = children.filter(
    ({ key, state, filled }) =>
      key !== next.key && state !== 'rejected' && state !== 'not-sent' && (state !== 'over' || filled !== '0'),
  );
  const known = traded.map(({ key, usd }) => ({ key, usd: usd === null ? null : new Big(usd) }));
  return sumOfDearest([...known, next], kindOf(spec).alternatives?.(spec));
}

type Attempt = Pick<Child, 'key' | 'attempt'>;

/** The journal's record of this attempt; undefined: it never left, because the journal's line comes before the request. */
const recordOf = ({ records }: Pick<ActionContext, 'records'>, id: string, { key, attempt }: Attempt) =>
  records.getState().records.findLast(({ plan }) => plan?.id === id && plan.key === key && plan.attempt === attempt);

/**
 * Brings a plan's children up to what the journal knows of them: outcomes, what unknown ones turned out to be, and what an
 * earlier run had sent when it ended.
 */
export function syncChildren(context: ActionContext, id: string): void {
  for (const child of context.book.get(id)?.children ?? []) {
    const { key } = child;
    const record = recordOf(context, id, child);
    if (child.state === 'sending') syncSent(context, id, child, record);
    else if (child.state === 'unknown' && record?.resolution)
      writeOr(context, { event: 'settled', id, key, verdict: record.resolution.verdict });
  }
}

function syncSent(context: ActionContext, id: string, { key }: Child, record?: OperationRecord): void {
  if (!record) return writeOr(context, { event: 'outcome', id, key, kind: 'not-sent', ...noIds, message: neverLeft });
  const { state: kind, id: recordId, oid, orderId, message } = record;
  if (kind === 'sent') return;
  writeOr(context, { event: 'outcome', id, key, kind, recordId, oid, orderId, message: message ?? '' });
}

const neverLeft = 'it never left';

/** Stops the plan until a person decides. */
export function pausePlan(
  context: ActionContext,
  id: string,
  why: string,
  by: 'person' | 'plan' | 'halt' = 'plan',
): void {
  const plan = context.book.get(id);
  // What is being cancelled goes on until nothing rests.
  if (plan?.state === 'cancelling') return context.book.say(id, { what: why, untilMs: null });
  if (plan?.state !== 'active') return;
  writeOr(context, { event: 'paused', id, why, by });
  const tone = by === 'plan' ? 'warn' : 'info';
  addNotice(context.notices, { atMs: context.clock.now(), tone, text: `${plan.summary} paused: ${why}` });
}

/** A plan file that cannot be written stops the plan: what is not written has not happened. */
export function writeOr(context: ActionContext, line: Parameters<PlanBook['write']>[0]): void {
  try {
    context.book.write(line);
  } catch (error) {
    const what = `the plan file cannot be written (${toProblem(error).message})`;
    context.book.say(line.id, { what });
    addNotice(context.notices, { atMs: context.clock.now(), tone: 'error', text: what });
  }
}
