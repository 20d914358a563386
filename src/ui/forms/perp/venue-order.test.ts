import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minOrderUsd, minSize, validPrice, worstPrice } from '../../../domain/market/perp-rules.ts';
import { exitProblems, gridPrice, gridSize, tooSmall } from './venue-order.ts';

const decimals = fc.integer({ min: 0, max: 5 });
/** Prices from a hundred-thousandth of a dollar to ten million, with more digits than any market takes. */
const price = fc
  .tuple(fc.integer({ min: 1, max: 9_999_999_999 }), fc.integer({ min: 0, max: 9 }))
  .map(([digits, point]) => new Big(digits).div(new Big(10).pow(point)));

test('a price that is sent is on the grid, and within half a step of the one typed', () => {
  fc.assert(
    fc.property(price, decimals, (typed, szDecimals) => {
      const rounded = gridPrice(typed, szDecimals);
      if (typeof rounded === 'string') return;
      expect(validPrice(rounded.value, szDecimals)).toBe(true);
      const step = Big(10).pow(Math.max(typed.e - 4, szDecimals - 6));
      const widest = step.gt(1) ? new Big(1) : step;
      expect(rounded.value.minus(typed).abs().lte(widest.div(2))).toBe(true);
    }),
  );
});

test('a size that is sent is never more than was typed, and less by under one step', () => {
  fc.assert(
    fc.property(price, decimals, (typed, szDecimals) => {
      const cut = gridSize(typed, szDecimals, 'BTC');
      const step = new Big(10).pow(-szDecimals);
      if (typeof cut === 'string') {
        expect(typed.lt(step)).toBe(true);
        return;
      }
      expect(cut.value.lte(typed) && typed.minus(cut.value).lt(step)).toBe(true);
      expect(cut.value.round(szDecimals, Big.roundDown).eq(cut.value)).toBe(true);
    }),
  );
});

test('the smallest size is worth 10 USD, and one step less is not', () => {
  fc.assert(
    fc.property(price, decimals, (px, szDecimals) => {
      const least = minSize(px, szDecimals);
      expect(tooSmall(least, px, szDecimals, 'BTC')).toBeNull();
      const below = least.minus(new Big(10).pow(-szDecimals));
      if (below.gt(0)) expect(below.times(px).lt(minOrderUsd)).toBe(true);
      if (below.gt(0)) expect(tooSmall(below, px, szDecimals, 'BTC')).toContain('enter at least ');
    }),
  );
});

test('a market order is bounded on its own side of the mark, on the grid', () => {
  fc.assert(
    fc.property(price, fc.boolean(), fc.integer({ min: 10, max: 5_000 }), (mark, isBuy, bps) => {
      const bound = worstPrice(mark.plus(1), isBuy, bps, 0);
      expect(isBuy ? bound.gte(mark.plus(1).times('0.9999')) : bound.lte(mark.plus(1).times('1.0001'))).toBe(true);
      if (bound.gt(0)) expect(validPrice(bound, 0)).toBe(true);
    }),
  );
});

test.each([
  [true, '110', '90', []],
  [true, '90', '110', ['tp', 'sl']],
  [true, '100', '100', ['tp', 'sl']],
  [false, '90', '110', []],
  [false, '110', '110', ['tp']],
])('exits of an order at 100 (buy %s) with tp %s and sl %s', (isBuy, tp, sl, ids) => {
  const rounded = (text: string) => ({ value: new Big(text), typed: new Big(text) });
  expect(Object.keys(exitProblems(isBuy, new Big(100), rounded(tp), rounded(sl)))).toEqual(ids);
});
