import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { baseFeeRates } from '../../domain/market/fee-rates.ts';
import { minOrderUsd, roundPrice, tickSize, validPrice } from '../../domain/market/perp-rules.ts';
import { madePlan, madeSlice } from '../plan.fixture.ts';
import type { Child, Plan, PlanSpec } from '../plan.ts';
import type { Built, PerpFacts, PlanView } from '../plan-kind.ts';
import { bracket } from './bracket.ts';
import { type BracketSpec, exitSizes } from './bracket-spec.ts';
import { type ChaseSpec, chase } from './chase.ts';
import { iceberg } from './iceberg.ts';
import { planKinds } from './kinds.ts';
import { scale } from './scale.ts';
import { twap } from './twap.ts';

const big = (text: string | null | undefined): Big => new Big(text ?? Number.NaN);
const total = (sizes: readonly string[]): string => sizes.reduce((sum, size) => sum.plus(size), new Big(0)).toFixed();

/** Markets from 0.01 to 100,000 USD, with a book one tick wide. */
const markets = fc
  .record({
    digits: fc.integer({ min: 10_000, max: 99_999 }),
    power: fc.integer({ min: -6, max: 0 }),
    szDecimals: fc.nat(4),
  })
  .map(({ digits, power, szDecimals }): PerpFacts & { mark: Big; bid: Big; ask: Big } => {
    const mark = roundPrice(new Big(digits).times(new Big(10).pow(power)), szDecimals);
    const bid = mark.minus(tickSize(mark, szDecimals));
    return {
      kind: 'perp',
      coin: 'X',
      szDecimals,
      maxLeverage: 20,
      mark,
      bid,
      ask: mark.plus(tickSize(mark, szDecimals)),
      fees: baseFeeRates,
    };
  })
  .filter(({ bid }) => bid.gt(0));

/** A size of so many USD in the market's decimals. */
const coins = ({ mark, szDecimals }: { mark: Big; szDecimals: number }, usd: number): string =>
  new Big(usd).div(mark).round(szDecimals, Big.roundUp).toFixed();

const specOf = <S extends PlanSpec>(one: Built<S>): S | null => ('spec' in one ? one.spec : null);
const problemOf = <S>(one: Built<S>): string => ('problem' in one ? `${one.field}: ${one.problem}` : '');
const onGrid = (size: string, szDecimals: number): boolean => big(size).eq(big(size).round(szDecimals, Big.roundDown));

/** Runs the property; at least a tenth of the inputs have to be valid. */
function holds<T>(values: fc.Arbitrary<T>, property: (value: T) => boolean): void {
  let [tried, valid] = [0, 0];
  fc.assert(
    fc.property(values, (value) => {
      tried++;
      if (property(value)) valid++;
    }),
    { numRuns: cases(300, 20_000) },
  );
  expect(valid).toBeGreaterThan(tried / 10);
}

describe('a scale', () => {
  const entries = fc.record({
    market: markets,
    usd: fc.integer({ min: 10, max: 50_000 }),
    count: fc.integer({ min: 2, max: 30 }),
    span: fc.integer({ min: 1, max: 2_000 }),
    weights: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })),
    isBuy: fc.boolean(),
  });

  test('splits the whole size over prices on the grid, in order, by weight, none below the smallest order', () => {
    holds(entries, ({ market, usd, count, span, weights: [first, last], isBuy }) => {
      const { mark, szDecimals } = market;
      const size = coins(market, usd);
      const to = mark.times(10_000 + (isBuy ? -span : span)).div(10_000);
      const values = { side: isBuy ? 'buy' : 'sell', size, from: mark.toFixed(), to: to.toFixed(), count: `${count}` };
      const spec = specOf(scale.build({ ...values, weight: `${first}:${last}`, reduceOnly: 'no' }, market, () => 0));
      if (!spec) return false;
      const { levels } = spec;
      expect(levels).toHaveLength(count);
      expect(total(levels.map(({ sz }) => sz))).toBe(big(size).toFixed());
      for (const [index, { px, sz }] of levels.entries()) {
        expect(validPrice(big(px), szDecimals) && onGrid(sz, szDecimals)).toBe(true);
        expect(big(px).times(sz).gte(minOrderUsd), `${px} × ${sz}`).toBe(true);
        const before = levels[index - 1];
        if (before) expect(isBuy ? big(px).lt(before.px) : big(px).gt(before.px)).toBe(true);
        const share = first + ((last - first) * index) / (count - 1);
        const wanted = big(size)
          .times(share)
          .div((count * (first + last)) / 2);
        const most = new Big(10).pow(-szDecimals).times(index === count - 1 ? count : 1);
        expect(wanted.minus(sz).abs().lte(most.plus('1e-9')), `${sz} of ${wanted}`).toBe(true);
      }
      return true;
    });
  });
});

