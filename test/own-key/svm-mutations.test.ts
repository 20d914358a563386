import { address } from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DecodeError } from '../../src/signing/decode/decoded-transaction.ts';
import {
  around,
  honestSvm,
  jup,
  native,
  policy,
  poolAuthority,
  splToken,
  stranger,
  svmOwner,
  usdc,
} from '../../src/signing/rules/honest.fixture.ts';
import { verdictOf } from '../../src/signing/rules/review.ts';
import { reviewSwap } from '../../src/signing/rules/review-transaction.ts';
import { tokenAccount } from '../../src/signing/rules/token-accounts.ts';
import type { SwapOrder } from '../../src/signing/swap-order.ts';
import { cases, seed } from '../run/cases.ts';
import { tokensAt } from './svm/holdings.fixture.ts';
import { judgeOf } from './svm/judge.fixture.ts';
import { poolFor, thief } from './svm/mutation-pool.fixture.ts';
import { everyMutation, type Mutation, mutated, mutations } from './svm/mutations.fixture.ts';
import { signBlindly } from './svm/owner.fixture.ts';
import { thiefProgram } from './svm/thief-program.ts';
import { noRuntime, pricesOf, runtime, type World, world } from './svm/world.fixture.ts';

/* Honest swaps, changed: whatever the rules alone let pass must do no harm on the chain. */

/** A chain where a thief finds what he could want. */
async function richWorld(): Promise<World> {
  const here = await world();
  here.svm.addProgram(address(thief), thiefProgram());
  here.svm.withTransactionHistory(0n);
  await here.putTokens(svmOwner, native, 2_000_000_000n);
  for (const mint of [native, usdc, jup]) await here.putTokens(stranger, mint, 0n);
  return here;
}

/** An order at the pool's price less 1 %, the same on a chain where the pool pays 2 % less, and all that can become of it. */
async function scene(inputToken: string, outputToken: string, amountIn: bigint) {
  const [here, worse] = [await richWorld(), await richWorld()];
  const authority = await poolAuthority();
  const vault = address(await tokenAccount(authority, outputToken, splToken));
  await worse.putTokens(authority, outputToken, (tokensAt(worse, vault) * 98n) / 100n);
  const price = (await pricesOf(here, inputToken, outputToken))(amountIn);
  const minAmountOut = (price * 99n) / 100n;
  const order: SwapOrder = { chain: 'solana', owner: svmOwner, inputToken, outputToken, amountIn, minAmountOut };
  const { before, swap, after } = await honestSvm(order);
  const pool = await poolFor(order);
  const [judge, judgeWorse] = [judgeOf(here, order), judgeOf(worse, order)];
  const chain = { payer: svmOwner, blockhash: here.svm.latestBlockhash() };
  const honest = [...before, swap, ...after];
  const written = (changes: readonly Mutation[]) => mutated(honest, changes, pool, chain);
  return {
    every: everyMutation(honest, pool),
    /** What harm these changes do to an owner who signs whatever there is. */
    async harmOf(changes: readonly Mutation[]): Promise<readonly string[]> {
      const encoded = written(changes);
      return encoded === null ? [] : judge(await signBlindly(encoded), policy.maxFee.solana).harm;
    },
    /** What becomes of the honest swap with these changes, and what harm it does. */
    async outcome(changes: readonly Mutation[]): Promise<{ kind: keyof typeof none; harm: readonly string[] }> {
      const encoded = written(changes);
      if (encoded === null) return { kind: 'unwritable', harm: [] };
      const shownFee = await feeIfItFits(order, encoded);
      if (shownFee === null) return { kind: 'refused', harm: [] };
      const signed = await signBlindly(encoded);
      const { landed, harm } = judge(signed, shownFee);
      return landed
        ? { kind: 'landed', harm: [...harm, ...judgeWorse(signed, shownFee).harm] }
        : { kind: 'failed', harm };
    },
  };
}

const none = { unwritable: 0, refused: 0, landed: 0, failed: 0 };

/** What the desk shows as the most that it costs, lamports; null: it is not signed. No node was asked about anything. */
async function feeIfItFits(order: SwapOrder, encoded: string): Promise<bigint | null> {
  const unasked = { ...around, isBlockhashValid: null };
  const review = await reviewSwap(order, { chain: 'solana', encoded }, policy, unasked).catch((error: unknown) => {
    if (error instanceof DecodeError) return null;
    throw error;
  });
  if (!review || verdictOf(review, 'solana', policy).kind !== 'fits') return null;
  const shown = review.rows.find(({ label }) => label === 'fees at most')?.does;
  return typeof shown === 'object' && shown !== null ? shown.baseUnits : 0n;
}

describe.skipIf(!runtime)(runtime ? 'on Solana’s runtime' : noRuntime, () => {
  test.each([
    ['SOL → USDC', native, usdc, 1_500_000_000n],
    ['USDC → SOL', usdc, native, 50_000_000n],
    ['USDC → JUP', usdc, jup, 50_000_000n],
  ] as const)('no changed swap that fits does harm: %s', async (_, input, output, amountIn) => {
    const { outcome, every } = await scene(input, output, amountIn);
    const counts = { ...none };
    const check = async (changes: readonly Mutation[]): Promise<void> => {
      const { kind, harm } = await outcome(changes);
      counts[kind] += 1;
      expect([changes, ...harm]).toEqual([changes]);
    };
    expect(await outcome([])).toEqual({ kind: 'landed', harm: [] });
    for (const change of every) await check([change]);
    // Whatever the seed: enough of each.
    expect(counts.refused).toBeGreaterThan(300);
    expect(counts.landed).toBeGreaterThan(30);
    expect(counts.failed).toBeGreaterThan(100);
    await fc.assert(fc.asyncProperty(mutations, check), { seed, numRuns: cases(100, 20_000) });
  });

  test('harm is noticed where it is done', async () => {
    const { every, harmOf } = await scene(usdc, native, 50_000_000n);
    const found: string[] = [];
    for (const change of every) if (change.kind === 'insert') found.push(...(await harmOf([change])));
    const kinds = found.map((harm) => harm.replace(/[1-9A-HJ-NP-Za-km-z]{32,}/, 'it').replace(/by .*/, '…'));
    expect([...new Set(kinds)].toSorted()).toEqual([
      'it has a delegate',
      'it has changed …',
      'it is no longer the owner’s',
      'others may close it',
      'the wallet itself belongs to a program',
    ]);
  });
});
