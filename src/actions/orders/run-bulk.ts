import { addNotice } from '../../stores/notices.ts';
import type { BulkItem } from '../../stores/orders/bulk.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import type { Outcome } from '../pipeline/outcome.ts';

/** One request of a bulk run. */
export interface BulkStep {
  readonly label: string;
  /** What it changes, for the confirmation; '' for what the label says already. */
  readonly effect?: string;
  run(context: ActionContext): Promise<Outcome>;
}

/** Operations that are confirmed as one and sent one by one. */
export interface BulkPlan {
  readonly title: string;
  readonly steps: readonly BulkStep[];
}

/**
 * Sends the steps one after another, each once, and keeps a result per item. A failed step does not stop the others,
 * and nothing is retried. Resolves when the last step has ended.
 */
export async function runBulk(context: ActionContext, { title, steps }: BulkPlan): Promise<void> {
  const { bulk, notices, clock } = context;
  if (bulk.getState().run?.isOver === false)
    return addNotice(notices, {
      atMs: clock.now(),
      tone: 'warn',
      text: `${title}: another bulk run is still in progress`,
    });
  const waiting = steps.map(
    ({ label }): BulkItem => ({
      label,
      state: 'waiting',
      trouble: null,
      requestId: null,
      recordId: null,
    }),
  );
  bulk.setState({ run: { title, items: waiting, isOver: false } });
  const set = (index: number, change: Partial<BulkItem>): void =>
    bulk.setState(({ run }) => {
      const item = run?.items[index];
      return run && item ? { run: { ...run, items: run.items.with(index, { ...item, ...change }) } } : {};
    });
  for (const [index, step] of steps.entries()) {
    set(index, { state: 'sending' });
    const outcome = await step.run(context);
    const trouble = outcome.kind === 'accepted' ? null : `${outcome.code} ${outcome.message}`;
    const recordId = outcome.kind === 'accepted' ? (outcome.recordId ?? null) : null;
    set(index, { state: outcome.kind, trouble, requestId: outcome.requestId, recordId });
  }
  bulk.setState(({ run }) => ({ run: run && { ...run, isOver: true } }));
  const left = (bulk.getState().run?.items ?? []).filter(({ state }) => state !== 'accepted').length;
  const text = left === 0 ? `${title}: all ${steps.length} done` : `${title}: ${left} of ${steps.length} not done`;
  addNotice(notices, { atMs: clock.now(), tone: left === 0 ? 'ok' : 'error', text });
}
