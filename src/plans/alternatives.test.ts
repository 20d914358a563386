import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { advance } from './advance.ts';
import type { ChildOrder } from './child-order.ts';
import { committed, executed } from './committed.ts';
import { withPlanLine } from './fold-plan.ts';
import type { OcoSpec } from './kinds/oco.ts';
import type { Plan, PlanLine } from './plan.ts';
import type { PlanView } from './plan-kind.ts';

const spec: OcoSpec = {
  kind: 'oco',
  chain: 'solana',
  input: { address: 'in', symbol: 'IN', decimals: 0 },
  output: { address: 'out', symbol: 'OUT', decimals: 0 },
  slippageBps: 100,
  baseUnits: '10',
  takeProfit: '2',
  stop: '1',
  expiryHours: 24,
};
const exit = (baseUnits: string): ChildOrder => ({
  do: 'trigger',
  chain: 'solana',
  inputToken: 'in',
  outputToken: 'out',
  baseUnits,
  metric: 'price_usd',
  direction: 'above',
  value: '2',
  expiryHours: 24,
  slippageBps: 100,
});
const view: PlanView = {
  nowMs: 0,
  bid: null,
  ask: null,
  mark: null,
  szi: null,
  executions: new Map(),
  volumeSince: () => null,
  newCloid: () => '',
};

const created: PlanLine = {
  event: 'created',
  id: 'p',
  at: 0,
  walletId: 'w',
  summary: '',
  spec,
  caps: { operations: 9, usd: null },
  arrivalPx: null,
};
const sent = (key: string, baseUnits: string, at = 1): PlanLine => {
  return { event: 'child', id: 'p', at, key, order: exit(baseUnits), attempt: 1, usd: null };
};
const outcome = (key: string, kind: 'accepted' | 'unknown' | 'rejected'): PlanLine => {
  return { event: 'outcome', id: 'p', at: 1, key, kind, recordId: 'r', oid: null, orderId: 'o', message: 'no' };
};
const over = (key: string, filled: string): PlanLine => {
  return { event: 'over', id: 'p', at: 1, key, filled, avgPx: null, feeUsd: null };
};
const planOf = (...lines: PlanLine[]): Plan => lines.reduce<Plan | null>(withPlanLine, withPlanLine(null, created))!;
const units = (...lines: PlanLine[]) => committed(planOf(...lines)).toFixed();

describe('children that exclude each other', () => {
  test('count as the largest of them', () => {
    expect(units(sent('stop', '10'))).toBe('10');
    expect(units(sent('stop', '7'), sent('take profit', '10'))).toBe('10');
    expect(units(sent('stop', '10'), outcome('stop', 'rejected'), sent('take profit', '4'))).toBe('4');
  });

  test('but never as less than they have executed together', () => {
    expect(units(sent('stop', '10'), over('stop', '10'), sent('take profit', '10'))).toBe('10');
    expect(units(sent('stop', '10'), over('stop', '10'), sent('take profit', '10'), over('take profit', '6'))).toBe(
      '16',
    );
  });

  test('do not make room for others', () => {
    expect(units(sent('stop', '10'), sent('take profit', '10'), sent('another', '1'))).toBe('11');
    expect(executed(planOf(sent('stop', '10'), sent('take profit', '10')), new Map()).eq(new Big(0))).toBe(true);
  });

  test('are still not sent beyond the target', () => {
    const larger = planOf({ ...created, spec: { ...spec, baseUnits: '11' } } as PlanLine, sent('stop', '10'));
    const plan = { ...larger, spec: { ...spec, baseUnits: '10' }, children: planOf(sent('another', '1')).children };
    const working = plan.children.map((child) => ({ ...child, state: 'over' as const, filled: '1' }));
    expect(advance({ ...plan, children: working }, view)).toMatchObject({ do: 'pause' });
  });
});

describe('a plan of swaps or trigger orders whose outcome is unknown', () => {
  const unknown = [sent('stop', '10'), outcome('stop', 'unknown')] as const;
  const done: PlanLine = { event: 'settled', id: 'p', at: 2, key: 'stop', verdict: 'done' };

  test('pauses, even where it has been settled meanwhile', () => {
    expect(advance(planOf(...unknown), view)).toEqual({ do: 'pause', why: 'the outcome of stop is unknown' });
    expect(advance(planOf(...unknown, done), view)).toEqual({ do: 'pause', why: 'the outcome of stop was unknown' });
  });

  test('goes on when a person resumes it, whatever the clock says', () => {
    const paused: PlanLine = { event: 'paused', id: 'p', at: 2, why: '', by: 'plan' };
    const resumed: PlanLine = { event: 'resumed', id: 'p', at: -1_000 };
    expect(advance(planOf(...unknown, paused, resumed), view)).toMatchObject({ do: 'wait' });
    expect(advance(planOf(...unknown, paused, done, resumed), view)).toMatchObject({ do: 'send', key: 'take profit' });
    expect(advance(planOf(...unknown, done, resumed), view)).toMatchObject({ do: 'pause' });
  });

  test('takes the id of a trigger order that was found', () => {
    const plan = planOf(sent('stop', '10'), { ...outcome('stop', 'unknown'), orderId: null } as PlanLine, {
      ...done,
      orderId: 'found',
    });
    expect(plan.children).toMatchObject([{ state: 'working', orderId: 'found' }]);
  });
});

test('what is being cancelled is neither paused nor resumed', () => {
  const cancelling: PlanLine = { event: 'cancelling', id: 'p', at: 2, leavesOrders: false };
  const paused: PlanLine = { event: 'paused', id: 'p', at: 3, why: '', by: 'halt' };
  const resumed: PlanLine = { event: 'resumed', id: 'p', at: 4 };
  expect(planOf(cancelling, paused, resumed).state).toBe('cancelling');
  expect(planOf(paused, resumed, resumed)).toMatchObject({ state: 'active', activeSinceMs: 4 });
});
