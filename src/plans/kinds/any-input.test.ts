import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { baseFeeRates } from '../../domain/market/fee-rates.ts';
import { spotTokens } from '../plan.fixture.ts';
import type { PlanSpec } from '../plan.ts';
import { allKinds } from '../plan-grammar.ts';
import type { PerpFacts, PlanKind, SpotFacts } from '../plan-kind.ts';
import { planWorth } from '../plan-worth.ts';

const perp: PerpFacts = {
  kind: 'perp',
  coin: 'ETH',
  szDecimals: 4,
  maxLeverage: 20,
  mark: new Big(3_500),
  bid: new Big('3499.9'),
  ask: new Big('3500.1'),
  fees: baseFeeRates,
};
const { usdc, sol } = spotTokens;
const spot: SpotFacts = {
  kind: 'spot',
  chain: 'solana',
  input: sol,
  output: usdc,
  inputUsd: new Big(140),
  outputUsd: new Big(1),
  balance: 10n ** 12n,
};

/** What a person would type, by kind; the other inputs have their standards. */
const good: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  scale: { side: 'buy', size: '2', from: '3400', to: '3300' },
  twap: { side: 'sell', size: '2' },
  chase: { side: 'buy', size: '2', limit: '3550' },
  iceberg: { side: 'buy', size: '20', show: '1' },
  bracket: { side: 'buy', size: '2', stop: '3300', exits: '1R 50%, 2R 50%' },
  dca: { amount: '5', times: '30' },
  'swap-twap': { amount: '100' },
  oco: { amount: 'all', profit: '200', stop: '100' },
  ladder: { amount: 'all' },
};

const odd = fc.constantFrom(
  ...'|0|-1|1|2|500|501|0.1|1.5|1,000| 3 |99999999999999999999999999|3500.1234567|1e9|1e400|NaN|Infinity'.split('|'),
  ...'0.0000000000000000000001|١٢|\u0000|all|25%|101 %|50 %|0m|5s|1m|1h30m|90d|999999d999999d|999999999999d'.split('|'),
  ...'market|best|yes|no|buy|sell|1R 50%, 2R 50%|3600 100%|2x:30% 3x:70%|2x 3x|1:3|0:1|5%|25t|3400|3600'.split('|'),
);

test.each(allKinds.map((kind) => [kind.kind, kind as PlanKind<PlanSpec>] as const))(
  'whatever is typed, %s is a plan that can be read back, or says what is wrong',
  (name, kind) => {
    const standard = Object.fromEntries(kind.inputs.map((input) => [input.id, input.standard ?? '']));
    const base = { ...standard, ...good[name] };
    const some = (id: string) =>
      fc.oneof({ weight: 5, arbitrary: fc.constant(base[id] ?? '') }, { weight: 1, arbitrary: odd });
    const changed = fc.record(Object.fromEntries(kind.inputs.map(({ id }) => [id, some(id)])));
    const facts = kind.trades === 'perp' ? perp : spot;
    let plans = 0;
    fc.assert(
      fc.property(changed, (values) => {
        const made = kind.build(values, facts, () => 0.5);
        if ('problem' in made) {
          expect(made.problem).toMatch(/[.)]$/);
          return;
        }
        plans++;
        expect(kind.schema.safeParse(made.spec)).toMatchObject({ success: true });
        const planned = kind.planned(made.spec);
        expect(planned.length).toBeGreaterThan(0);
        expect(planned.length).toBeLessThanOrEqual(1_006);
        for (const { afterMs, size } of planned) {
          expect(afterMs === null || Number.isSafeInteger(afterMs)).toBe(true);
          expect(new Big(size).gt(0)).toBe(true);
        }
        planWorth(planned, facts, null, kind.alternatives?.(made.spec));
      }),
      { numRuns: cases(200, 50_000) },
    );
    expect(plans).toBeGreaterThan(0);
  },
);

test.each<[string, Readonly<Record<string, string>>, string, RegExp]>([
  ['iceberg', { size: '99999999999999999999999999', show: '2' }, 'show', /^That would be more than 1000 orders: show /],
  ['twap', { slippage: '51' }, 'slippage', /^Enter a slippage of at most 50 per cent/],
  ['bracket', { slippage: '99999999999999999999999999' }, 'slippage', /^Enter a slippage of at most 50 per cent/],
  ['dca', { every: '999999d999999d' }, 'every', /^Enter a time of at most 3650d/],
])('%s refuses what no order could be: %j', (name, change, field, problem) => {
  const kind = allKinds.find((one) => one.kind === name) as PlanKind<PlanSpec>;
  const standard = Object.fromEntries(kind.inputs.map(({ id, standard: text = '' }) => [id, text]));
  const values = { ...standard, ...good[name], ...change };
  expect(kind.build(values, kind.trades === 'perp' ? perp : spot, () => 0.5)).toEqual({
    field,
    problem: expect.stringMatching(problem),
  });
});
