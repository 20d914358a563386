import type { Child, Plan, PlanLine } from './plan.ts';

type Created = Extract<PlanLine, { event: 'created' }>;

const begin = ({ id, at, walletId, summary, spec, caps, arrivalPx }: Created): Plan => ({
  id,
  walletId,
  summary,
  spec,
  caps,
  arrivalPx,
  createdAtMs: at,
  activeSinceMs: at,
  state: 'active',
  why: '',
  pausedBy: null,
  leavesOrders: false,
  endedAtMs: null,
  children: [],
  operations: 0,
});

/** The plan after one more line; null for a line of a plan that was never created. */
export function withPlanLine(plan: Plan | null, line: PlanLine): Plan | null {
  if (line.event === 'created') return plan ?? begin(line);
  return plan && next(plan, line);
}

function next(plan: Plan, line: Exclude<PlanLine, Created>): Plan {
  switch (line.event) {
    case 'child':
      return sending(plan, line);
    case 'outcome': {
      const { kind, recordId, oid, orderId, message } = line;
      const operations = plan.operations - (kind === 'not-sent' ? 1 : 0);
      const state = kind === 'accepted' ? 'working' : kind;
      const wasUnknown = kind === 'unknown' ? ({ wasUnknown: true } as const) : {};
      return changed({ ...plan, operations }, line.key, { state, recordId, oid, orderId, message, ...wasUnknown });
    }
    case 'settled': {
      const found = line.orderId ? { orderId: line.orderId } : {};
      return changed(plan, line.key, { state: line.verdict === 'done' ? 'working' : 'not-sent', ...found });
    }
    case 'over': {
      const { filled, avgPx, feeUsd } = line;
      return changed(plan, line.key, { state: 'over', filled, avgPx, feeUsd });
    }
    // What is being cancelled or has ended is neither paused nor resumed.
    case 'paused':
      if (plan.state !== 'active') return plan;
      return { ...plan, state: 'paused', why: line.why, pausedBy: line.by };
    case 'resumed':
      return plan.state === 'paused' ? resumed(plan, line.at) : plan;
    case 'changed':
      return { ...plan, spec: line.spec, caps: line.caps };
    case 'cancelling':
      return {
        ...plan,
        state: 'cancelling',
        why: '',
        leavesOrders: line.leavesOrders,
        children: answered(plan),
      };
    case 'ended':
      return { ...plan, state: line.as, why: line.why, endedAtMs: line.at };
  }
}

/** What was rejected before may be sent again: the person who resumes the plan has seen it. */
const resumed = (plan: Plan, activeSinceMs: number): Plan => ({
  ...plan,
  state: 'active',
  why: '',
  pausedBy: null,
  activeSinceMs,
  children: answered(plan).map((child) => (child.state === 'rejected' ? { ...child, state: 'not-sent' } : child)),
});

/** A person has decided, knowing what became of what was sent. */
const answered = ({ children }: Plan): readonly Child[] => children.map((child) => ({ ...child, isAnswered: true }));

function sending(plan: Plan, { key, order, attempt, usd, at }: Extract<PlanLine, { event: 'child' }>): Plan {
  const child: Child = {
    key,
    order,
    attempt,
    usd,
    state: 'sending',
    sentAtMs: at,
    recordId: null,
    oid: null,
    orderId: null,
    message: '',
    filled: '0',
    avgPx: null,
    feeUsd: null,
  };
  const others = plan.children.filter((one) => one.key !== key);
  return { ...plan, children: [...others, child], operations: plan.operations + 1 };
}

const changed = (plan: Plan, key: string, change: Partial<Child>): Plan => ({
  ...plan,
  children: plan.children.map((child) => (child.key === key ? { ...child, ...change } : child)),
});
