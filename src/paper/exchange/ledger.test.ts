import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BalanceChange, InsufficientBalanceError, Ledger } from './ledger.ts';

const step = fc.record({
  from: fc.constantFrom('a', 'b', 'c'),
  to: fc.constantFrom('a', 'b', 'c'),
  amount: fc.bigInt(0n, 200n),
});

describe('Ledger', () => {
  test('transfers keep the sum, never go below zero, and a refused one moves nothing', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const ledger = new Ledger();
        for (const wallet of ['a', 'b', 'c']) ledger.credit(wallet, 'solana:x', 100n, 'seed');
        for (const { from, to, amount } of steps) {
          const before = ledger.snapshot();
          try {
            ledger.transfer(from, to, 'solana:x', amount, 'test');
          } catch (error) {
            expect(error).toBeInstanceOf(InsufficientBalanceError);
            expect(ledger.snapshot()).toEqual(before);
          }
        }
        const balances = ['a', 'b', 'c'].map((wallet) => ledger.balance(wallet, 'solana:x'));
        expect(balances.every((balance) => balance >= 0n)).toBe(true);
        expect(balances.reduce((sum, balance) => sum + balance, 0n)).toBe(300n);
      }),
    );
  });

  test('tells of every change with its cause, and not of what changes nothing', () => {
    const changes: BalanceChange[] = [];
    const ledger = new Ledger((change) => changes.push(change));
    ledger.credit('a', 't', 5n, 'seed');
    ledger.credit('a', 't', 0n, 'nothing');
    ledger.debit('a', 't', 2n, 'swap:1');
    expect(changes).toEqual([
      { walletId: 'a', tokenId: 't', before: 0n, after: 5n, cause: 'seed' },
      { walletId: 'a', tokenId: 't', before: 5n, after: 3n, cause: 'swap:1' },
    ]);
  });

  test('refuses negative amounts', () => {
    expect(() => new Ledger().credit('a', 't', -1n, 'x')).toThrow(RangeError);
    expect(() => new Ledger().debit('a', 't', -1n, 'x')).toThrow(RangeError);
  });

  test('a snapshot through JSON is taken up exactly, beyond what a double holds', () => {
    const ledger = new Ledger();
    ledger.credit('a', 't', 123_456_789_012_345_678_901_234_567n, 'seed');
    const copy = new Ledger();
    copy.restore(JSON.parse(JSON.stringify(ledger.snapshot())));
    expect(copy.balance('a', 't')).toBe(123_456_789_012_345_678_901_234_567n);
  });
});