describe('a TWAP', () => {
  const entries = fc.record({
    market: markets,
    usd: fc.integer({ min: 20, max: 50_000 }),
    count: fc.integer({ min: 2, max: 60 }),
    minutes: fc.integer({ min: 1, max: 300 }),
    jitter: fc.nat(50),
    limit: fc.constantFrom('', '1.1', '0.95'),
    random: fc.double({ min: 0, max: 0.999, noNaN: true }),
  });

  test('has slices that add up, in order of time, none below the smallest order at the lowest price', () => {
    holds(entries, ({ market, usd, count, minutes, jitter, limit, random }) => {
      const size = coins(market, usd);
      const limitPx = limit === '' ? null : roundPrice(market.mark.times(limit), market.szDecimals);
      const values = { side: 'buy', size, over: `${minutes}m`, count: `${count}`, jitter: `${jitter}`, part: '' };
      const texts = { ...values, limit: limitPx?.toFixed() ?? '', slippage: '0.5', reduceOnly: 'no' };
      const spec = specOf(twap.build(texts, market, () => random));
      if (!spec) return false;
      expect(total(spec.slices.map(({ sz }) => sz))).toBe(big(size).toFixed());
      const px = limitPx?.lt(market.mark) ? limitPx : market.mark;
      for (const [index, { sz, afterMs }] of spec.slices.entries()) {
        expect(px.times(sz).gte(minOrderUsd) && onGrid(sz, market.szDecimals), sz).toBe(true);
        const gapMs = afterMs - (spec.slices[index - 1]?.afterMs ?? -spec.everyMs);
        expect(gapMs).toBeGreaterThanOrEqual(spec.everyMs / 2 - 1);
      }
      return true;
    });
  });
});

describe('an iceberg', () => {
  const entries = fc.record({
    market: markets,
    usd: fc.integer({ min: 10, max: 50_000 }),
    show: fc.integer({ min: 1, max: 120 }),
  });

  test('shows the whole size part by part, each as much as was said or less, none below the smallest order', () => {
    holds(entries, ({ market, usd, show }) => {
      const size = coins(market, usd);
      const shown = big(size).times(show).div(100).round(market.szDecimals, Big.roundUp).toFixed();
      const values = { side: 'sell', size, show: shown, at: 'best', limit: '', reduceOnly: 'no' };
      const spec = specOf(iceberg.build(values, market, () => 0));
      if (!spec) return false;
      expect(total(spec.parts)).toBe(big(size).toFixed());
      for (const [index, part] of spec.parts.entries()) {
        expect(big(part).times(market.mark).gte(minOrderUsd) && onGrid(part, market.szDecimals), part).toBe(true);
        const extra = index === spec.parts.length - 1 ? new Big(minOrderUsd).div(market.mark) : new Big(0);
        expect(big(part).lte(big(shown).plus(extra))).toBe(true);
      }
      return true;
    });
  });
});

