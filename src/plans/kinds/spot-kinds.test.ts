import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { spotTokens } from '../plan.fixture.ts';
import type { PlanSpec } from '../plan.ts';
import type { PlanKind, SpotFacts } from '../plan-kind.ts';
import { dca } from './dca.ts';
import { planKinds } from './kinds.ts';
import { ladder } from './ladder.ts';
import { oco } from './oco.ts';
import { swapTwap } from './swap-twap.ts';

const { bonk, usdc } = spotTokens;
const facts: SpotFacts = {
  kind: 'spot',
  chain: 'solana',
  input: bonk,
  output: usdc,
  inputUsd: new Big('0.5'),
  outputUsd: new Big(1),
  balance: 100_000_000n,
};

type Values = Record<string, string>;
const standards = ({ inputs }: Pick<PlanKind<PlanSpec>, 'inputs'>): Values =>
  Object.fromEntries(inputs.map(({ id, standard }) => [id, standard ?? '']));

/** What the kind says of the inputs that are not standard. */
function buildOf<S extends PlanSpec>(kind: PlanKind<S>, values: Values, over: Partial<SpotFacts> = {}) {
  return kind.build({ ...standards(kind as never), ...values }, { ...facts, ...over }, () => 0.75);
}

function specOf<S extends PlanSpec>(kind: PlanKind<S>, values: Values, over: Partial<SpotFacts> = {}): S {
  const built = buildOf(kind, values, over);
  if ('problem' in built) throw new Error(`${built.field}: ${built.problem}`);
  expect(kind.schema.parse(JSON.parse(JSON.stringify(built.spec)))).toEqual(built.spec);
  return built.spec;
}

describe('a DCA is built', () => {
  test.each([
    ['a number of swaps', { times: '30' }, '150000000', null],
    ['a time, with a swap at its start', { times: '3d' }, '20000000', 3 * 86_400_000],
    ['a budget, whose last swap is smaller', { budget: '120' }, '12000000', null],
    ['whichever ends first', { times: '30', budget: '200' }, '20000000', null],
  ])('of %s', (_, values, totalBaseUnits, forMs) => {
    expect(specOf(dca, { amount: '50', every: '1d', ...values })).toMatchObject({
      baseUnits: '5000000',
      totalBaseUnits,
      everyMs: 86_400_000,
      forMs,
      slippageBps: 100,
    });
  });

  test('may sell more in all than the wallet holds now, but not at once', () => {
    expect(specOf(dca, { amount: '1000', times: '30' }).totalBaseUnits).toBe('3000000000');
    expect(buildOf(dca, { amount: '1000.1', times: '30' })).toEqual({
      field: 'amount',
      problem: 'The wallet holds 1000 BONK: enter at most that.',
    });
  });

  test.each<[Values, string, RegExp]>([
    [{ times: '' }, 'times', /when it ends/],
    [{ times: '0' }, 'times', /1 to 1000/],
    [{ times: '0d' }, 'times', /above zero/],
    [{ times: 'soon' }, 'times', /such as 20m/],
    [{ times: '9', every: '59s' }, 'every', /at least 1m/],
    [{ times: '90d', every: '1m' }, 'times', /more than 1000 swaps/],
    [{ budget: '49' }, 'budget', /below the amount of one/],
    [{ times: '9', amount: '0' }, 'amount', /above zero/],
    [{ times: '9', amount: '1.000001' }, 'amount', /5 decimals/],
    [{ times: '9', slippage: '0.001' }, 'slippage', /0.01 to 100/],
    [{ times: '9', slippage: '101' }, 'slippage', /0.01 to 100/],
    [{ times: '9', limit: '-1' }, 'limit', /above zero/],
  ])('refusing %j', (values, field, problem) => {
    expect(buildOf(dca, { amount: '50', ...values })).toEqual({ field, problem: expect.stringMatching(problem) });
  });
});

