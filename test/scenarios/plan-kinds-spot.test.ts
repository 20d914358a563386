import { expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { type MovedMarket, storiesOnMovedMarket } from './moved-market.ts';
import { planRequests } from './sent-requests.ts';
import { seesPlans, starts } from './start-plan.ts';

// It is the market's own crowd that takes a pool to a moved price. One of its large orders moves a pool by more than 1 %.
let market: MovedMarket;
let desk: Desk;
const sentSince = storiesOnMovedMarket(1, (opened) => {
  market = opened;
  desk = opened.desk;
});

const wallet = '8qNrbwBzWo63i3UjDgN5zPdPc7XEgu4EcduJkyJNmJVe';
const tokens = {
  SOL: 'So11111111111111111111111111111111111111112',
  USDC: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  JUP: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
  WIF: 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm',
};

test('a DCA swaps at its times, until its budget is spent to the last unit', async () => {
  const before = await balanceOf('USDC');
  await starts(desk, 'dca sell 5 USDC for SOL every 2m budget 8 slippage 5');
  await seesPlans(desk);
  await desk.sees(/active +DCA: .* 62 % .* swap 2 in/);
  await market.ages(120_000);
  await desk.sees(/done +DCA: sell 5 USDC for SOL .* 100 % .*8 USDC sold/);
  const swap = { operation: 'swap.execute', inputMint: tokens.USDC, outputMint: tokens.SOL };
  expect(planRequests(sentSince())).toMatchObject([
    { ...swap, key: 'swap 1', amount: '5000000' },
    { ...swap, key: 'swap 2', amount: '3000000' },
  ]);
  expect(await balanceOf('USDC')).toBe(before - 8_000_000n);
});

test('a swap TWAP sells all that it is for, in slices at their times', async () => {
  const before = await balanceOf('WIF');
  await starts(desk, 'swap-twap sell 31.000001 WIF for USDC over 2m in 2 jitter 0 slippage 5');
  await seesPlans(desk);
  await desk.sees(/active +Swap TWAP: .* 49 % .* slice 2 in/);
  await market.ages(60_000);
  await desk.sees(/done +Swap TWAP: sell 31\.000001 WIF for USDC .* 100 % .*every slice was sent/);
  const swap = { operation: 'swap.execute', inputMint: tokens.WIF, outputMint: tokens.USDC };
  expect(planRequests(sentSince())).toMatchObject([
    { ...swap, key: 'slice 1', amount: '15500000' },
    { ...swap, key: 'slice 2', amount: '15500001' },
  ]);
  expect(await balanceOf('WIF')).toBe(before - 31_000_001n);
});

test('an OCO sells once: its take profit fires, and its stop is cancelled', async () => {
  const before = await balanceOf('JUP');
  const { priceUsd } = await market.reads<{ readonly priceUsd: number }>(`tokens/solana:${tokens.JUP}/price`);
  const [profit, stop] = [1.08, 0.8].map((factor) => (priceUsd * factor).toFixed(4));
  await starts(desk, `oco sell 100 JUP for USDC profit ${profit} stop ${stop} slippage 5`);
  await seesPlans(desk);
  await desk.sees(/active +OCO: .* stop and take profit wait at the service/);
  market.moves('JUP', 1.2);
  await desk.sees(/done +OCO: sell 100 JUP for USDC .* 100 % .*take profit sold, and stop was cancelled/);
  const lines = sentSince();
  const [lost, sold] = lines.flatMap(({ orderId }) => orderId ?? []);
  const order = { operation: 'trigger.create', inputToken: tokens.JUP, outputToken: tokens.USDC, amount: '100000000' };
  expect(planRequests(lines)).toMatchObject([
    { ...order, key: 'stop', triggerDirection: 'below' },
    { ...order, key: 'take profit', triggerDirection: 'above' },
    { key: 'cancel stop', operation: 'trigger.cancel', orderId: lost },
  ]);
  expect([await statusOf(lost), await statusOf(sold)]).toEqual(['cancelled', 'success']);
  expect(await balanceOf('JUP')).toBe(before - 100_000_000n);
});

test('a ladder sells its whole amount, a share at each of its levels', async () => {
  const before = await balanceOf('WIF');
  await starts(desk, 'ladder sell 100.01 WIF for USDC at 1.08x:33% 1.15x:67% slippage 5');
  await seesPlans(desk);
  await desk.sees(/active +Ladder: .* 0 of 2 levels have sold/);
  market.moves('WIF', 1.25);
  await desk.sees(/done +Ladder: sell 100\.01 WIF for USDC .* 100 % .*2 of 2 levels sold/);
  const lines = sentSince();
  const level = { operation: 'trigger.create', inputToken: tokens.WIF, outputToken: tokens.USDC };
  expect(planRequests(lines)).toMatchObject([
    { ...level, key: 'level 1', triggerDirection: 'above', amount: '33003300' },
    { ...level, key: 'level 2', triggerDirection: 'above', amount: '67006700' },
  ]);
  const statuses = await Promise.all(lines.flatMap(({ orderId }) => (orderId ? [statusOf(orderId)] : [])));
  expect(statuses).toEqual(['success', 'success']);
  expect(await balanceOf('WIF')).toBe(before - 100_010_000n);
});

const statusOf = async (orderId = ''): Promise<string> =>
  (await market.reads<{ readonly status: string }>(`trigger/order/${orderId}`)).status;

/** Of the wallet that trades, base units. */
async function balanceOf(symbol: keyof typeof tokens): Promise<bigint> {
  type Holdings = { readonly positions: readonly Record<string, string>[] };
  const { positions } = await market.reads<Holdings>('portfolio/positions?chain=solana');
  const held = positions.find(
    ({ tokenAddress, walletAddress }) => tokenAddress === tokens[symbol] && walletAddress === wallet,
  );
  return BigInt(held?.['latestBalanceRaw'] ?? 0);
}