const facts: PerpFacts = {
  kind: 'perp',
  coin: 'ETH',
  szDecimals: 4,
  maxLeverage: 25,
  mark: new Big('3400'),
  bid: new Big('3399.9'),
  ask: new Big('3400.1'),
  fees: baseFeeRates,
};

test('an iceberg refuses a price at which it would fill at once', () => {
  const values = { side: 'buy', size: '20', show: '1', reduceOnly: 'no', limit: '' };
  expect(problemOf(iceberg.build({ ...values, at: '3400.1' }, facts, () => 0))).toContain('below 3400.1');
  expect(specOf(iceberg.build({ ...values, at: '3399' }, facts, () => 0))?.px).toBe('3399');
});

test('a chase refuses a worst price that the book has passed', () => {
  const values = { side: 'buy', size: '2', max: '50' };
  expect(problemOf(chase.build({ ...values, limit: '3390' }, facts, () => 0))).toContain('at or above it');
  expect(specOf(chase.build({ ...values, limit: '3450' }, facts, () => 0))).toMatchObject({ limitPx: '3450', max: 50 });
});

describe('a chase that only reduces', () => {
  const spec: ChaseSpec = {
    kind: 'chase',
    coin: 'BTC',
    isBuy: false,
    reduceOnly: true,
    sz: '2',
    limitPx: '90',
    max: 50,
  };
  /** Its order of 2 rests at 101, the best price is 100. */
  const decided = (szi: string | null, resting = '2') => {
    const child = madeSlice(1, { isBuy: false });
    const order = { ...child.order, sz: '2', px: '101', reduceOnly: true } as Child['order'];
    const plan = madePlan({ spec, children: [{ ...child, key: 'order', order }], operations: 1 });
    const view: PlanView = {
      nowMs: 1_000_000,
      bid: new Big('99.9'),
      ask: new Big(100),
      mark: new Big(100),
      szi: szi === null ? null : new Big(szi),
      executions: new Map([
        ['order', { filled: new Big(0), avgPx: null, feeUsd: null, isOpen: true, resting: new Big(resting) }],
      ]),
      volumeSince: () => null,
      newCloid: () => '0x1',
    };
    return chase.decide(plan as unknown as Plan<ChaseSpec>, view);
  };

  test('places a reduce-only order', () => {
    const built = chase.build({ side: 'sell', size: '2', limit: '3390', max: '50', reduceOnly: 'yes' }, facts, () => 0);
    expect(specOf(built)).toMatchObject({ reduceOnly: true });
    const view = { bid: new Big('99.9'), ask: new Big(100), newCloid: () => '0x1' } as unknown as PlanView;
    expect(chase.decide(madePlan({ spec }) as unknown as Plan<ChaseSpec>, view)).toMatchObject({
      do: 'send',
      key: 'order',
      order: { reduceOnly: true, sz: '2', px: '100' },
    });
  });

  test.each([
    ['at its size while the position is as large', '2', { do: 'send', order: { do: 'modify', sz: '2', px: '100' } }],
    ['at the size of a smaller position', '0.7', { do: 'send', order: { do: 'modify', sz: '0.7' } }],
    ['by a cancel where nothing is left to reduce', '0', { do: 'send', order: { do: 'cancel', target: 'order' } }],
    ['by a cancel where the position is on its own side', '-3', { do: 'send', order: { do: 'cancel' } }],
    ['not while the position is unknown', null, { do: 'wait' }],
  ])('is changed %s', (_name, szi, decision) => {
    expect(decided(szi)).toMatchObject(decision);
  });
});

