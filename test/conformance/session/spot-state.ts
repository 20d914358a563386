import Big from 'big.js';
import { expect } from 'vitest';
import { jup } from '../shapes.ts';
import type { Desk } from './desk.ts';

export const spotWallet = { walletId: 'wal_main', address: '8qNrbwBzWo63i3UjDgN5zPdPc7XEgu4EcduJkyJNmJVe' };
export const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** What the wallet holds, in base units, and what the service has counted about JUP and about all tokens. */
export interface SpotState {
  readonly lamports: bigint;
  readonly jup: bigint;
  readonly usdc: bigint;
  readonly counts: { readonly buys: number; readonly sells: number };
  /** SOL that was paid for JUP. */
  readonly boughtNative: number;
  /** In whole dollars, as shown: to the cent. */
  readonly usd: {
    readonly bought: number;
    readonly sold: number;
    readonly allBought: number;
    readonly allSold: number;
  };
}

export async function readSpot({ sdk }: Desk): Promise<SpotState> {
  const balances = await sdk.portfolio.getBalances({ chain: 'solana' });
  const { positions } = await sdk.portfolio.getPositions({ chain: 'solana' });
  const pnl = await sdk.portfolio.getPnl({ timeframe: 'lifetime' });
  const of = (token: string) =>
    positions.find((p) => p.tokenAddress === token && p.walletAddress === spotWallet.address)!;
  const { nativeBalance } = balances.find(({ walletAddress }) => walletAddress === spotWallet.address)!;
  const held = of(jup);
  // Both sums are of the same reading, each shown to the cent.
  const { totalRealizedPnlUsd, totalUnrealizedPnlUsd, totalPnlUsd } = pnl;
  expect(new Big(totalRealizedPnlUsd).plus(totalUnrealizedPnlUsd).toFixed(2)).toBe(new Big(totalPnlUsd).toFixed(2));
  return {
    lamports: BigInt(new Big(nativeBalance).times(1e9).toFixed()),
    jup: BigInt(held.latestBalanceRaw),
    usdc: BigInt(of(usdc).latestBalanceRaw),
    counts: { buys: held.buyCount, sells: held.sellCount },
    boughtNative: held.boughtNative,
    usd: {
      bought: Number(held.boughtUsd),
      sold: Number(held.soldUsd),
      allBought: pnl.totalBoughtUsd,
      allSold: pnl.totalSoldUsd,
    },
  };
}

/** How far base units moved from one reading to the next. */
export const moved = (before: SpotState, after: SpotState) => ({
  lamports: after.lamports - before.lamports,
  jup: after.jup - before.jup,
  usdc: after.usdc - before.usdc,
});

/** Expects that a sum shown to the cent grew by this much: two roundings leave a cent of play, and no more. */
export function expectGrown(before: number, after: number, usd: string): void {
  const difference = new Big(after).minus(before).minus(usd).abs();
  expect(Number(difference.toFixed()), `${before} + ${usd} = ${after}`).toBeLessThanOrEqual(0.0101);
}

/** A trade's price times its size in tokens is its size in dollars; both are sent to nine significant digits. */
export function expectPriced(trade: { sizeUsd: string | null; priceUsd: string | null }, tokens: Big): void {
  const ratio = tokens.times(trade.priceUsd!).div(trade.sizeUsd!);
  expect(Number(ratio.minus(1).abs().toFixed())).toBeLessThan(2e-8);
}

export const isOf = (signature: string) => (event: { signature: string }) => event.signature === signature;
