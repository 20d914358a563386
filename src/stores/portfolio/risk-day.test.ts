import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { noRiskLimits, type RiskLimits } from '../../domain/market/risk-limits.ts';
import { type DayLimit, dayUses, judgeDay, mergedDays, nextDay, type RiskDay } from './risk-day.ts';

const usd = (cents: bigint): string => new Big(cents.toString()).div(100).toFixed();
const opening = (cents: bigint) => ({ atMs: 1_000, equityUsd: usd(cents), unrealised: {} });
const equity = (cents: bigint | null, openedAt: bigint, unpriced = 0) => ({
  totalUsd: cents === null ? null : new Big(usd(cents)),
  opening: opening(openedAt),
  unpriced,
  inFlight: { isSettling: false },
});

/** The day in whole cents; a share is compared without a division. */
class Model {
  readonly #open: bigint;
  readonly #limits: Readonly<Record<DayLimit, bigint>>;
  #high: bigint;
  readonly #reached = new Map<DayLimit, bigint>();

  /** USD in cents, shares in per cent. */
  constructor(open: bigint, limits: Readonly<Record<DayLimit, bigint>>) {
    this.#open = open;
    this.#high = open;
    this.#limits = limits;
  }

  /** The limits that are reached at this equity, in cents. */
  look(now: bigint, isActive: boolean): DayLimit[] {
    if (now > this.#high) this.#high = now;
    const sizes = [
      ['dailyLossUsd', this.#open, this.#limits.dailyLossUsd * 100n],
      ['dailyLossPct', this.#open, this.#limits.dailyLossPct * this.#open],
      ['maxDrawdownPct', this.#high, this.#limits.maxDrawdownPct * this.#high],
    ] as const;
    return sizes.flatMap(([limit, from, size]) => {
      const loss = from > now ? from - now : 0n;
      const last = this.#reached.get(limit);
      const isFirst = last === undefined && loss * 100n >= size;
      const isAgain = last !== undefined && isActive && (loss - last) * 100n >= size;
      const isLarger = last !== undefined && !isActive && loss > last;
      if (isFirst || isAgain || isLarger) this.#reached.set(limit, loss);
      return isFirst || isAgain ? [limit] : [];
    });
  }
}

test('whatever the equity does, and whenever a person resumes, the limits are those of whole cents', () => {
  const step = fc.record({ by: fc.bigInt(-60_000n, 40_000n), resumes: fc.boolean() });
  const property = fc.property(
    fc.bigInt(500_000n, 2_000_000n),
    fc.record({
      dailyLossUsd: fc.bigInt(1n, 80_000n),
      dailyLossPct: fc.bigInt(1n, 20n),
      maxDrawdownPct: fc.bigInt(1n, 20n),
    }),
    fc.array(step, { minLength: 5, maxLength: 40 }),
    (open, sizes, steps) => {
      const model = new Model(open, sizes);
      const limits: RiskLimits = {
        ...noRiskLimits,
        dailyLossUsd: usd(sizes.dailyLossUsd),
        dailyLossPct: sizes.dailyLossPct.toString(),
        maxDrawdownPct: sizes.maxDrawdownPct.toString(),
      };
      let [day, now, isActive]: [RiskDay | null, bigint, boolean] = [null, open, true];
      for (const { by, resumes } of steps) {
        now += by;
        if (resumes) isActive = true;
        const seen = equity(now, open);
        const next: RiskDay | null = nextDay(day, seen);
        if (!next) throw new Error('a complete equity has a day');
        // A restart reads back what was written.
        const judged = judgeDay(dayUses(limits, seen, next), JSON.parse(JSON.stringify(next)), isActive);
        const reached = judged.now.map(({ limit }) => limit);
        expect(reached).toEqual(model.look(now, isActive));
        if (reached.length > 0) isActive = false;
        day = judged.day;
      }
    },
  );
  fc.assert(property, { numRuns: cases(200, 10_000) });
});

test('an equity below zero, or none, has no share that could be reached', () => {
  const limits = { ...noRiskLimits, dailyLossPct: '5', maxDrawdownPct: '5' };
  const seen = equity(-10_000n, 0n);
  const day = nextDay(null, seen);
  expect(dayUses(limits, seen, day)).toMatchObject([
    { limit: 'dailyLossPct', limitUsd: null },
    { limit: 'maxDrawdownPct', limitUsd: null },
  ]);
  expect(nextDay(day, equity(null, 0n))).toBeNull();
});

test('of two who know the same day, the higher high and the larger losses count; of two days, the later', () => {
  const one: RiskDay = { openedAtMs: 5, highUsd: '120', unpriced: 1, reached: { dailyLossUsd: '9' } };
  const other: RiskDay = {
    openedAtMs: 5,
    highUsd: '99.5',
    unpriced: 0,
    reached: { dailyLossUsd: '10', dailyLossPct: '3' },
  };
  const both = { openedAtMs: 5, highUsd: '120', unpriced: 0, reached: { dailyLossUsd: '10', dailyLossPct: '3' } };
  expect(mergedDays(one, other)).toEqual(both);
  expect(mergedDays(other, one)).toEqual(both);
  expect(mergedDays(one, { ...other, openedAtMs: 6 })).toMatchObject({ openedAtMs: 6, highUsd: '99.5' });
  expect(mergedDays(null, one)).toBe(one);
});
