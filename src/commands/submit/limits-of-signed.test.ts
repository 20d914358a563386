import { describe, expect, test } from 'vitest';
import { fakeContext } from '../../actions/pipeline/fake-context.fixture.ts';
import { chains } from '../../domain/market/chain.ts';
import type { DecodedTransaction, Step } from '../../signing/decode/decoded-transaction.ts';
import { limitsOfSigned } from './limits-of-signed.ts';

const owner = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const sol = chains.solana.nativeAddress;

const step = (action: string | null, details: Step['details'] = {}, risk: string | null = null): Step => ({
  programId: 'x',
  program: 'System',
  action,
  details,
  risk,
});
const swap = (inputToken: string | null, amountIn = 5_000_000n): Step => ({
  ...step('swap'),
  swap: {
    inputToken,
    outputToken: inputToken === sol ? usdc : sol,
    amountIn,
    minAmountOut: 1n,
    from: 'a',
    recipient: 'b',
    deadline: null,
    poolAccounts: [],
  },
});

const limits = async (...steps: Step[]) => {
  const decoded: DecodedTransaction = { family: 'svm', facts: {}, steps };
  const where = { walletId: 'own:main', owner, chain: 'solana', rpc: undefined } as const;
  return limitsOfSigned(decoded, where, fakeContext(() => ({})).context);
};
const unknownWorth = { risk: 'adds', limits: { wallets: [{ walletId: 'own:main', chain: 'solana' }], usd: null } };

test('a swap is worth what it sells', async () => {
  const found = await limits(step('set unit limit'), swap(usdc));
  expect(found.limits).toMatchObject({ wallet: { walletId: 'own:main' }, order: { kind: 'swap' } });
  expect(found.limits && 'order' in found.limits && found.limits.order.usd?.toFixed()).toBe('5');
});

test('wrapping what is sold and closing the account to the owner belong to it', async () => {
  const wrap = step('transfer', { lamports: '5000000' });
  const close = step('close account', { remainderTo: owner });
  expect((await limits(step('create if missing'), wrap, step('sync native'), swap(sol), close)).limits).toHaveProperty(
    'order',
  );
});

describe('of unknown worth is', () => {
  test.each<[string, Step[]]>([
    ['a transfer', [step('transfer', { lamports: '1' })]],
    ['a swap with a transfer of another amount', [step('transfer', { lamports: '1' }), swap(sol)]],
    ['a swap with two transfers', [...Array(2).fill(step('transfer', { lamports: '5000000' })), swap(sol)]],
    ['a swap of tokens with a transfer of coins', [step('transfer', { lamports: '5000000' }), swap(usdc)]],
    ['a swap that closes an account to somebody else', [swap(sol), step('close account', { remainderTo: usdc })]],
    ['a swap that gives something away as well', [swap(usdc), step('approve', {}, 'lets somebody move it')]],
    ['two swaps', [swap(usdc), swap(usdc)]],
    ['a swap that does not name what it sells', [swap(null)]],
    ['what nobody can explain', [step(null, {}, 'nobody can say')]],
  ])('%s', async (_, steps) => {
    expect(await limits(...steps)).toEqual(unknownWorth);
  });
});

test.each<[string, Step[], 'adds' | 'reduces']>([
  ['taking leave back reduces risk', [step('revoke')], 'reduces'],
  ['an approval of nothing does', [step('approve')], 'reduces'],
  ['giving leave adds to it', [step('approve', {}, 'lets somebody move it')], 'adds'],
  ['opening an account does', [step('create')], 'adds'],
])('%s, and no cap applies', async (_, steps, risk) => {
  expect(await limits(...steps)).toEqual({ risk, limits: null });
});
