import Big from 'big.js';
import { expect } from 'vitest';
import { jup, sol, until } from '../shapes.ts';
import { type Desk, hear } from './desk.ts';
import { expectGrown, expectPriced, isOf, moved, readSpot, spotWallet, usdc } from './spot-state.ts';

const amount = 100_000_000n;
const sellJup = {
  chain: 'solana',
  walletId: spotWallet.walletId,
  inputToken: jup,
  outputToken: usdc,
  amount: String(amount),
  triggerMetric: 'price_usd',
  slippageBps: 2_000,
};

export interface TriggerIds {
  readonly fired: string;
  /** The task that the fired order became. */
  readonly taskId: string;
  readonly trailing: string;
  readonly cancelled: string;
}

/** One order whose condition holds already, one that trails, one that is cancelled; the first sells 100 JUP for USDC. */
export async function triggerChapter(desk: Desk): Promise<TriggerIds> {
  const { sdk, heard } = desk;
  const before = await readSpot(desk);
  const { orderId: fired } = await sdk.trigger.create({
    ...sellJup,
    triggerDirection: 'above',
    triggerValue: '0.000001',
  });
  // It falls through its level only when JUP has lost nine tenths of its value within the session.
  const trailing = await sdk.trigger.create({
    ...sellJup,
    triggerDirection: 'below',
    triggerBehavior: 'trailing',
    trailingPercentage: 90,
  });
  const { orderId: cancelled } = await sdk.trigger.create({
    ...sellJup,
    triggerDirection: 'above',
    triggerValue: '1000000',
  });
  expect(await sdk.trigger.cancel(cancelled)).toEqual({ orderId: cancelled, status: 'cancelled' });
  await until(
    () => sdk.trigger.get(fired),
    ({ status }) => expect(status).toBe('success'),
  );

  const { orders } = await sdk.trigger.list({ limit: 3 });
  expect(orders.map(({ orderId, status }) => [orderId, status])).toEqual([
    [cancelled, 'cancelled'],
    [trailing.orderId, 'active'],
    [fired, 'success'],
  ]);
  // The level of a fall follows the best value since creation, so it never comes down.
  const levels = [trailing.trigger, orders[1]!.trigger].map((trigger) => new Big(trigger!.value!));
  expect(levels[1]!.gte(levels[0]!)).toBe(true);

  const poke = await hear(heard.automation, isTaskOf([fired, trailing.orderId, cancelled]));
  const { taskId } = poke as { taskId: string };
  const task = await sdk.tasks.getStatus(taskId);
  expect(task).toMatchObject({ taskType: 'swap', status: 'success' });
  await expectSale(desk, before, task.txHash!);
  return { fired, taskId, trailing: trailing.orderId, cancelled };
}

/** Pokes of an order carry its own id, but the one that it fired carries the id of its swap. */
const isTaskOf = (orderIds: readonly string[]) => (event: { type: string; taskId?: string }) =>
  event.type === 'automation' && !orderIds.includes(event.taskId!);

async function expectSale(desk: Desk, before: Awaited<ReturnType<typeof readSpot>>, txHash: string): Promise<void> {
  const { sdk, heard } = desk;
  const after = await readSpot(desk);
  const [trade] = await sdk.portfolio.getHistory({ chain: 'solana', limit: 1 });
  expect(trade).toMatchObject({
    txHash,
    walletAddress: spotWallet.address,
    token: jup,
    isBuy: false,
    inputToken: jup,
    inputAmount: String(amount),
    outputToken: usdc,
  });
  expectPriced(trade!, new Big(String(amount)).div(1e6));
  const got = BigInt(trade!.outputAmount!);

  // One transaction through two pools: each token's stream has its part, and what the first gave the second took.
  const first = await hear(heard.jupSwaps, isOf(txHash));
  const second = await hear(heard.solSwaps, isOf(txHash));
  const platformFee = (amount * 50n) / 10_000n;
  expect(first).toMatchObject({ inputMint: jup, outputMint: sol, amountIn: Number(amount - platformFee) });
  expect(second).toMatchObject({ inputMint: sol, outputMint: usdc, amountIn: first.amountOut, amountOut: Number(got) });

  // Exact to the base unit: of SOL only the network fee left, what the one pool gave the other took.
  const networkFee = BigInt(first.fees!.gasLamports!);
  expect(moved(before, after)).toEqual({ lamports: -networkFee, jup: -amount, usdc: got });
  expect(after.counts).toEqual({ buys: before.counts.buys, sells: before.counts.sells + 1 });
  expectGrown(before.usd.sold, after.usd.sold, trade!.sizeUsd!);
  expectGrown(before.usd.allSold, after.usd.allSold, trade!.sizeUsd!);
  expect([after.usd.bought, after.usd.allBought]).toEqual([before.usd.bought, before.usd.allBought]);
}