describe('a bracket', () => {
  const values = {
    side: 'buy',
    size: '2',
    entry: '3400',
    stop: '3300',
    slippage: '0.5',
    moves: '20',
    breakEven: 'yes',
    trail: '',
  };

  test('takes exits as multiples of the risk', () => {
    const spec = specOf(bracket.build({ ...values, exits: '1R 50%, 2R 50%' }, facts, () => 0));
    expect(spec).toMatchObject({
      stopPx: '3300',
      exits: [
        { px: '3500', sharePct: 50 },
        { px: '3600', sharePct: 50 },
      ],
    });
  });

  test.each([
    ['exits', { exits: '1R 50%, 2R 40%' }, 'add up to 90 %'],
    ['exits', { exits: '3500 50%, 3450 50%' }, 'Exit 2 has to be above 3500'],
    ['exits', { exits: '3390 100%' }, 'Exit 1 has to be above 3400'],
    ['exits', { exits: '3410 20%, 3420 20%, 3430 20%, 3440 20%, 3450 20%' }, 'at most four'],
    ['exits', { exits: '3410 1%, 3420 99%', size: '0.01' }, 'below the venue'],
    ['stop', { exits: '', stop: '3400' }, 'below the entry'],
    ['trail', { exits: '', trail: '0.1' }, 'at least 0.3 %'],
  ])('refuses %s: %o', (field, change, words) => {
    const problem = problemOf(bracket.build({ ...values, ...change }, facts, () => 0));
    expect(problem).toContain(words);
    expect(problem.startsWith(field)).toBe(true);
  });

  test.each([
    ['while nothing is held', '0', { do: 'send', key: 'entry' }],
    ['on the side of a position', '1', { do: 'send', key: 'entry' }],
    ['never against one', '-4.2', { do: 'pause', why: 'the account is short 4.2 ETH: close it first' }],
    ['never while that is unknown', null, { do: 'wait' }],
  ])('is entered %s', (_name, szi, decision) => {
    const spec = specOf(bracket.build({ ...values, exits: '' }, facts, () => 0));
    const view = {
      szi: szi === null ? null : new Big(szi),
      nowMs: 1_000,
      newCloid: () => '0x1',
    } as unknown as PlanView;
    expect(bracket.decide(madePlan({ spec: spec! }) as unknown as Plan<BracketSpec>, view)).toMatchObject(decision);
  });

  test('has exits that add up to what was entered, however little that is', () => {
    const spec = specOf(bracket.build({ ...values, exits: '1R 25%, 2R 25%, 3R 25%, 4R 25%' }, facts, () => 0));
    holds(fc.integer({ min: 1, max: 20_000 }), (steps) => {
      const filled = new Big(steps).div(10_000);
      const sizes = exitSizes(spec!, filled);
      expect(total(sizes.map(String))).toBe(filled.toFixed());
      for (const [index, size] of sizes.slice(0, -1).entries())
        expect(size.eq(0) || size.times(spec!.exits[index]!.px).gte(minOrderUsd)).toBe(true);
      return true;
    });
  });
});

test('each kind reads back what it builds, and says what the desk is needed for', () => {
  const built: readonly (readonly [keyof typeof planKinds, Record<string, string>])[] = [
    ['chase', { side: 'buy', size: '2', limit: '3450', max: '50', reduceOnly: 'yes' }],
    ['iceberg', { side: 'sell', size: '20', show: '1', at: 'best', limit: '', reduceOnly: 'yes' }],
    [
      'bracket',
      { side: 'sell', size: '2', entry: 'market', stop: '3%', exits: '1R 100%', slippage: '1', moves: '5', trail: '2' },
    ],
  ];
  for (const [name, values] of built) {
    const kind = planKinds[name];
    const spec = specOf(kind.build(values, facts, () => 0) as Built<PlanSpec>)!;
    expect(kind.schema.parse(JSON.parse(JSON.stringify(spec)))).toEqual(spec);
    expect(kind.target(spec as never).size).toBe(big(values['size']).toFixed());
    expect(kind.planned(spec as never)[0]?.isBuy).toBe(values['side'] === 'buy');
    expect(kind.withoutDesk(spec as never)).toMatch(/\.$/);
  }
});
