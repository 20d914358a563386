import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import {
  fitsMargin,
  lossPerCoin,
  type MarginRoom,
  maxSizeByMargin,
  type SizeBound,
  sizeByRisk,
  sizeByShare,
  stopFillPx,
} from './order-sizing.ts';

// The oracle: the same rules in whole numbers. Prices and USD in 1e-6, rates in 1e-6, slippage in 1e-4.
const micro = 1_000_000n;
const big = (units: bigint, scale = 6): Big => new Big(units.toString()).div(`1e${scale}`);

interface Drawn {
  readonly entry: bigint;
  readonly stop: bigint;
  readonly riskUsd: bigint;
  readonly entryFee: bigint;
  readonly stopFee: bigint;
  readonly slippageBps: number;
  readonly szDecimals: number;
  readonly free: bigint;
  readonly leverage: number;
  readonly cap: bigint | null;
}

const price = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.integer({ min: 0, max: 6 }));
const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    entry: price.map(([digits, zeros]) => digits * 10n ** BigInt(zeros)),
    stopPct: fc.integer({ min: 1, max: 199 }).filter((pct) => pct !== 100),
    riskUsd: fc.bigInt({ min: 1n, max: 10n ** 11n }),
    entryFee: fc.bigInt({ min: 0n, max: 1_000n }),
    stopFee: fc.bigInt({ min: 0n, max: 1_000n }),
    slippageBps: fc.integer({ min: 0, max: 500 }),
    szDecimals: fc.integer({ min: 0, max: 6 }),
    free: fc.bigInt({ min: 0n, max: 10n ** 11n }),
    leverage: fc.integer({ min: 1, max: 50 }),
    cap: fc.option(fc.bigInt({ min: 1n, max: 10n ** 11n })),
  })
  .map(({ stopPct, ...rest }) => ({ ...rest, stop: (rest.entry * BigInt(stopPct)) / 100n }))
  .filter(({ entry, stop }) => stop > 0n && stop !== entry);

/** USD lost per coin, in 1e-16 USD. */
function oracleLoss({ entry, stop, entryFee, stopFee, slippageBps }: Drawn): bigint {
  const exit = stop * (10_000n + BigInt(stop < entry ? -slippageBps : slippageBps)); // 1e-10
  const distance = stop < entry ? entry * 10_000n - exit : exit - entry * 10_000n; // 1e-10
  return distance * micro + entry * 10_000n * entryFee + exit * stopFee; // 1e-16
}

/** The largest whole number of size steps for each limit. */
function oracleSteps(input: Drawn): Record<SizeBound, bigint | null> {
  const { riskUsd, szDecimals, free, leverage, entry, entryFee, cap } = input;
  const step = 10n ** BigInt(szDecimals);
  const marginPerCoin = entry * (micro + entryFee * BigInt(leverage)); // 1e-12 USD × leverage
  return {
    risk: (riskUsd * 10n ** 10n * step) / oracleLoss(input),
    margin: (free * BigInt(leverage) * micro * step) / marginPerCoin,
    cap: cap === null ? null : (cap * step) / entry,
  };
}

const sizeOf = (input: Drawn) => {
  const px = big(input.entry);
  return sizeByRisk({
    riskUsd: big(input.riskUsd),
    szDecimals: input.szDecimals,
    stop: {
      entryPx: px,
      stopPx: big(input.stop),
      entryFeeRate: big(input.entryFee),
      stopFeeRate: big(input.stopFee),
      stopSlippageBps: input.slippageBps,
    },
    margin: {
      freeUsd: big(input.free),
      reducible: new Big(0),
      px,
      leverage: input.leverage,
      feeRate: big(input.entryFee),
    },
    cap: input.cap === null ? null : { usd: big(input.cap), px },
  });
};

test('a size by risk is the largest on the lot grid within risk, margin and cap, to the last digit', () => {
  fc.assert(
    fc.property(drawn, (input) => {
      const { sz, bound } = sizeOf(input);
      const steps = oracleSteps(input);
      const all = Object.values(steps).filter((step) => step !== null);
      const least = all.reduce((low, one) => (one < low ? one : low));
      expect(sz.times(`1e${input.szDecimals}`).toFixed()).toBe(least.toString());
      expect(steps[bound]).toBe(least);
    }),
    { numRuns: cases(2_000, 20_000) },
  );
});

