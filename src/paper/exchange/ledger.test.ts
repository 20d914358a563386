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
    const ledger = new Ledger();
    ledger.watch((change) => changes.push(change));
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

  test('a posting is done whole or not at all, and tells of each balance once, when it is done', () => {
    const changes: BalanceChange[] = [];
    const ledger = new Ledger();
    ledger.credit('a', 't', 10n, 'seed');
    ledger.watch((change) => changes.push({ ...change, after: ledger.balance(change.walletId, change.tokenId) }));
    const give = (amount: bigint, from = 'a', to = 'b') => ({ from, to, tokenId: 't', amount });
    expect(() => ledger.post('swap:1', [give(4n), give(3n, 'b', 'c'), give(7n)])).toThrow(InsufficientBalanceError);
    expect(['a', 'b', 'c'].map((id) => ledger.balance(id, 't'))).toEqual([10n, 0n, 0n]);
    expect(changes).toEqual([]);
    // What one move brings, the next may spend; what only passes through is no change.
    ledger.post('swap:2', [give(4n), give(4n, 'b', 'c')]);
    expect(changes.map(({ walletId, before, after }) => [walletId, before, after])).toEqual([
      ['a', 10n, 6n],
      ['c', 0n, 4n],
    ]);
  });

  test('what is held is owned but can’t be spent, nor held twice, until it is released', () => {
    const ledger = new Ledger();
    ledger.credit('a', 't', 10n, 'seed');
    expect(() => ledger.hold('h', 'a', [['t', 6n] as const, ['t', 5n] as const])).toThrow(InsufficientBalanceError);
    expect(ledger.available('a', 't')).toBe(10n);
    ledger.hold('h', 'a', [['t', 6n]]);
    expect(() => ledger.hold('h', 'a', [['t', 1n]])).toThrow(RangeError);
    expect([ledger.balance('a', 't'), ledger.available('a', 't')]).toEqual([10n, 4n]);
    expect(() => ledger.debit('a', 't', 5n, 'x')).toThrow(InsufficientBalanceError);
    expect(() => ledger.hold('h2', 'a', [['t', 5n]])).toThrow(InsufficientBalanceError);
    const copy = new Ledger();
    copy.restore(JSON.parse(JSON.stringify(ledger.snapshot())));
    for (const either of [ledger, copy]) {
      either.release('h');
      either.release('h');
      expect(either.available('a', 't')).toBe(10n);
    }
  });

  test('keeps the last entries of users and of the outside world with cause and time, and none of the crowd', () => {
    let nowMs = 5;
    const ledger = new Ledger(() => nowMs);
    ledger.credit('@crowd', 't', 100_000n, 'mint');
    ledger.transfer('@crowd', '@pool:p', 't', 10n, 'crowd');
    nowMs = 6;
    ledger.transfer('@crowd', 'a', 't', 3n, 'swap:1');
    const [mint, swap] = ledger.entries();
    expect(mint).toMatchObject({ sequence: 1, atMs: 5, from: '@world', to: '@crowd', cause: 'mint' });
    expect(swap).toEqual({
      sequence: 2,
      atMs: 6,
      cause: 'swap:1',
      from: '@crowd',
      to: 'a',
      tokenId: 't',
      amount: '3',
    });
    for (let count = 0; count < 5000; count++) ledger.transfer('@crowd', 'a', 't', 1n, `swap:${count}`);
    expect(ledger.entries()).toHaveLength(2000);
    expect(ledger.entries().at(-1)).toMatchObject({ sequence: 5002, cause: 'swap:4999' });
  });

  test('refuses to take up books that do not balance, or an account below zero', () => {
    const ledger = new Ledger();
    ledger.credit('a', 't', 5n, 'seed');
    const state = ledger.snapshot();
    const { balances } = state;
    expect(() => new Ledger().restore({ ...state, balances: { ...balances, a: { t: '6' } } })).toThrow(RangeError);
    const owing = { ...balances, a: { t: '-1' }, b: { t: '6' } };
    expect(() => new Ledger().restore({ ...state, balances: owing })).toThrow(RangeError);
  });

  test('a snapshot through JSON is taken up exactly, beyond what a double holds', () => {
    const ledger = new Ledger();
    ledger.credit('a', 't', 123_456_789_012_345_678_901_234_567n, 'seed');
    const copy = new Ledger();
    copy.restore(JSON.parse(JSON.stringify(ledger.snapshot())));
    expect(copy.balance('a', 't')).toBe(123_456_789_012_345_678_901_234_567n);
  });
});
