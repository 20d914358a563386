import { expect, test } from 'vitest';
import { madePlan, madeSlice, spotTokens } from '../../plans/plan.fixture.ts';
import { planFields, planText } from './plan-text.ts';

const plan = madePlan({
  children: [
    madeSlice(1, { state: 'over', filled: '0.1', avgPx: '100' }),
    madeSlice(2, { state: 'over', filled: '0.2', avgPx: '101' }),
  ],
});

test('the average has no more digits than say something', () => {
  expect(planFields(plan)).toMatchObject({ executed: '0.3', averagePrice: '100.666666667' });
});

test('a person sees its wallet, and of a perp plan no tokens', () => {
  expect(planText(plan)).toMatch(/^plan +TWAP: .*\nwallet +w-main\nstate +active\nexecuted +0\.3 of 0\.4 BTC\n/);
});

test('what its swaps have sold is in whole tokens', () => {
  const { usdc, sol } = spotTokens;
  const market = { chain: 'solana', input: usdc, output: sol, slippageBps: 100 };
  const spec = { kind: 'dca', ...market, baseUnits: '50000000', totalBaseUnits: '100000000', everyMs: 60_000 };
  const children = [madeSlice(1, { key: 'swap 1', state: 'over', filled: '50000000', avgPx: '140.5' })];
  const text = planText(madePlan({ spec: { ...spec, forMs: null, limitPx: null }, children }));
  expect(text).toMatch(/\nswap 1 +over, 50 USDC at 140\.5\n/);
});