test('a quotient that big.js would round up to the next step stays below the risk', () => {
  // 3 ÷ 1.00000000000000000000001 is 2.99999999999999999999997, which 20 decimals round to 3.
  const stop = {
    entryPx: new Big('2.00000000000000000000001'),
    stopPx: new Big(1),
    entryFeeRate: new Big(0),
    stopFeeRate: new Big(0),
    stopSlippageBps: 0,
  };
  const { sz } = sizeByRisk({ riskUsd: new Big(3), stop, szDecimals: 0, margin: null, cap: null });
  expect(sz.toFixed()).toBe('2');
});

const risk = (entryPx: string, stopPx: string) => ({
  entryPx: new Big(entryPx),
  stopPx: new Big(stopPx),
  entryFeeRate: new Big('0.00015'),
  stopFeeRate: new Big('0.00045'),
  stopSlippageBps: 10,
});

test('the loss counts the distance, slippage at the stop and both fees, for a long and for a short', () => {
  expect(stopFillPx(risk('100', '90')).toFixed()).toBe('89.91');
  expect(lossPerCoin(risk('100', '90')).toFixed()).toBe('10.1454595'); // 10.09 + 0.015 + 0.0404595
  expect(stopFillPx(risk('100', '110')).toFixed()).toBe('110.11');
  expect(lossPerCoin(risk('100', '110')).toFixed()).toBe('10.1745495'); // 10.11 + 0.015 + 0.0495495
});

const room = (over: Partial<Record<'freeUsd' | 'reducible', string>> = {}): MarginRoom => ({
  freeUsd: new Big(over.freeUsd ?? '18204.77'),
  reducible: new Big(over.reducible ?? '0'),
  px: new Big(95_000),
  leverage: 5,
  feeRate: new Big('0.00045'),
});

test.each<[string, MarginRoom, string]>([
  ['free margin at the leverage, less the fee', room(), '0.9559'],
  ['a position on the other side comes off first', room({ reducible: '0.15' }), '1.1056'],
  ['nothing free: what reduces is still allowed', room({ freeUsd: '-5', reducible: '0.15' }), '0.15'],
  ['nothing free and nothing to reduce', room({ freeUsd: '-5' }), '0'],
])('the largest size: %s', (_name, from, size) => {
  const most = maxSizeByMargin(from, 4);
  expect(most.toFixed()).toBe(size);
  expect(fitsMargin(most, from)).toBe(true);
  expect(fitsMargin(most.plus('0.0001'), from)).toBe(false);
});

test('100 % of the free margin fits, and a share is never more than its part', () => {
  const share = fc.record({
    freeUsd: fc.bigInt({ min: 1n, max: 10n ** 11n }),
    px: fc.bigInt({ min: 1n, max: 10n ** 11n }),
    leverage: fc.integer({ min: 1, max: 50 }),
    feeRate: fc.bigInt({ min: 0n, max: 1_000n }),
    pct: fc.integer({ min: 1, max: 100 }),
    szDecimals: fc.integer({ min: 0, max: 5 }),
  });
  fc.assert(
    fc.property(share, ({ freeUsd, px, leverage, feeRate, pct, szDecimals }) => {
      const from = {
        freeUsd: big(freeUsd),
        px: big(px),
        feeRate: big(feeRate),
        reducible: new Big(0),
        leverage,
      };
      const sz = sizeByShare(new Big(pct), from, szDecimals);
      expect(fitsMargin(sz, from)).toBe(true);
      const steps = BigInt(sz.times(`1e${szDecimals}`).toFixed());
      const step = 10n ** BigInt(szDecimals);
      const perCoin = px * (micro + feeRate * BigInt(leverage)) * 100n;
      expect(steps).toBe((freeUsd * BigInt(pct * leverage) * micro * step) / perCoin);
    }),
    { numRuns: cases(600, 6_000) },
  );
});
