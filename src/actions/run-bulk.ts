import type { BulkItem } from '../stores/bulk.ts';
import { addNotice } from '../stores/notices.ts';
import type { ActionContext } from './action-context.ts';
import type { Outcome } from './outcome.ts';

/** One request of several. */
export interface BulkStep {
  readonly label: string;
  run(context: ActionContext): Promise<Outcome>;
}

export interface BulkPlan {
  readonly title: string;
  readonly steps: readonly BulkStep[];
}

/**
 * Sends the steps one after another, each once, and keeps a result per item. One that fails stops nothing: what can still be
 * closed is closed. Nothing is tried again; resolves when the last one has ended.
 */
export async function runBulk(context: ActionContext, { title, steps }: BulkPlan): Promise<void> {
  const { bulk, notices, clock } = context;
  if (bulk.getState().run?.isOver === false)
    return addNotice(notices, { atMs: clock.now(), tone: 'warn', text: `${title}: another run is still under way` });
  const waiting = steps.map(({ label }): BulkItem => ({ label, state: 'waiting', trouble: null, requestId: null }));
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
    set(index, { state: outcome.kind, trouble, requestId: outcome.requestId });
  }
  bulk.setState(({ run }) => ({ run: run && { ...run, isOver: true } }));
  const left = (bulk.getState().run?.items ?? []).filter(({ state }) => state !== 'accepted').length;
  const text = left === 0 ? `${title}: all ${steps.length} done` : `${title}: ${left} of ${steps.length} not done`;
  addNotice(notices, { atMs: clock.now(), tone: left === 0 ? 'ok' : 'error', text });
}
