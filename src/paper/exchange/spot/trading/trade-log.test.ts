import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TradeLog } from './trade-log.ts';

const side = (amount: bigint, sizeUsd: bigint, atMs = 0) => ({
  chain: 'solana' as const,
  walletId: 'wal_main',
  token: 'T',
  atMs,
  amount,
  sizeUsd,
  sizeNative: sizeUsd / 7n,
});

test('a sale realises its size less its share of the average cost', () => {
  const log = new TradeLog();
  log.bought(side(100n, 1000n));
  log.bought(side(50n, 2000n));
  expect(log.sold(side(30n, 900n))).toBe(900n - 600n);
  expect(log.costOf('wal_main', 'solana', 'T')).toMatchObject({
    quantity: 120n,
    costUsd: 2400n,
    boughtUsd: 3000n,
    soldUsd: 900n,
    realisedUsd: 300n,
    buyCount: 2,
    sellCount: 1,
    boughtNative: 142n + 285n,
    soldNative: 128n,
  });
});

test('what came without a purchase cost nothing; more than was bought takes all of the cost', () => {
  const log = new TradeLog();
  expect(log.sold(side(5n, 700n))).toBe(700n);
  log.bought(side(10n, 100n));
  expect(log.sold(side(25n, 400n))).toBe(300n);
  expect(log.costOf('wal_main', 'solana', 'T')).toMatchObject({ quantity: 0n, costUsd: 0n });
});

test('no cent is made or lost: cost in = cost of the sales + cost held, and sums per time add up, through a save', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 20n });
  const step = fc.record({ isBuy: fc.boolean(), amount, usd: amount, minutes: fc.nat(30) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      let log = new TradeLog();
      let [nowMs, spent, got, realised] = [0, 0n, 0n, 0n];
      for (const [index, { isBuy, amount: units, usd, minutes }] of steps.entries()) {
        nowMs += minutes * 60_000;
        const each = side(units, usd, nowMs);
        if (isBuy) log.bought(each);
        else realised += log.sold(each);
        if (isBuy) spent += usd;
        else got += usd;
        if (index % 7 === 6) {
          const saved = JSON.stringify(log.snapshot());
          log = new TradeLog();
          log.restore(JSON.parse(saved));
          expect(JSON.stringify(log.snapshot())).toBe(saved);
        }
      }
      const cost = log.costs[0]!;
      expect(cost.costUsd >= 0n).toBe(true);
      expect(spent - cost.costUsd).toBe(got - realised);
      const sums = { boughtUsd: spent, soldUsd: got, realisedUsd: realised };
      expect(log.sumsSince(null)).toEqual(sums);
      expect(log.sumsSince(0)).toEqual(sums);
    }),
    { numRuns: 300 },
  );
});

test('sums since a moment leave out what was before it', () => {
  const log = new TradeLog();
  const hourMs = 3_600_000;
  log.bought(side(100n, 1000n, hourMs));
  log.sold(side(10n, 300n, 5 * hourMs));
  expect(log.sumsSince(2 * hourMs)).toEqual({ boughtUsd: 0n, soldUsd: 300n, realisedUsd: 200n });
  expect(log.sumsSince(6 * hourMs)).toEqual({ boughtUsd: 0n, soldUsd: 0n, realisedUsd: 0n });
});
