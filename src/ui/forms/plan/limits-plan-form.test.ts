import { describe, expect, test } from 'vitest';
import { madePlan, spotTokens, twapOf } from '../../../plans/plan.fixture.ts';
import type { Plan, PlanSpec } from '../../../plans/plan.ts';
import { planRows } from '../../../stores/orders/plan-rows.ts';
import { fakeDesk, readRows } from '../../desk/fake-desk.fixture.ts';
import type { Values } from '../form-spec.ts';
import { limitsPlanForm } from './limits-plan-form.ts';

const { usdc, bonk } = spotTokens;
const dca: PlanSpec = {
  kind: 'dca',
  chain: 'solana',
  input: usdc,
  output: bonk,
  slippageBps: 100,
  baseUnits: '5000000',
  totalBaseUnits: '50000000',
  everyMs: 60_000,
  forMs: null,
  limitPx: '0.00001184',
};

function open(over: Partial<Plan>) {
  const plan = madePlan({ operations: 3, caps: { operations: 50, usd: '5000' }, ...over });
  const fake = fakeDesk();
  fake.fill();
  fake.desk.plans.setState({ plans: [plan], isLoaded: true });
  const form = limitsPlanForm(fake.desk, planRows(fake.desk.plans.getState())[0]!);
  const evaluate = (change: Values) => form.evaluate({ ...form.initial, ...change });
  const units = Object.fromEntries(form.fields(form.initial).map(({ label, unit }) => [label, unit]));
  return { ...fake, form, evaluate, units };
}

describe('the worst price', () => {
  test('of swaps stays to the last digit: a price of tokens has no grid', () => {
    const { evaluate, units } = open({ spec: dca });
    expect(units).toMatchObject({ 'Worst price': 'in the other token; empty for none' });
    const { draft, preview } = evaluate({ limitPx: '0.0000118765' });
    expect(draft?.spec).toMatchObject({ limitPx: '0.0000118765' });
    expect(readRows(preview)).toContain('changes: worst price 0.00001184 → 0.0000118765');
  });

  test('of a perp is put on the grid of its market', () => {
    const { evaluate, units } = open({ spec: { ...twapOf(4), limitPx: '96000' } });
    expect(units).toMatchObject({ 'Worst price': 'USD; empty for none' });
    expect(evaluate({ limitPx: '96,123.456' }).draft?.spec).toMatchObject({ limitPx: '96123' });
    expect(evaluate({ limitPx: '' }).draft?.spec).toMatchObject({ limitPx: null });
  });
});

test.each<[string, Values, string, RegExp]>([
  ['fewer operations than it has sent', { operations: '2' }, 'operations', /has sent 3 already/],
  ['a cap that is no number', { usd: 'x' }, 'usd', /^Enter 0\.00 USD, which it has used, or more/],
  ['a worst price that is none', { limitPx: '-1' }, 'limitPx', /^Enter a price above zero/],
  ['no slippage', { slippageBps: '' }, 'slippageBps', /^Enter per cent above zero/],
  ['nothing new', {}, 'form', /^Nothing has changed/],
])('%s is refused in place', (_name, change, field, words) => {
  const { problems, draft } = open({ spec: twapOf(4) }).evaluate(change);
  expect(problems).toEqual({
    [field]: expect.stringMatching(words),
    ...(field === 'form' ? {} : { form: expect.anything() }),
  });
  expect(draft).toBeNull();
});

test('caps that let it trade more than the limit for typed words ask for one', () => {
  const { form, evaluate, desk } = open({ spec: twapOf(4) });
  const confirmed = (usd: string) => form.confirmLocally?.(evaluate({ usd }).draft!);
  expect(confirmed(String(Number(desk.caps.wordAboveUsd)))).toEqual({ by: 'key' });
  expect(confirmed(String(Number(desk.caps.wordAboveUsd) + 1))).toMatchObject({ by: 'word', word: 'PLAN' });
  expect(confirmed('')).toMatchObject({ by: 'word', word: 'PLAN' });
  expect(confirmed('100')).toEqual({ by: 'key' });
});
