import type { SplitPlan, SplitRequest } from '../../../actions/transfers/plan-split.ts';
import { type Problem, toProblem } from '../../../stores/problem.ts';
import type { Desk } from '../../desk/desk.ts';

export interface PlanCache {
  /** The last plan for exactly this request, even if it has expired. */
  read(request: SplitRequest): { readonly plan: SplitPlan | null; readonly problem: Problem | null };
  isAsking(): boolean;
  /** Plans it anew, which moves nothing; one request at a time. */
  ask(request: SplitRequest): void;
  /** A plan serves once: forget the last one. */
  drop(): void;
  close(): void;
}

/** Keeps the last plan with its request, so that a plan is never shown for other inputs. */
export function createPlanCache(desk: Desk): PlanCache {
  let last: { readonly key: string; readonly plan: SplitPlan | null; readonly problem: Problem | null } | null = null;
  let isAsking = false;
  let isOpen = true;
  return {
    read: (request) =>
      last?.key === keyOf(request) ? { plan: last.plan, problem: last.problem } : { plan: null, problem: null },
    isAsking: () => isAsking,
    ask: (request) => {
      if (isAsking) return;
      isAsking = true;
      const settle = (plan: SplitPlan | null, problem: Problem | null): void => {
        isAsking = false;
        last = { key: keyOf(request), plan, problem };
        if (isOpen) desk.scheduler.request();
      };
      desk.scheduler.request();
      void desk.actions.planSplit(request).then(
        (plan) => settle(plan, null),
        (error: unknown) => settle(null, toProblem(error)),
      );
    },
    drop: () => {
      last = null;
    },
    close: () => {
      isOpen = false;
    },
  };
}

const keyOf = (request: SplitRequest): string => JSON.stringify({ ...request, baseUnits: String(request.baseUnits) });

/** Time that the plan is still valid, ms; 0 once it has expired. A clock set back does not lengthen it. */
export const planLeftMs = ({ expiresAtMs }: SplitPlan, nowMs: number): number => {
  const leftMs = expiresAtMs - nowMs;
  return leftMs > mostLifeMs ? 0 : Math.max(0, leftMs);
};

const mostLifeMs = 60_000;
