import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Ledger } from '../../ledger.ts';
import { crowdAccount, dexAccount } from '../../ledger-accounts.ts';
import { Pool } from './pool.ts';

/** A pool on a ledger where the crowd has as much of everything as it may want. */
function pool(tokenReserve: bigint, nativeReserve: bigint, feeBps = 25) {
  const ledger = new Ledger();
  const subject = new Pool(ledger, { tokenId: 'token', nativeId: 'native' }, { address: 'p', dexName: 'd', feeBps });
  ledger.credit(subject.accountId, 'token', tokenReserve, 'seed');
  ledger.credit(subject.accountId, 'native', nativeReserve, 'seed');
  for (const tokenId of ['token', 'native']) ledger.credit(crowdAccount, tokenId, 10n ** 36n, 'seed');
  return { ledger, subject };
}

const reserve = fc.bigInt(1n, 10n ** 32n);
const swap = fc.record({ side: fc.constantFrom('token', 'native'), amountIn: fc.bigInt(0n, 10n ** 33n) });

describe('Pool', () => {
  test('follows the constant-product formula to the base unit', () => {
    // 1,000 in with 0.25 % fee, rounded up to 3: 997 · 2,000,000 / (1,000,000 + 997) = 1992.01…
    const { subject } = pool(2_000_000n, 1_000_000n);
    expect(subject.fee(1000n)).toBe(3n);
    expect(subject.amountOut('native', 1000n)).toBe(1992n);
    expect(pool(2_000_000n, 1_000_000n, 0).subject.amountOut('token', 2_000_000n)).toBe(500_000n);
    expect(subject.amountOut('native', 0n)).toBe(0n);
  });

  test('any run of swaps conserves coins, never empties a side, and never lets k fall', () => {
    fc.assert(
      fc.property(reserve, reserve, fc.integer({ min: 0, max: 300 }), fc.array(swap), (token, native, fee, swaps) => {
        const { ledger, subject } = pool(token, native, fee);
        let k = token * native;
        for (const { side, amountIn } of swaps) {
          const other = side === 'token' ? 'native' : 'token';
          const had = [ledger.balance(crowdAccount, side), ledger.balance(crowdAccount, other)] as const;
          const fees = ledger.balance(dexAccount('d'), side);
          const quoted = subject.amountOut(side, amountIn);
          const amountOut = subject.swap(side, amountIn);
          expect(amountOut).toBe(quoted);
          expect(ledger.balance(crowdAccount, side)).toBe(had[0] - amountIn);
          expect(ledger.balance(crowdAccount, other)).toBe(had[1] + amountOut);
          expect(ledger.balance(dexAccount('d'), side)).toBe(fees + subject.fee(amountIn));
          expect(subject.tokenReserve > 0n && subject.nativeReserve > 0n).toBe(true);
          expect(subject.tokenReserve * subject.nativeReserve >= k).toBe(true);
          k = subject.tokenReserve * subject.nativeReserve;
        }
        for (const tokenId of ['token', 'native']) {
          const amounts = ledger.all().filter((holding) => holding.tokenId === tokenId);
          expect(amounts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
        }
      }),
    );
  });

  test('going in and straight back out never gains', () => {
    fc.assert(
      fc.property(reserve, reserve, fc.bigInt(1n, 10n ** 30n), (token, native, amountIn) => {
        const { subject } = pool(token, native, 0);
        expect(subject.swap('token', subject.swap('native', amountIn)) <= amountIn).toBe(true);
      }),
    );
  });
});
