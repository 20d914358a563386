import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Pool } from './pool.ts';

const pool = (tokenReserve: bigint, nativeReserve: bigint, feeBps = 25) =>
  new Pool({ address: 'p', dexName: 'd', feeBps, tokenReserve, nativeReserve });

const reserve = fc.bigInt(1n, 10n ** 32n);
const swap = fc.record({ side: fc.constantFrom('token', 'native'), amountIn: fc.bigInt(0n, 10n ** 33n) });

describe('Pool', () => {
  test('follows the constant-product formula to the base unit', () => {
    // 1,000 in with 0.25 % fee: 997.5 · 2,000,000 / (1,000,000 + 997.5) = 1993.01…
    expect(pool(2_000_000n, 1_000_000n).amountOut('native', 1000n)).toBe(1993n);
    expect(pool(2_000_000n, 1_000_000n, 0).amountOut('token', 2_000_000n)).toBe(500_000n);
    expect(pool(2_000_000n, 1_000_000n).amountOut('native', 0n)).toBe(0n);
  });

  test('any run of swaps conserves coins, never empties a side, and never lets k fall', () => {
    fc.assert(
      fc.property(reserve, reserve, fc.integer({ min: 0, max: 300 }), fc.array(swap), (token, native, fee, swaps) => {
        const subject = pool(token, native, fee);
        const outside = { token: 0n, native: 0n };
        let k = token * native;
        for (const { side, amountIn } of swaps) {
          const quoted = subject.amountOut(side, amountIn);
          const amountOut = subject.swap(side, amountIn);
          expect(amountOut).toBe(quoted);
          outside[side] -= amountIn;
          outside[side === 'token' ? 'native' : 'token'] += amountOut;
          expect(subject.tokenReserve + outside.token).toBe(token);
          expect(subject.nativeReserve + outside.native).toBe(native);
          expect(subject.tokenReserve > 0n && subject.nativeReserve > 0n).toBe(true);
          expect(subject.tokenReserve * subject.nativeReserve >= k).toBe(true);
          k = subject.tokenReserve * subject.nativeReserve;
        }
      }),
    );
  });

  test('going in and straight back out never gains', () => {
    fc.assert(
      fc.property(reserve, reserve, fc.bigInt(1n, 10n ** 30n), (token, native, amountIn) => {
        const subject = pool(token, native, 0);
        expect(subject.swap('token', subject.swap('native', amountIn)) <= amountIn).toBe(true);
      }),
    );
  });
});
