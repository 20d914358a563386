import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../platform/time/random.ts';
import { chaosRules, maxChaosLevel } from './chaos.ts';
import { FaultPlan } from './fault-plan.ts';
import { callFaults, eventFaults, type FaultRuleInput, faultRule } from './fault-rule.ts';
import { withHostileText } from './hostile-text.ts';

function planOf(rules: readonly FaultRuleInput[], seed = 1): FaultPlan {
  const plan = new FaultPlan(seededRandom(seed));
  for (const rule of rules) plan.add(faultRule.parse(rule));
  return plan;
}

const kindsOf = (plan: FaultPlan, subjects: readonly string[], kinds = callFaults) =>
  subjects.map((subject) => plan.take(subject, kinds)?.kind ?? null);

describe('FaultPlan', () => {
  it('strikes what its glob names, so often, and lets the first ones pass', () => {
    const plan = planOf([{ route: 'POST /api/v2/swap/*', kind: 'dropAnswer', times: 2, skip: 1 }]);
    const swap = 'POST /api/v2/swap/execute';
    const subjects = [swap, 'GET /api/v2/swap/quote', swap, swap, swap];
    expect(kindsOf(plan, subjects)).toEqual([null, null, 'dropAnswer', 'dropAnswer', null]);
    expect(plan.isEmpty).toBe(true);
  });

  it.each([
    ['*', 'GET /a', true],
    ['/a/*', 'GET /a/b', true],
    ['/a/*', 'POST /a/b/c', true],
    ['/a/*', 'GET /b/a/c', false],
    ['EVENT svm-token-swaps;*', 'EVENT svm-token-swaps;abc', true],
    ['EVENT a.c', 'EVENT abc', false],
    ['GET /a', 'GET /a/b', false],
    [`${'*'.repeat(200)}x`, `GET /${'y'.repeat(5_000)}`, false],
  ])('the glob %s on %s: %s', (route, subject, isStruck) => {
    expect(planOf([{ route, kind: 'latency' }]).take(subject, callFaults) !== null).toBe(isStruck);
  });

  it('asks the first rule that strikes, and only those of the kinds asked for', () => {
    const plan = planOf([{ kind: 'silence' }, { kind: 'latency' }, { kind: 'badJson' }]);
    expect(kindsOf(plan, ['GET /a', 'GET /a', 'GET /a'])).toEqual(['latency', 'badJson', null]);
    expect(plan.take('EVENT a', eventFaults)?.kind).toBe('silence');
  });

  it('strikes a share of the calls, the same ones for the same seed', () => {
    const run = (seed: number) => {
      const plan = planOf([{ kind: 'serverError', probability: 0.3, times: null }], seed);
      return kindsOf(plan, Array(1_000).fill('GET /a'));
    };
    const struck = run(5).filter((kind) => kind !== null).length;
    expect(struck).toBeGreaterThan(240);
    expect(struck).toBeLessThan(360);
    expect(run(5)).toEqual(run(5));
    expect(run(5)).not.toEqual(run(6));
  });

  it('lists what is in force with what is left of it, and clears one or all', () => {
    const plan = planOf([
      { kind: 'latency', times: 3 },
      { kind: 'badJson', times: null },
    ]);
    plan.take('GET /a', callFaults);
    const [first, second] = plan.list();
    expect(first).toMatchObject({ kind: 'latency', times: 2, struck: 1 });
    expect(second).toMatchObject({ kind: 'badJson', times: null, struck: 0 });
    expect([plan.clear(first?.faultId), plan.clear('none'), plan.clear()]).toEqual([1, 0, 1]);
    expect(plan.list()).toEqual([]);
  });
});

describe('chaosRules', () => {
  it('grow with the level, and never end by themselves', () => {
    const counts = [0, 1, 2, maxChaosLevel].map((level) => chaosRules(level).length);
    expect(counts[0]).toBe(0);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(new Set(counts).size).toBe(4);
    expect(chaosRules(maxChaosLevel).every(({ times }) => times === null)).toBe(true);
  });
});

describe('withHostileText', () => {
  it('changes words and nothing else, wherever they are', () => {
    const data = { symbol: 'SOL', priceUsd: '1', list: [{ name: 'x', address: 'a', count: 2 }], none: null };
    const changed = withHostileText(data, 0);
    expect(changed).toMatchObject({ priceUsd: '1', list: [{ address: 'a', count: 2 }], none: null });
    expect((changed as typeof data).symbol).toContain('\u001b');
    expect(withHostileText(data, 3)).not.toEqual(changed);
  });
});
