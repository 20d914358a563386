import { describe, expect, test } from 'vitest';
import { chainTraits } from './chain-traits.ts';
import { spotFixture } from './spot.fixture.ts';
import { networkAccount, platformAccount } from './swap-desk.ts';
import { idOf } from './token-book.ts';

function desk() {
  const fixture = spotFixture();
  const { spot, token } = fixture;
  const [sol, usdc, jup] = ['SOL', 'USDC', 'JUP'].map((symbol) => token('solana', symbol)) as [
    ReturnType<typeof token>,
    ReturnType<typeof token>,
    ReturnType<typeof token>,
  ];
  const request = (input: typeof sol, output: typeof sol, amount: bigint, slippageBps = 100) => ({
    chain: input.chain,
    inputMint: input.address,
    outputMint: output.address,
    amount: String(amount),
    slippageBps,
    walletId: 'wal_main',
  });
  const held = (of: typeof sol, walletId = 'wal_main') => spot.ledger.balance(walletId, idOf(of));
  return { ...fixture, sol, usdc, jup, request, held };
}

describe('a managed swap', () => {
  test('goes from submitted over pending to success and gives exactly what the pool gave', () => {
    const { spot, sol, jup, request, held, wait, on } = desk();
    const [solBefore, jupBefore] = [held(sol), held(jup)];
    const plan = spot.swaps.plan(request(sol, jup, 2_000_000_000n));
    // No slippage at all: on an unmoved pool the least accepted is what comes out.
    const task = spot.account.execute(request(sol, jup, 2_000_000_000n, 0));
    expect(task).toMatchObject({ status: 'submitted', txHash: null });
    wait(500);
    expect(task.status).toBe('pending');
    expect(held(sol)).toBe(solBefore);
    wait(1500);
    expect(task).toMatchObject({ status: 'success', errorCode: null });
    expect(task.txHash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{87}$/);
    expect(held(sol)).toBe(solBefore - 2_000_000_000n - chainTraits.solana.networkFee);
    expect(held(jup)).toBe(jupBefore + plan.amountOut);
    expect(on('portfolio.notifications')).toMatchObject([
      { userId: 'usr_1', data: { type: 'swap', taskId: task.taskId, userId: 'usr_1' } },
    ]);
    expect(on('automation.updates')).toEqual([]);
    const [swap] = on('svm.token.swaps');
    expect(swap).toMatchObject({
      filter: { tokenAddress: jup.address },
      data: { isBuy: true, signature: task.txHash },
    });
    expect(on('svm.wallet.nativeBalance').length).toBeGreaterThan(0);
    expect(on('svm.wallet.tokenBalances')).toHaveLength(1);
  });

  test('conserves every coin over two pools, fees included', () => {
    const { spot, usdc, jup, request, held, wait, sol } = desk();
    const everywhere = (token: typeof sol) => {
      const pools = [spot.book.marketOf(usdc).pool, spot.book.marketOf(jup).pool] as const;
      const pooled =
        token === sol ? pools[0].nativeReserve + pools[1].nativeReserve : pools[token === usdc ? 0 : 1].tokenReserve;
      return ['wal_main', platformAccount, networkAccount].reduce((sum, id) => sum + held(token, id), pooled);
    };
    const before = [sol, usdc, jup].map(everywhere);
    spot.account.execute(request(jup, usdc, 777_777_777n));
    spot.account.execute(request(usdc, jup, 123_456_789n));
    wait(3000);
    expect(
      spot.account.trades.trades
        .slice(-2)
        .map((trade) => trade.isBuy)
        .sort(),
    ).toEqual([false, true]);
    expect(held(usdc, platformAccount)).toBe((123_456_789n * 50n) / 10_000n);
    expect([sol, usdc, jup].map(everywhere)).toEqual(before);
  });

  test('fails when the pool has moved beyond the slippage; only the network fee is gone', () => {
    const { spot, sol, jup, request, held, wait } = desk();
    const [solBefore, jupBefore] = [held(sol), held(jup)];
    const task = spot.account.execute(request(sol, jup, 1_000_000_000n, 50));
    const { pool } = spot.book.marketOf(jup);
    pool.swap('native', pool.nativeReserve / 100n);
    wait(2000);
    expect(task).toMatchObject({ status: 'failed', errorCode: 'SLIPPAGE_EXCEEDED' });
    expect(task.txHash).not.toBeNull();
    expect(held(sol)).toBe(solBefore - chainTraits.solana.networkFee);
    expect(held(jup)).toBe(jupBefore);
  });

  test('the same move within the slippage settles at the worse price', () => {
    const { spot, sol, jup, request, wait } = desk();
    const quoted = spot.swaps.plan(request(sol, jup, 1_000_000_000n)).amountOut;
    const task = spot.account.execute(request(sol, jup, 1_000_000_000n, 500));
    const { pool } = spot.book.marketOf(jup);
    pool.swap('native', pool.nativeReserve / 100n);
    wait(2000);
    expect(task.status).toBe('success');
    expect(BigInt(spot.account.trades.trades.at(-1)?.outputAmount ?? 0) < quoted).toBe(true);
  });

  test('a wallet that cannot pay gets a failed task, to the base unit and with the network fee', () => {
    const { spot, sol, usdc, request, held } = desk();
    const fee = chainTraits.solana.networkFee;
    expect(spot.account.execute(request(usdc, sol, held(usdc) + 1n))).toMatchObject({
      status: 'failed',
      errorCode: 'INSUFFICIENT_BALANCE',
    });
    expect(spot.account.execute(request(sol, usdc, held(sol) - fee + 1n)).status).toBe('failed');
    expect(spot.account.execute(request(sol, usdc, held(sol) - fee)).status).toBe('submitted');
  });

  test('two swaps of the same whole balance: the second fails when it settles', () => {
    const { spot, sol, usdc, request, held, wait } = desk();
    const tasks = [1, 2].map(() => spot.account.execute(request(usdc, sol, held(usdc))));
    expect(tasks.map((task) => task.status)).toEqual(['submitted', 'submitted']);
    wait(3000);
    expect(tasks.map((task) => task.errorCode).sort()).toEqual(['INSUFFICIENT_BALANCE', null]);
    expect(held(usdc)).toBe(0n);
    const rows = (status: string) => spot.account.portfolio.positions('solana', status).positions;
    const isUsdc = (row: { tokenAddress: string }) => row.tokenAddress === usdc.address;
    expect(rows('open').some(isUsdc)).toBe(false);
  });

  test('refuses wallets, chains and tokens that do not fit', () => {
    const { spot, sol, usdc, jup, request, token } = desk();
    const good = request(sol, usdc, 1_000_000n);
    const refusal = (change: object) => {
      try {
        return spot.account.execute({ ...good, ...change }).status;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(refusal({})).toBe('submitted');
    expect(refusal({ walletId: 'wal_nobody' })).toBe('NOT_FOUND');
    expect(refusal({ walletId: 'wal_old' })).toBe('INVALID_PARAMS');
    expect(refusal({ walletId: 'wal_base' })).toBe('INVALID_PARAMS');
    expect(refusal({ walletId: 'wal_perp' })).toBe('INVALID_PARAMS');
    expect(refusal({ inputMint: 'not an address' })).toBe('INVALID_PARAMS');
    expect(refusal({ outputMint: token('base', 'AERO').address })).toBe('INVALID_PARAMS');
    expect(refusal({ outputMint: '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6S' })).toBe('NO_ROUTE');
    expect(refusal({ outputMint: good.inputMint })).toBe('NO_ROUTE');
    // More than the pool could ever give back in value.
    expect(refusal({ inputMint: jup.address, amount: '1000000000000000000' })).toBe('NO_ROUTE');
    expect(refusal({ outputMint: usdc.address, inputMint: jup.address, amount: '1' })).toBe('NO_ROUTE');
  });

  test('EVM addresses are the same token in any letter case', () => {
    const { spot, token, wait } = desk();
    const [eth, usdc] = [token('base', 'ETH'), token('base', 'USDC')];
    const request = {
      chain: 'base' as const,
      inputMint: eth.address.toLowerCase(),
      outputMint: `0x${usdc.address.slice(2).toUpperCase()}`,
      ...{ amount: '100000000000000000', slippageBps: 100, walletId: 'wal_base' },
    };
    const before = spot.account.holding('wal_base', 'base', request.outputMint);
    const task = spot.account.execute(request);
    wait(3000);
    expect(task.status).toBe('success');
    expect(spot.account.holding('wal_base', 'base', request.outputMint)).toBe(
      before + BigInt(spot.account.trades.trades.at(-1)?.outputAmount ?? 0),
    );
  });
});

test('a position sold out is closed, keeps its story, and counts no more', () => {
  const { spot, jup, sol, request, held, wait } = desk();
  const { portfolio } = spot.account;
  const before = portfolio.positions('solana').positionCount ?? 0;
  spot.account.execute(request(jup, sol, held(jup), 5000));
  wait(3000);
  const { positions, positionCount } = portfolio.positions('solana');
  const closed = portfolio.positions('solana', 'closed').positions;
  expect(closed.map((row) => row.tokenAddress)).toEqual([jup.address]);
  expect(closed[0]).toMatchObject({ latestBalanceRaw: '0', balanceUsd: 0 });
  expect(Number(closed[0]?.sellCount)).toBeGreaterThan(0);
  expect(positions.length).toBe(before);
  expect(positionCount).toBe(before - 1);
});
