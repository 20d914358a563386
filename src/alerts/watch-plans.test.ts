import { expect, test } from 'vitest';
import type { PlanFact } from './alert-facts.ts';
import { watchPlans } from './watch-plans.ts';

const fact = (over: Partial<PlanFact> = {}): PlanFact => ({
  id: 'p1',
  summary: 'TWAP: buy 2 ETH',
  state: 'active',
  why: '',
  pausedBy: null,
  doubts: [],
  executed: '1',
  target: '2',
  ...over,
});

/** The texts of the alerts after each look, in turn. */
function looks(...all: (readonly PlanFact[] | null)[]): string[][] {
  let state: ReturnType<typeof watchPlans>['state'] = null;
  return all.map((plans) => {
    const next = watchPlans(state, { plans });
    state = next.state;
    return next.alerts.map(({ text }) => text);
  });
}

test('a plan that is done, once', () => {
  const done = [fact({ state: 'done', why: 'every slice was sent' })];
  expect(looks([fact()], done, done)).toEqual([[], ['Plan done: TWAP: buy 2 ETH'], []]);
});

test('a plan that paused by itself; a person who pauses, halts or cancels knows it', () => {
  const paused = (pausedBy: PlanFact['pausedBy']) => [fact({ state: 'paused', pausedBy, why: 'slice 3 was rejected' })];
  expect(looks([fact()], paused('plan'))[1]).toEqual(['Plan paused: TWAP: buy 2 ETH: slice 3 was rejected']);
  for (const by of ['person', 'halt'] as const) expect(looks([fact()], paused(by))[1]).toEqual([]);
  expect(looks([fact()], [fact({ state: 'cancelled' })])[1]).toEqual([]);
});

test('an order of unknown outcome, once for each', () => {
  const one = [fact({ doubts: ['slice 1'] })];
  const both = [fact({ doubts: ['slice 1', 'slice 2'] })];
  expect(looks([fact()], one, one, both).map((texts) => texts.length)).toEqual([0, 1, 0, 1]);
});

test('what was so when the desk opened is no news, but what a new plan does is', () => {
  expect(looks(null, [fact({ state: 'paused', pausedBy: 'plan' })])).toEqual([[], []]);
  expect(looks([], [fact({ state: 'done' })])[1]).toHaveLength(1);
});
