import { expect, test } from 'vitest';
import * as portfolio from '../../../src/protocol/endpoints/portfolio.ts';
import * as splits from '../../../src/protocol/endpoints/splits.ts';
import * as swap from '../../../src/protocol/endpoints/swap.ts';
import { getTask } from '../../../src/protocol/endpoints/tasks.ts';
import * as transfers from '../../../src/protocol/endpoints/transfers.ts';
import * as trigger from '../../../src/protocol/endpoints/trigger.ts';
import { first, type OwnClient } from '../own-client.ts';
import { baseAero, baseEth, baseUsdc, jup, sol } from '../shapes.ts';

/** Swaps, trigger orders and what they leave in the portfolio. */
export function spotCalls({ call }: OwnClient): void {
  test('swaps', async () => {
    const fields = { chain: 'solana', inputMint: sol, outputMint: jup, amount: '250000000' } as const;
    const quote = await call(swap.quoteSwap, { query: { ...fields, slippageBps: 120 } });
    expect(quote).toMatchObject({ slippageBps: 120, inAmount: fields.amount });
    const { taskId } = await call(swap.executeSwap, { body: { ...fields, walletId: 'wal_main', slippageBps: 300 } });
    expect(await call(getTask, { params: { taskId } })).toMatchObject({ taskId, taskType: 'swap' });

    const walletAddress = '8qNrbwBzWo63i3UjDgN5zPdPc7XEgu4EcduJkyJNmJVe';
    const built = await call(swap.buildSwapTransaction, { body: { ...fields, walletAddress } });
    expect(built.transaction).toEqual(expect.any(String));
    const evmWallet = '0xecd353c2bc593701e82fbc8e9c31bd75c86a612f';
    const evmFields = { chain: 'base', inputMint: baseUsdc, outputMint: baseAero, amount: '5000000' } as const;
    const evm = await call(swap.buildSwapTransaction, { body: { ...evmFields, walletAddress: evmWallet } });
    const { spenderAddress } = await call(swap.swapApproveSpender, { query: { chainId: 8453 } });
    expect(evm).toMatchObject({ chainId: 8453, approvalRequired: true, transaction: { to: spenderAddress } });
    const asked = { chainId: 8453, tokenAddress: baseUsdc, walletAddress: evmWallet };
    expect(await call(swap.swapApproveAllowance, { query: asked })).toEqual({ ...asked, allowance: '0' });

    const submit = { chain: 'solana', signedTransaction: 'AQAB', walletAddress } as const;
    await expect(call(swap.submitSwap, { body: submit })).rejects.toMatchObject({
      status: 400,
      code: 'INVALID_PARAMS',
    });
  });

  test('transfers and splits', async () => {
    const move = { chain: 'SVM', token: 'native', awaitResult: false } as const;
    const send = { ...move, fromWalletId: 'wal_main', toWalletId: 'wal_sniper', amount: '1000', correlationId: 'c1' };
    const sent = await call(transfers.sendTransfer, { body: send });
    expect(sent).toMatchObject({ status: 'PENDING', willArchiveOnSuccess: false });
    expect(await call(transfers.sendTransfer, { body: send })).toMatchObject({ taskId: sent.taskId });
    const retire = { ...move, fromWalletId: 'wal_cold', toWalletId: 'wal_cold' };
    await expect(call(transfers.retireWallet, { body: retire })).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
    const destinations = [{ walletId: 'wal_base', pctBips: 10_000 }];
    const { planId, ...plan } = await call(splits.planSplit, {
      body: { sourceWalletId: 'wal_main', fromAmount: '0.16', fromAsset: 'sol', destinations },
    });
    expect(plan).toMatchObject({ destinationCount: 1, expiresInSeconds: '60' });
    const { taskId } = await call(splits.executeSplit, { body: { planId } });
    expect(await call(getTask, { params: { taskId } })).toMatchObject({ taskType: 'split', status: 'Created' });
  });

  test('trigger orders', async () => {
    const created = await call(trigger.createTriggerOrder, {
      body: {
        chain: 'base',
        walletId: 'wal_base',
        inputToken: baseEth,
        outputToken: baseAero,
        amount: '10000000000000000',
        triggerMetric: 'price_usd',
        triggerDirection: 'below',
        triggerBehavior: 'trailing',
        trailingPercentage: 12.5,
        expiryHours: 48,
        slippageBps: 250,
      },
    });
    expect(created).toMatchObject({ status: 'active', trigger: { trailingPercentage: '12.5' } });
    expect(Date.parse(created.expiresAt ?? '') - Date.parse(created.createdAt)).toBe(48 * 3_600_000);
    const { orders, nextCursor } = await call(trigger.listTriggerOrders, { query: { limit: 2 } });
    // Where it trails to moves with the market.
    const same = { ...created, trigger: expect.objectContaining({ trailingPercentage: '12.5' }) };
    expect(first(orders)).toEqual(same);
    const rest = await call(trigger.listTriggerOrders, { query: { limit: 100, cursor: nextCursor ?? '' } });
    expect(rest).toMatchObject({ orders: { length: 5 } });
    expect(rest.nextCursor ?? null).toBeNull();
    const params = { orderId: created.orderId };
    expect(await call(trigger.getTriggerOrder, { params })).toEqual(same);
    expect(await call(trigger.cancelTriggerOrder, { params })).toEqual({ ...params, status: 'cancelled' });
  });

  test('portfolio', async () => {
    expect((await call(portfolio.portfolioBalances, {})).wallets.length).toBeGreaterThan(3);
    expect((await call(portfolio.portfolioBalances, { query: { chain: 'monad' } })).wallets.length).toBeGreaterThan(0);
    const pnl = await call(portfolio.portfolioPnl, { query: { timeframe: '7d' } });
    expect(pnl.portfolioHistory.length).toBeGreaterThan(10);
    const { trades } = await call(portfolio.portfolioHistory, { query: { chain: 'solana', page: 1, limit: 3 } });
    expect(trades).toHaveLength(3);
    const held = await call(portfolio.portfolioPositions, {});
    expect(held.positions).toHaveLength(held.positionCount!);
  });
}