describe('a swap TWAP is built', () => {
  test('with jitter in all slices but the first', () => {
    const { slices } = specOf(swapTwap, { amount: '100', over: '1h', count: '3', jitter: '20' });
    expect(slices).toEqual([
      { baseUnits: '3333333', afterMs: 0 },
      { baseUnits: '3333333', afterMs: 1_260_000 },
      { baseUnits: '3333334', afterMs: 2_460_000 },
    ]);
  });

  test.each<[Values, string, RegExp]>([
    [{ amount: 'all', over: '1m', count: '4' }, 'count', /20 s apart: at most 3 fit/],
    [{ amount: '0.00002', count: '3' }, 'count', /At most 2 slices/],
    [{ amount: '120%' }, 'amount', /at most 100 %/],
    [{ amount: '5', part: 'x' }, 'part', /above zero/],
  ])('refusing %j', (values, field, problem) => {
    expect(buildOf(swapTwap, values)).toEqual({ field, problem: expect.stringMatching(problem) });
  });
});

describe('an OCO is built', () => {
  test('of a share of the holding', () => {
    expect(specOf(oco, { amount: '25%', profit: '0.8', stop: '0.3', expiry: '48' })).toMatchObject({
      baseUnits: '25000000',
      takeProfit: '0.8',
      stop: '0.3',
      expiryHours: 48,
    });
  });

  test.each<[Values, string, RegExp, Partial<SpotFacts>?]>([
    [{ profit: '0.4', stop: '0.3' }, 'profit', /0.5 already/],
    [{ profit: '0.8', stop: '0.5' }, 'stop', /below it/],
    [{ profit: '0.8', stop: '0.9' }, 'stop', /below the take profit/, { inputUsd: null }],
    [{ profit: '0.8', stop: '0.3' }, 'profit', /is unknown, so the exits cannot be checked/, { inputUsd: null }],
    [{ profit: '0.8', stop: '0.3', expiry: '0' }, 'expiry', /1 to 8760/],
    [{ profit: '0.8', stop: '0.3', amount: '50%' }, 'amount', /balance is unknown/, { balance: null }],
    [{ profit: '0.8', stop: '0.3' }, 'buy', /price of BONK/, { input: usdc, output: bonk }],
    [{ profit: '0.8', stop: '0.3' }, 'market', /solana, base, bsc/, { chain: 'monad' }],
    [{ profit: '0.8', stop: '0.3' }, 'buy', /being sold/, { output: bonk }],
    [{ profit: '0.8', stop: '0.3' }, 'walletId', /only by hand/, { isOwn: true }],
  ])('refusing %j', (values, field, problem, over = {}) => {
    expect(buildOf(oco, { amount: 'all', ...values }, over)).toEqual({
      field,
      problem: expect.stringMatching(problem),
    });
  });
});

describe('a ladder is built', () => {
  test('of multiples of the price now, or of another', () => {
    const values = ({ levels }: { levels: readonly { value: string }[] }) => levels.map(({ value }) => value);
    expect(values(specOf(ladder, { amount: 'all' }))).toEqual(['1', '1.5', '2.5']);
    expect(values(specOf(ladder, { amount: 'all', base: '0.333' }))).toEqual(['0.666', '0.999', '1.665']);
  });

  test('with the shares that were given', () => {
    const { levels } = specOf(ladder, { amount: '0.00101', levels: '2x:30% 3x:30%' });
    expect(levels.map(({ baseUnits }) => baseUnits)).toEqual(['30', '30']);
  });

  test.each<[Values, string, RegExp, Partial<SpotFacts>?]>([
    [{ levels: '2 3 5' }, 'levels', /such as 2x/],
    [{ levels: '1x 2x' }, 'levels', /first above 1x/],
    [{ levels: '3x 2x' }, 'levels', /above the one before/],
    [{ levels: '2x:30% 3x' }, 'levels', /each level a share/],
    [{ levels: '2x:60% 3x:60%' }, 'levels', /120 %/],
    [{ levels: '2x:0% 3x:60%' }, 'levels', /above zero/],
    [{ base: '0.1', levels: '2x 6x' }, 'levels', /not below 0.2/],
    [{ amount: '0.00002' }, 'levels', /too small/],
    [{}, 'base', /price of BONK is unknown/, { inputUsd: null }],
  ])('refusing %j', (values, field, problem, over = {}) => {
    expect(buildOf(ladder, { amount: 'all', ...values }, over)).toEqual({
      field,
      problem: expect.stringMatching(problem),
    });
  });
});

