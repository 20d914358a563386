import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases, isSoak } from '../../../test/run/cases.ts';
import { InsufficientBalanceError, Ledger } from './ledger.ts';
import { crowdAccount, worldAccount } from './ledger-accounts.ts';
import type { Move } from './ledger-entries.ts';

const accounts = ['wal_a', 'wal_b', crowdAccount, worldAccount] as const;
const tokens = ['solana:x', 'base:y'] as const;
const holdIds = ['h1', 'h2', 'h3', 'h4', 'h5'] as const;

const account = fc.constantFrom(...accounts);
const token = fc.constantFrom(...tokens);
const amount = fc.bigInt(0n, 1000n);
const move: fc.Arbitrary<Move> = fc.record({ from: account, to: account, tokenId: token, amount });

const step = fc.oneof(
  { weight: 200, arbitrary: fc.record({ kind: fc.constant('post'), moves: fc.array(move, { maxLength: 4 }) }) },
  {
    weight: 80,
    arbitrary: fc.record({
      kind: fc.constant('hold'),
      id: fc.constantFrom(...holdIds),
      from: fc.constantFrom('wal_a', 'wal_b'),
      amounts: fc.array(fc.tuple(token, fc.bigInt(0n, 400n)), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 60, arbitrary: fc.record({ kind: fc.constant('release'), id: fc.constantFrom(...holdIds) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart') }) },
) as fc.Arbitrary<Step>;

type Step =
  | { kind: 'post'; moves: Move[] }
  | { kind: 'hold'; id: string; from: string; amounts: [string, bigint][] }
  | { kind: 'release'; id: string }
  | { kind: 'restart' };

/** The same rules with no cleverness: one map of amounts, copied before each try. */
class NaiveLedger {
  amounts = new Map<string, bigint>();
  holds = new Map<string, Map<string, bigint>>();

  amount = (of: string, tokenId: string) => this.amounts.get(`${of}|${tokenId}`) ?? 0n;
  held = (of: string, tokenId: string) =>
    [...this.holds.values()].reduce((sum, hold) => sum + (hold.get(`${of}|${tokenId}`) ?? 0n), 0n);

  /** Whether it could be done. */
  apply(step: Step): boolean {
    if (step.kind === 'post') return this.#post(step.moves);
    if (step.kind === 'hold') return this.#hold(step.id, step.from, step.amounts);
    if (step.kind === 'release') this.holds.delete(step.id);
    return true;
  }

  #post(moves: Move[]): boolean {
    const before = new Map(this.amounts);
    for (const { from, to, tokenId, amount } of moves) {
      const isShort = this.amount(from, tokenId) - this.held(from, tokenId) < amount;
      if (amount > 0n && isShort && from !== worldAccount) {
        this.amounts = before;
        return false;
      }
      this.amounts.set(`${from}|${tokenId}`, this.amount(from, tokenId) - amount);
      this.amounts.set(`${to}|${tokenId}`, this.amount(to, tokenId) + amount);
    }
    return true;
  }

  #hold(id: string, from: string, amounts: [string, bigint][]): boolean {
    if (this.holds.has(id)) return false;
    const hold = new Map<string, bigint>();
    for (const [tokenId, amount] of amounts)
      hold.set(`${from}|${tokenId}`, (hold.get(`${from}|${tokenId}`) ?? 0n) + amount);
    for (const tokenId of tokens) {
      const need = hold.get(`${from}|${tokenId}`) ?? 0n;
      if (need > this.amount(from, tokenId) - this.held(from, tokenId)) return false;
    }
    this.holds.set(id, hold);
    return true;
  }
}

function attempt(ledger: Ledger, step: Step): boolean {
  try {
    if (step.kind === 'post') ledger.post('test', step.moves);
    if (step.kind === 'hold') ledger.hold(step.id, step.from, step.amounts);
    if (step.kind === 'release') ledger.release(step.id);
    return true;
  } catch (error) {
    if (!(error instanceof InsufficientBalanceError || error instanceof RangeError)) throw error;
    return false;
  }
}

test('random postings, holds and restarts: as the naive ledger has it, and the books balance', () => {
  const runs = cases(20, 100);
  if (isSoak) console.log(`${runs} runs of 600 steps`);
  fc.assert(
    fc.property(fc.array(step, { minLength: 600, maxLength: 600, size: 'max' }), (steps) => {
      let ledger = new Ledger();
      const naive = new NaiveLedger();
      for (const [index, each] of steps.entries()) {
        if (each.kind === 'restart') {
          const state = JSON.parse(JSON.stringify(ledger.snapshot()));
          ledger = new Ledger();
          ledger.restore(state);
        } else if (attempt(ledger, each) !== naive.apply(each)) {
          expect.fail(`step ${index} went another way than in the naive ledger`);
        }
        if (index % 20 > 0) continue;
        for (const tokenId of tokens) {
          let sum = 0n;
          for (const of of accounts) {
            const owned = ledger.balance(of, tokenId);
            sum += owned;
            expect(owned).toBe(naive.amount(of, tokenId));
            expect(owned - ledger.available(of, tokenId)).toBe(naive.held(of, tokenId));
            expect(of === worldAccount || naive.held(of, tokenId) <= owned).toBe(true);
          }
          expect(sum).toBe(0n);
        }
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
});
