import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { chains } from '../../domain/market/chain.ts';
import { paperRouter } from '../../domain/market/paper-contracts.ts';
import { permit2 } from '../decode/permit2.ts';
import type { SwapOrder } from '../swap-order.ts';
import { attacks, variants, whyRefused } from './attacks.fixture.ts';
import {
  around,
  bytes,
  encodeEvm,
  encodeSvm,
  evmOrder,
  honestEvm,
  honestSvm,
  instruction,
  jup,
  policy,
  stranger,
  svmOrder,
  svmOwner,
  usdc,
} from './honest.fixture.ts';
import { verdictOf } from './review.ts';
import { reviewApproval, reviewSwap } from './review-transaction.ts';

const honest = async (order: SwapOrder) => ({
  chain: order.chain,
  encoded: order.chain === 'solana' ? encodeSvm(await honestSvm(order)) : encodeEvm(honestEvm(order)),
});

describe('an honest swap fits', () => {
  test.each<[string, SwapOrder]>([
    ['SOL → USDC', svmOrder],
    ['USDC → SOL', { ...svmOrder, inputToken: usdc, outputToken: chains.solana.nativeAddress }],
    ['USDC → JUP', { ...svmOrder, inputToken: usdc, outputToken: jup }],
    ['USDC → ETH', evmOrder],
    ['ETH → USDC', { ...evmOrder, inputToken: evmOrder.outputToken, outputToken: evmOrder.inputToken }],
    ['on BNB Chain', { ...evmOrder, chain: 'bsc' }],
  ])('%s', async (_, order) => {
    const review = await reviewSwap(order, await honest(order), policy, around);
    expect(review.findings).toEqual([]);
    expect(verdictOf(review, order.chain, policy)).toEqual({ kind: 'fits' });
    expect(review.rows.every(({ isSame }) => isSame)).toBe(true);
    expect(review.rows.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['sells', 'least bought', 'received by', 'fees at most']),
    );
  });
});

test('more than the minimum is welcome', async () => {
  const transaction = await honest({ ...svmOrder, minAmountOut: svmOrder.minAmountOut + 1n });
  expect((await reviewSwap(svmOrder, transaction, policy, around)).findings).toEqual([]);
});

describe('is refused', () => {
  test.each([...attacks, ...variants].map((attack) => [attack.name, attack] as const))('%s', async (_, attack) => {
    expect(await whyRefused(attack)).toEqual(expect.stringMatching(/^[A-Z].*\.$/) as string);
  });

  test('there are twenty in the table, each by its own name', () => {
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(20);
  });
});

describe('what cannot be explained', () => {
  const unknown = async () => {
    const swap = await honestSvm(svmOrder);
    const call = instruction(stranger, [[svmOwner, 'writable signer']], bytes(1));
    return { chain: 'solana', encoded: encodeSvm({ ...swap, after: [...swap.after, call] }) } as const;
  };

  test('needs a typed word where the user allows its program, and only there', async () => {
    const review = await reviewSwap(svmOrder, await unknown(), policy, around);
    const allowing = { ...policy, allowUnknown: new Set([`solana:${stranger}`]) };
    expect(verdictOf(review, 'solana', policy).kind).toBe('refused');
    expect(verdictOf(review, 'solana', allowing)).toEqual({
      kind: 'word',
      why: expect.stringContaining(stranger) as string,
    });
  });

  test('does not excuse what contradicts the order', async () => {
    const review = await reviewSwap({ ...svmOrder, amountIn: 1n }, await unknown(), policy, around);
    const allowing = { ...policy, allowUnknown: new Set([`solana:${stranger}`]) };
    expect(verdictOf(review, 'solana', allowing).kind).toBe('refused');
  });
});

describe('an approval of nothing', () => {
  const data = (spender: string, amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender as Hex, amount] });
  const reviewOf = (spender: string, amount = 0n, value = 0n) => {
    const to = evmOrder.inputToken as Hex;
    const encoded = encodeEvm({ ...honestEvm(evmOrder), to, value, gas: 60_000n, data: data(spender, amount) });
    const order = { ...evmOrder, amountIn: 0n, minAmountOut: 0n };
    return reviewApproval(order, spender, { chain: 'base', encoded }, policy, around);
  };
  const thief = `0x${'5c'.repeat(20)}`;

  test.each([thief, permit2, paperRouter])('takes the leave of %s back', async (spender) => {
    const review = await reviewOf(spender);
    expect(review.findings).toEqual([]);
    expect(review.decoded.steps[0]?.risk).toBeNull();
  });

  test('is one of nothing to the base unit, and carries nothing', async () => {
    expect((await reviewOf(thief, 1n)).findings[0]?.what).toContain('another amount');
    expect((await reviewOf(thief, 0n, 1n)).findings[0]?.what).toContain('native coin along');
  });
});

test('a published router is trusted live, and paper’s is not', async () => {
  const { trustedPrograms } = await import('./trusted-programs.ts');
  expect(trustedPrograms('live', []).has(`base:${paperRouter}`)).toBe(false);
  expect(trustedPrograms('live', ['base:0xab']).has('base:0xab')).toBe(true);
  expect(trustedPrograms('paper', ['base:0xab']).has('base:0xab')).toBe(false);
});