const kinds = [dca, swapTwap, oco, ladder] as unknown as readonly PlanKind<PlanSpec>[];
const amount = fc.integer({ min: 1, max: 100_000_000 }).map((units) => new Big(units).div(100_000).toFixed());
const some = fc.record({
  amount,
  every: fc.constantFrom('1m', '1h', '1d'),
  times: fc.constantFrom('', '1', '7', '45', '20m', '9h', '9d'),
  budget: fc.oneof(fc.constant(''), amount),
  over: fc.constantFrom('1m', '1h', '1d'),
  count: fc.integer({ min: 2, max: 60 }).map(String),
  jitter: fc.integer({ min: 0, max: 50 }).map(String),
  profit: fc.constantFrom('0.6', '1'),
  stop: fc.constantFrom('0.1', '0.49'),
  levels: fc.constantFrom('2x 3x 5x', '1.01x:33% 2x:33% 9x:34%', '7x:1%', '2x:7% 3x:11%'),
});

/** Base units of the amount, or of the shares of it that a ladder sells; rounded down. */
function sharesOf(kind: string, values: { readonly amount: string; readonly levels: string }): string {
  const shares = [...values.levels.matchAll(/:(\d+)%/g)].reduce((sum, [, share]) => sum + Number(share), 0);
  const percent = kind === 'ladder' && shares > 0 ? shares : 100;
  return new Big(values.amount).times(1_000).times(percent).round(0, Big.roundDown).toFixed();
}

test('whatever is entered: what is planned adds up to the target in base units, in order of time', () => {
  let builtOnce = 0;
  fc.assert(
    fc.property(fc.constantFrom(...kinds), some, fc.double({ min: 0, max: 0.999 }), (kind, values, chance) => {
      const built = kind.build({ ...standards(kind), ...values }, facts, () => chance);
      if ('problem' in built) {
        expect(kind.inputs.map(({ id }) => id)).toContain(built.field);
        return;
      }
      builtOnce++;
      const { spec } = built;
      const planned = kind.planned(spec);
      const alternatives = kind.alternatives?.(spec) ?? [];
      const counted = planned.filter(({ key }) => !alternatives.some((group) => group.indexOf(key) > 0));
      const sum = counted.reduce((all, { size }) => all.plus(new Big(size).times(100_000)), new Big(0));
      expect(sum.toFixed()).toBe(kind.target(spec).size);
      if (kind.kind !== 'dca') expect(sum.toFixed()).toBe(sharesOf(kind.kind, values));
      expect(planned.every(({ size }) => new Big(size).gt(0))).toBe(true);
      const times = planned.map(({ afterMs }) => afterMs ?? 0);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(new Set(planned.map(({ key }) => key)).size).toBe(planned.length);
    }),
    { numRuns: cases(400, 5_000) },
  );
  expect(builtOnce).toBeGreaterThan(50);
});

test('every kind of spot plan says what happens without the desk, and after a gap', () => {
  for (const kind of Object.values(planKinds).filter(({ trades }) => trades === 'spot'))
    expect(kind.gapRule).toMatch(/\.$/);
  const spec = specOf(oco, { amount: 'all', profit: '0.8', stop: '0.3' });
  expect(oco.withoutDesk(spec)).toContain('both may fire');
});
