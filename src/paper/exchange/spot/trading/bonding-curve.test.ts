import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ledger } from '../../ledger.ts';
import { crowdAccount } from '../../ledger-accounts.ts';
import { curveReserves, graduationPriceSol, graduationSol, solTaken } from './bonding-curve.ts';
import { Pool } from './pool.ts';

const terms = { address: 'curve', dexName: 'd', feeBps: 100, virtual: curveReserves };
const supply = 10n ** 15n;
const unitsPerLamport = 10 ** 3;

/** A curve of which nothing is sold yet. */
function curve() {
  const ledger = new Ledger();
  const pool = new Pool(ledger, { tokenId: 'token', nativeId: 'sol' }, terms);
  ledger.credit(pool.accountId, 'token', supply, 'launch');
  ledger.credit(crowdAccount, 'sol', 10n ** 18n, 'seed');
  const priceSol = () => (Number(pool.nativeReserve) / Number(pool.tokenReserve)) * (10 ** 6 / 10 ** 9);
  return { ledger, pool, priceSol };
}

test('has the terms that pump.fun publishes', () => {
  expect(graduationSol).toBeCloseTo(85, 1);
  expect(solTaken(0)).toBeCloseTo(0, 9);
  expect(solTaken(0.7931)).toBeCloseTo(graduationSol, 6);
  expect(curve().priceSol()).toBeCloseTo(30 / 1.073e9, 15);
});

test('sells what is for sale, and goes over to a pool at the price at which it ends', () => {
  const { ledger, pool, priceSol } = curve();
  expect(pool.tokensForSale).toBe(793_100_000n * 10n ** 6n);
  expect(pool.amountOut('native', 200n * 10n ** 9n)).toBe(0n);
  pool.swap('native', pool.amountFor(pool.tokensForSale));
  expect(Number(pool.tokensForSale)).toBeLessThan(10 * unitsPerLamport);
  expect(Number(pool.nativeHeld) / 1e9).toBeCloseTo(graduationSol, 3);
  const atTheEnd = priceSol();
  expect(atTheEnd / graduationPriceSol).toBeCloseTo(1, 3);
  pool.migrate({ address: 'pool', dexName: 'd', feeBps: 30 }, 'launch');
  expect(priceSol() / atTheEnd).toBeCloseTo(1, 3);
  expect(ledger.balance('@pool:curve', 'token')).toBe(0n);
  expect(ledger.balance('@pool:pool', 'token')).toBe(pool.tokenReserve);
  expect(pool.isCurve).toBe(false);
});

test('pays every seller out of what buyers paid, and never more than it took', () => {
  const trade = fc.record({ isBuy: fc.boolean(), part: fc.integer({ min: 1, max: 1000 }) });
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 60 }), (trades) => {
      const { ledger, pool } = curve();
      for (const { isBuy, part } of trades) {
        const held = ledger.balance(crowdAccount, 'token');
        const amount = isBuy
          ? pool.amountFor((pool.tokensForSale * BigInt(part)) / 1000n)
          : (held * BigInt(part)) / 1000n;
        const out = pool.amountOut(isBuy ? 'native' : 'token', amount);
        // Whoever has tokens can always sell them; dust is worth less than a lamport.
        if (!isBuy && amount > BigInt(100 * unitsPerLamport)) expect(out).toBeGreaterThan(0n);
        if (out > 0n) pool.swap(isBuy ? 'native' : 'token', amount);
        expect(pool.nativeHeld).toBeGreaterThanOrEqual(0n);
        expect(pool.tokensForSale).toBeGreaterThanOrEqual(0n);
      }
      const all = ledger.balance(crowdAccount, 'token');
      if (all > BigInt(100 * unitsPerLamport)) pool.swap('token', all);
      expect(ledger.balance(crowdAccount, 'sol')).toBeLessThanOrEqual(10n ** 18n);
    }),
  );
});
