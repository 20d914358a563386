import { expect, test } from 'vitest';
import type { Peer } from '../peer.ts';
import {
  baseAero,
  baseEth,
  baseUnits,
  baseUsdc,
  decimal,
  evmAddress,
  isoTime,
  jup,
  sol,
  text,
  until,
} from '../shapes.ts';

const solToJup = { chain: 'solana', inputMint: sol, outputMint: jup, amount: '1000000000' };
const wallet = '8qNrbwBzWo63i3UjDgN5zPdPc7XEgu4EcduJkyJNmJVe';
const evmWallet = '0xecd353c2bc593701e82fbc8e9c31bd75c86a612f';
const quoteSummary = (inputAmount: string, slippageBps: number) => ({
  inputAmount,
  slippageBps,
  outputAmount: baseUnits,
  minOutputAmount: baseUnits,
  priceImpactPct: decimal,
});
const evmTransaction = {
  to: evmAddress,
  data: expect.stringMatching(/^0x[0-9a-f]+$/),
  value: baseUnits,
  gasLimit: baseUnits,
  maxFeePerGas: baseUnits,
  maxPriorityFeePerGas: baseUnits,
};

/** Quotes, managed swaps and their tasks, unsigned transactions. */
export function swapOperations({ sdk }: Peer): void {
  const jupHeld = async () => {
    const { positions } = await sdk.portfolio.getPositions({ chain: 'solana' });
    return BigInt(positions.find((p) => p.tokenAddress === jup && p.walletAddress === wallet)!.latestBalanceRaw);
  };

  test('a swap is quoted, taken, confirmed, and then in the history and in the balance', async () => {
    const quote = await sdk.swap.getQuote({ ...solToJup, slippageBps: 150 });
    expect(quote).toEqual({
      quoteId: text,
      chain: 'solana',
      inputMint: sol,
      outputMint: jup,
      inAmount: '1000000000',
      outAmount: baseUnits,
      slippageBps: 150,
      priceImpactPct: decimal,
      expiresAt: isoTime,
      fees: { platformFeeAmount: baseUnits, platformFeeBps: 50, dexFeeInNative: baseUnits },
      routes: [
        { source: text, inAmount: baseUnits, outAmount: quote.outAmount, feeMint: text, poolFeeTier: baseUnits },
      ],
    });

    const heldBefore = await jupHeld();
    const accepted = await sdk.swap.execute({ ...solToJup, walletId: 'wal_main', slippageBps: 1_000 });
    expect(accepted).toEqual({
      status: 'submitted',
      taskId: text,
      txHash: null,
      errorCode: null,
      errorMessage: null,
    });
    const done = await until(
      () => sdk.tasks.getStatus(accepted.taskId),
      ({ status }) => expect(status).not.toMatch(/submitted|pending/),
    );
    expect(done).toEqual({
      taskId: accepted.taskId,
      taskType: 'swap',
      status: 'success',
      txHash: text,
      errorCode: null,
      errorMessage: null,
    });
    const [trade] = await sdk.portfolio.getHistory({ chain: 'solana', limit: 1 });
    expect(trade).toMatchObject({
      txHash: done.txHash,
      walletAddress: wallet,
      token: jup,
      isBuy: true,
      inputToken: sol,
      inputAmount: '1000000000',
      outputToken: jup,
      outputAmount: baseUnits,
    });
    const bought = BigInt(trade!.outputAmount!);
    expect((await jupHeld()) - heldBefore).toBe(bought);
    expect(bought).toBeGreaterThan((BigInt(quote.outAmount) * 9n) / 10n);
  });

  test('a swap that the wallet can’t pay is an answer, not an error', async () => {
    const richer = { chain: 'bsc', inputMint: baseEth, outputMint: '0x55d398326f99059ff775485246999027b3197955' };
    const answer = await sdk.swap.execute({ ...richer, amount: `500${'0'.repeat(18)}`, walletId: 'wal_cold' });
    expect(answer).toEqual({
      status: 'failed',
      taskId: text,
      txHash: null,
      errorMessage: text,
      errorCode: 'INSUFFICIENT_BALANCE',
    });
  });

  test('unknown tokens, wallets, tasks and no route are refused', async () => {
    const refusal = (status: number, apiCode: string) => ({ status, apiCode, requestId: text });
    await expect(sdk.swap.execute({ ...solToJup, walletId: 'wal_none' })).rejects.toMatchObject(
      refusal(404, 'NOT_FOUND'),
    );
    await expect(sdk.swap.getQuote({ ...solToJup, amount: '1.5' })).rejects.toMatchObject(
      refusal(400, 'INVALID_PARAMS'),
    );
    await expect(sdk.swap.getQuote({ ...solToJup, amount: '1' })).rejects.toMatchObject(refusal(400, 'NO_ROUTE'));
    await expect(sdk.tasks.getStatus('task_none')).rejects.toMatchObject(refusal(404, 'NOT_FOUND'));
  });

  test('an unsigned Solana transaction: version 0, one empty signature', async () => {
    const built = await sdk.swap.buildTransaction({ ...solToJup, walletAddress: wallet });
    expect(built).toEqual({
      quoteId: text,
      chain: 'solana',
      expiresAt: isoTime,
      transaction: expect.any(String),
      quoteSummary: quoteSummary('1000000000', 100),
    });
    const { outputAmount, minOutputAmount } = built.quoteSummary;
    expect(BigInt(minOutputAmount)).toBe((BigInt(outputAmount) * 9_900n) / 10_000n);
    const bytes = Buffer.from(built.transaction as string, 'base64');
    expect([...bytes.subarray(0, 65)]).toEqual([1, ...Array(64).fill(0)]);
    expect([...bytes.subarray(65, 68)]).toEqual([0x80, 1, 0]);
  });

  test('an unsigned EVM transaction, with the approval that a token needs', async () => {
    const sell = { chain: 'base', outputMint: baseAero, walletAddress: evmWallet };
    const { spenderAddress, chainId } = await sdk.swap.getApproveSpender(8453);
    expect(chainId).toBe(8453);

    const fromToken = await sdk.swap.buildTransaction({ ...sell, inputMint: baseUsdc, amount: '25000000' });
    expect(fromToken).toEqual({
      quoteId: text,
      chain: 'base',
      chainId: 8453,
      expiresAt: isoTime,
      approvalRequired: true,
      transaction: { ...evmTransaction, to: spenderAddress, value: '0' },
      approvalTransaction: { ...evmTransaction, to: baseUsdc, value: '0', data: expect.stringMatching(/^0x095ea7b3/) },
      quoteSummary: quoteSummary('25000000', 100),
    });
    const amount = '50000000000000000';
    const fromNative = await sdk.swap.buildTransaction({ ...sell, inputMint: baseEth, amount });
    expect(fromNative).toMatchObject({
      approvalRequired: false,
      approvalTransaction: null,
      transaction: { to: spenderAddress, value: amount },
    });
    const asked = { chainId: 8453, tokenAddress: baseUsdc, walletAddress: evmWallet };
    expect(await sdk.swap.getApproveAllowance(asked)).toEqual({ ...asked, allowance: '0' });
  });
}
