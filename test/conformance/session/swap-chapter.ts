import Big from 'big.js';
import { expect } from 'vitest';
import { jup, sol, until } from '../shapes.ts';
import { type Desk, hear } from './desk.ts';
import { expectGrown, expectPriced, isOf, moved, readSpot, spotWallet } from './spot-state.ts';

const amount = 500_000_000n;
const pair = { chain: 'solana', inputMint: sol, outputMint: jup, amount: String(amount), slippageBps: 2_000 };

/** Half a SOL into JUP: quoted, taken, confirmed; the stream, the history and the balances tell one story. */
export async function swapChapter(desk: Desk): Promise<{ taskId: string }> {
  const { sdk, heard } = desk;
  const before = await readSpot(desk);

  const quote = await sdk.swap.getQuote(pair);
  const platformFee = (amount * 50n) / 10_000n;
  // The service's half a percent of the input, in whole lamports.
  expect(quote.fees).toMatchObject({ platformFeeAmount: String(platformFee), platformFeeBps: 50 });
  // One pool, which sees what the service has left and gives what the quote promises.
  expect(quote.routes).toMatchObject([{ inAmount: String(amount - platformFee), outAmount: quote.outAmount }]);

  const { taskId } = await sdk.swap.execute({ ...pair, walletId: spotWallet.walletId });
  const done = await until(
    () => sdk.tasks.getStatus(taskId),
    ({ status }) => expect(status).not.toMatch(/submitted|pending/),
  );
  expect(done).toMatchObject({ status: 'success', errorCode: null, errorMessage: null });
  const after = await readSpot(desk);

  const event = await hear(heard.jupSwaps, isOf(done.txHash!));
  const [trade] = await sdk.portfolio.getHistory({ chain: 'solana', limit: 1 });
  const bought = BigInt(trade!.outputAmount!);
  // What the wallet gave is in the history; what the pool saw of it, and what it gave, on the stream.
  expect(trade).toMatchObject({
    txHash: done.txHash,
    walletAddress: spotWallet.address,
    token: jup,
    isBuy: true,
    inputToken: sol,
    inputAmount: String(amount),
    outputToken: jup,
  });
  expect(event).toMatchObject({
    tokenMint: jup,
    isBuy: true,
    maker: spotWallet.address,
    inputMint: sol,
    outputMint: jup,
    amountIn: Number(amount - platformFee),
    amountOut: Number(bought),
    sizeSol: '0.4975',
  });
  expectPriced(trade!, new Big(String(bought)).div(1e6));
  // Within the 20 % that was allowed, and a little for what the market did between the quote and the order.
  expect(bought * 10_000n).toBeGreaterThanOrEqual(BigInt(quote.outAmount) * 7_500n);

  // Exact to the base unit: the input and the network fee left, the output came, nothing else moved.
  const networkFee = BigInt(event.fees!.gasLamports!);
  expect(moved(before, after)).toEqual({ lamports: -amount - networkFee, jup: bought, usdc: 0n });
  expect(after.counts).toEqual({ buys: before.counts.buys + 1, sells: before.counts.sells });
  // A JSON number of whole coins: its difference is exact to far more digits than a lamport's.
  expect(after.boughtNative - before.boughtNative).toBeCloseTo(0.5, 9);
  expectGrown(before.usd.bought, after.usd.bought, trade!.sizeUsd!);
  expectGrown(before.usd.allBought, after.usd.allBought, trade!.sizeUsd!);
  expect([after.usd.sold, after.usd.allSold]).toEqual([before.usd.sold, before.usd.allSold]);
  return { taskId };
}
