import { describe, expect, test } from 'vitest';
import { dexAccount, networkAccount, platformAccount } from '../../ledger-accounts.ts';
import { spotFixture } from '../spot.fixture.ts';
import { chainTraits } from '../tokens/chain-traits.ts';
import { idOf } from '../tokens/token-book.ts';

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
      // When it was taken, and when it settled.
      { userId: 'usr_1', data: { type: 'swap', taskId: task.taskId, userId: 'usr_1' } },
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

  test('over two pools: every fee lands with whoever takes it, and the books name the swap for each coin', () => {
    const { spot, usdc, jup, request, held, wait, sol } = desk();
    const [jupPool, usdcPool] = [spot.book.marketOf(jup).pool, spot.book.marketOf(usdc).pool];
    const reserves = () => [usdcPool.tokenReserve, usdcPool.nativeReserve, jupPool.tokenReserve, jupPool.nativeReserve];
    const before = { reserves: reserves(), sol: held(sol), usdc: held(usdc), jup: held(jup) };
    const { legs, amountOut, platformFee } = spot.swaps.plan(request(usdc, jup, 123_456_789n));
    const task = spot.account.execute(request(usdc, jup, 123_456_789n));
    wait(3000);
    expect(task.status).toBe('success');
    expect(platformFee).toBe((123_456_789n * 50n) / 10_000n);
    const dexFees = legs.map(({ market, amountIn }) => market.pool.fee(amountIn)) as [bigint, bigint];
    expect(held(usdc, platformAccount)).toBe(platformFee);
    expect(held(usdc, dexAccount(usdcPool.dexName))).toBe(dexFees[0]);
    expect(held(sol, dexAccount(jupPool.dexName))).toBe(dexFees[1]);
    expect(held(sol, networkAccount)).toBe(chainTraits.solana.networkFee);
    expect(held(usdc)).toBe(before.usdc - 123_456_789n);
    expect(held(sol)).toBe(before.sol - chainTraits.solana.networkFee);
    expect(held(jup)).toBe(before.jup + amountOut);
    const transit = legs[0]!.amountOut;
    const moved = [123_456_789n - platformFee - dexFees[0], -transit, -amountOut, transit - dexFees[1]];
    expect(reserves()).toEqual(before.reserves.map((reserve, index) => reserve + moved[index]!));
    const entries = spot.ledger.entries().filter((entry) => entry.cause === `swap:${task.taskId}`);
    const net = (of: typeof sol) =>
      entries
        .filter((entry) => entry.tokenId === idOf(of))
        .reduce((sum, entry) => sum + BigInt(entry.amount) * (entry.to === 'wal_main' ? 1n : -1n), 0n);
    expect([net(sol), net(usdc), net(jup)]).toEqual([-chainTraits.solana.networkFee, -123_456_789n, amountOut]);
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

  test('two swaps of the same whole balance: what the first holds, the second cannot have', () => {
    const { spot, sol, usdc, request, held, wait } = desk();
    const whole = held(usdc);
    const tasks = [1, 2].map(() => spot.account.execute(request(usdc, sol, whole)));
    expect(tasks.map((task) => [task.status, task.errorCode])).toEqual([
      ['submitted', null],
      ['failed', 'INSUFFICIENT_BALANCE'],
    ]);
    expect(held(usdc)).toBe(whole);
    expect(spot.ledger.available('wal_main', idOf(usdc))).toBe(0n);
    const warnings = () => spot.account.portfolio.balances().warnings;
    expect(warnings()).toEqual([
      '0.000105 SOL of wal_main held by tasks in flight',
      '6240.518734 USDC of wal_main held by tasks in flight',
    ]);
    wait(3000);
    expect(warnings()).toEqual([]);
    expect(tasks[0]?.status).toBe('success');
    expect(held(usdc)).toBe(0n);
    const rows = (status: string) => spot.account.portfolio.positions('solana', status).positions;
    const isUsdc = (row: { tokenAddress: string }) => row.tokenAddress === usdc.address;
    expect(rows('open').some(isUsdc)).toBe(false);
  });

  test.each([
    ['solana', 'wal_main', 600, 1100],
    ['base', 'wal_base', 1800, 2300],
    ['bsc', 'wal_cold', 2700, 3300],
    ['monad', 'wal_monad', 800, 1200],
  ] as const)('is confirmed at the pace of its chain: %s', (chain, walletId, shortestMs, longestMs) => {
    const { spot, wait } = desk();
    const native = spot.book.native(chain);
    const hub = spot.book.tokens.find((token) => token.chain === chain && token.kind === 'hub')!;
    const amount = String(10n ** BigInt(native.decimals - 2));
    const pair = { chain, walletId, inputMint: native.address, outputMint: hub.address, slippageBps: 100 };
    for (let count = 0; count < 5; count++) {
      const task = spot.account.execute({ ...pair, amount });
      const takenMs = spot.nowMs;
      while (task.status !== 'success') wait(20);
      expect(spot.nowMs - takenMs).toBeGreaterThanOrEqual(shortestMs);
      expect(spot.nowMs - takenMs).toBeLessThanOrEqual(longestMs + 20);
    }
  });

  test('a failed swap gives back what it held', () => {
    const { spot, sol, usdc, jup, request, held, wait } = desk();
    const task = spot.account.execute(request(sol, jup, held(sol) / 2n, 0));
    expect(spot.ledger.available('wal_main', idOf(sol))).toBeLessThan(held(sol) / 2n + 1n);
    const { pool } = spot.book.marketOf(jup);
    pool.swap('native', pool.nativeReserve / 100n);
    wait(2000);
    expect(task.errorCode).toBe('SLIPPAGE_EXCEEDED');
    expect(spot.ledger.available('wal_main', idOf(sol))).toBe(held(sol));
    expect(spot.account.execute(request(sol, usdc, held(sol) - chainTraits.solana.networkFee)).status).toBe(
      'submitted',
    );
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
      amount: '100000000000000000',
      slippageBps: 100,
      walletId: 'wal_base',
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
