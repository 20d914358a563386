import { kindOf } from '../../plans/kinds/kinds.ts';
import { isEnded, type Plan, type PlanCaps, type PlanSpec } from '../../plans/plan.ts';
import { ownKeyRefusal } from '../../plans/read-spot-inputs.ts';
import { isOwnWalletId } from '../../stores/account/wallets.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { generalRefusal } from '../pipeline/guard.ts';

/** A plan as it is confirmed. */
export interface PlanDraft {
  readonly walletId: string;
  readonly summary: string;
  readonly spec: PlanSpec;
  readonly caps: PlanCaps;
  /** Mid price now, decimal text; null if unknown. */
  readonly arrivalPx: string | null;
}

/** What a person does with plans. Each resolves a sentence that says why nothing was done, or null. */
export interface PlanActions {
  create(draft: PlanDraft): { readonly id: string } | { readonly why: string };
  pause(id: string): string | null;
  resume(id: string): string | null;
  /** `leavesOrders`: what rests at the service stays there. */
  cancel(id: string, leavesOrders: boolean): string | null;
  change(id: string, spec: PlanSpec, caps: PlanCaps): string | null;
}

export function bindPlanActions(context: ActionContext): PlanActions {
  const { book } = context;
  const unless = (why: string | null, write: () => void): string | null => {
    if (why) return why;
    try {
      write();
      return null;
    } catch (error) {
      return `Nothing was done: the plan file cannot be written (${toProblem(error).message}).`;
    }
  };
  const over = (id: string): string | null => {
    const plan = book.get(id);
    return !plan ? 'There is no such plan.' : isEnded(plan) ? `It has ended: ${plan.why}.` : null;
  };
  const unlessIn = (id: string, state: Plan['state'], words: string): string | null =>
    over(id) ?? (book.get(id)?.state === state ? null : words);
  const refused = (): string | null => generalRefusal(context)?.message ?? null;
  return {
    create({ spec, ...draft }) {
      if (isOwnWalletId(draft.walletId)) return { why: ownKeyRefusal };
      const id = context.random.hex(4);
      const read = kindOf(spec).schema.safeParse(spec);
      const bad = read.success ? null : 'The plan cannot be read.';
      const why = unless(refused() ?? bad, () => book.write({ event: 'created', id, ...draft, spec }));
      return why ? { why } : { id };
    },
    pause: (id) =>
      unless(unlessIn(id, 'active', 'Only an active plan can be paused.'), () =>
        book.write({ event: 'paused', id, why: 'paused by you', by: 'person' }),
      ),
    resume: (id) =>
      unless(unlessIn(id, 'paused', 'Only a paused plan can be resumed.') ?? refused(), () =>
        book.write({ event: 'resumed', id }),
      ),
    cancel: (id, leavesOrders) => unless(over(id), () => book.write({ event: 'cancelling', id, leavesOrders })),
    change: (id, spec, caps) => unless(over(id), () => book.write({ event: 'changed', id, spec, caps })),
  };
}
