import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import type { Exit } from './exits.ts';
import { type Exposure, heatOf } from './heat.ts';

const stop = (price: string, size: string | null): Exit => ({
  exit: 'stop',
  price: new Big(price),
  size: size === null ? null : new Big(size),
  isWholePosition: size === null,
});

const exposure = (over: Partial<Exposure> = {}): Exposure => ({
  coin: 'SOL',
  side: 'long',
  size: new Big('10'),
  px: new Big('200'),
  exits: [],
  isIsolated: true,
  liquidationPx: new Big('150'),
  marginUsd: new Big('400'),
  ...over,
});

const usdOf = (list: readonly Exposure[], account: string | null = '100000'): string | null =>
  heatOf(list, account === null ? null : new Big(account)).usd?.toFixed() ?? null;

describe('one position', () => {
  test.each<[string, Partial<Exposure>, string | null]>([
    ['a stop for the whole position', { exits: [stop('172.4', null)] }, '276'],
    ['a stop of its size', { exits: [stop('172.4', '10')] }, '276'],
    ['several stops, each for its size', { exits: [stop('190', '4'), stop('180', '6')] }, '160'],
    ['a stop for a part, the rest to the liquidation', { exits: [stop('190', '4')] }, '340'],
    ['stops larger than the position: the nearest fire first', { exits: [stop('160', '8'), stop('190', '7')] }, '190'],
    ['a stop of a part and one of the whole behind it', { exits: [stop('180', null), stop('190', '4')] }, '160'],
    ['a stop of the whole before one of a part', { exits: [stop('190', null), stop('180', '4')] }, '100'],
    ['a stop beyond the mark counts 0', { exits: [stop('210', null)] }, '0'],
    ['a stop beyond the liquidation never fires', { exits: [stop('140', null)] }, '500'],
    ['a stop at the liquidation', { exits: [stop('150', null)] }, '500'],
    ['a take profit is no stop', { exits: [{ ...stop('190', null), exit: 'takeProfit' }] }, '500'],
    ['isolated without a stop: to its liquidation', {}, '500'],
    ['a liquidation price on the other side counts 0', { liquidationPx: new Big('201') }, '0'],
    ['isolated without a liquidation price: its margin', { liquidationPx: null }, '400'],
    ['the uncovered part’s margin', { liquidationPx: null, exits: [stop('190', '5')] }, '250'],
    ['a margin below zero counts 0', { liquidationPx: null, marginUsd: new Big(-1) }, '0'],
    ['isolated, nothing known: its value', { liquidationPx: null, marginUsd: null }, '2000'],
    ['cross without a stop: its value', { isIsolated: false }, '2000'],
    [
      'a cross stop beyond the liquidation price, which moves',
      { isIsolated: false, exits: [stop('140', null)] },
      '600',
    ],
    [
      'a short with its stop above',
      { side: 'short', exits: [stop('230', null)], liquidationPx: new Big('260') },
      '300',
    ],
    ['a short without one', { side: 'short', liquidationPx: new Big('260') }, '600'],
    ['a short with a stop below the mark', { side: 'short', exits: [stop('190', null)], liquidationPx: null }, '0'],
    ['an unknown mark', { px: null }, null],
  ])('%s', (_, over, usd) => {
    expect(usdOf([exposure(over)])).toBe(usd);
  });

  test('without any there is no heat', () => expect(usdOf([])).toBe('0'));
});

describe('cross positions without a stop', () => {
  const cross = exposure({ isIsolated: false });
  test.each<[string, readonly Exposure[], string | null, string | null, boolean]>([
    ['count together at most as the account', [cross, cross], '2500', '2500', true],
    ['to the unit', [cross, cross], '4000', '4000', false],
    ['one unit below', [cross, cross], '3999', '3999', true],
    ['beside what has a stop', [cross, cross, exposure()], '2500', '3000', true],
    ['of an account below zero', [cross], '-5', '0', false],
    ['of an account of unknown value', [cross], null, null, false],
  ])('%s', (_, list, account, usd, isCapped) => {
    expect(usdOf(list, account)).toBe(usd);
    expect(heatOf(list, account === null ? null : new Big(account)).isCapped).toBe(isCapped);
  });
  test('an unknown account matters only to them', () => expect(usdOf([exposure()], null)).toBe('500'));
});

/** The same in whole units: sizes in 1/100 coins, prices in cents. Walks the price tick by tick, away from the mark. */
interface Units {
  readonly isLong: boolean;
  readonly size: bigint;
  readonly px: bigint;
  readonly stops: readonly { readonly price: bigint; readonly size: bigint | null }[];
  readonly isIsolated: boolean;
  readonly liquidation: bigint;
}

function walked({ isLong, size, px, stops, isIsolated, liquidation }: Units): { fixed: bigint; shared: bigint } {
  const away = (price: bigint): bigint => (isLong ? px - price : price - px);
  let [left, fixed] = [size, 0n];
  const reached = stops.filter(({ price }) => !isIsolated || away(price) <= away(liquidation));
  // Those beyond the mark fire first, for nothing.
  const far = [...new Set(reached.map(({ price }) => away(price)))].sort((a, b) => (a < b ? -1 : 1));
  for (const distance of far)
    for (const one of reached.filter(({ price }) => away(price) === distance)) {
      const closes = one.size === null || one.size > left ? left : one.size;
      fixed += closes * (distance > 0n ? distance : 0n);
      left -= closes;
    }
  if (!isIsolated) return { fixed, shared: left * px };
  const distance = away(liquidation);
  return { fixed: fixed + left * (distance > 0n ? distance : 0n), shared: 0n };
}

const big = (units: bigint): Big => new Big(units.toString()).div(100);

test('the heat is that of a walk through the stops, in whole units', () => {
  const unit = fc.record({
    isLong: fc.boolean(),
    size: fc.bigInt(1n, 2_000n),
    px: fc.bigInt(5_000n, 15_000n),
    stops: fc.array(
      fc.record({ price: fc.bigInt(4_000n, 16_000n), size: fc.option(fc.bigInt(1n, 1_500n), { freq: 3 }) }),
      { maxLength: 4 },
    ),
    isIsolated: fc.boolean(),
    liquidation: fc.bigInt(4_000n, 16_000n),
  });
  const property = fc.property(fc.array(unit, { maxLength: 5 }), fc.bigInt(-10n, 60_000_000n), (units, account) => {
    const parts = units.map(walked);
    const shared = parts.reduce((sum, part) => sum + part.shared, 0n);
    const most = account < 0n ? 0n : account;
    const expected = parts.reduce((sum, { fixed }) => sum + fixed, 0n) + (shared > most ? most : shared);
    const list = units.map(
      (one): Exposure => ({
        coin: 'X',
        side: one.isLong ? 'long' : 'short',
        size: big(one.size),
        px: big(one.px),
        exits: one.stops.map(({ price, size }) => ({
          exit: 'stop',
          price: big(price),
          size: size === null ? null : big(size),
          isWholePosition: size === null,
        })),
        isIsolated: one.isIsolated,
        liquidationPx: big(one.liquidation),
        marginUsd: null,
      }),
    );
    const { usd } = heatOf(list, new Big(account.toString()).div(10_000));
    expect(usd?.times(10_000).toFixed()).toBe(expected.toString());
  });
  fc.assert(property, { numRuns: cases(300, 20_000) });
});
