import { expect, test } from 'vitest';
import { parseTokenId } from '../../../../domain/market/token.ts';
import type { WantedTrade } from '../../../account/suggestions.ts';
import { spotFixture, startMs } from '../spot.fixture.ts';
import { centsOf, usdOf } from '../trading/exact-usd.ts';

const dayMs = 86_400_000;

function account() {
  const fixture = spotFixture(3);
  const { spot, token } = fixture;
  const swap = (from: string, to: string, amount: string) => {
    const [input, output] = [token('solana', from), token('solana', to)];
    const pair = { chain: 'solana', inputMint: input.address, outputMint: output.address } as const;
    spot.account.execute({ ...pair, amount, slippageBps: 5000, walletId: 'wal_main' });
    fixture.wait(3000);
    return spot.account.trades.trades.at(-1)!;
  };
  return { ...fixture, swap, pnl: (timeframe: '1d' | 'lifetime') => spot.account.portfolio.pnl(timeframe, spot.nowMs) };
}

test('total value is what every wallet holds, and the sum of balances and positions', () => {
  const { spot, pnl, swap } = account();
  swap('SOL', 'JUP', '3000000000');
  let exact = 0n;
  for (const { accountId, tokenId, amount } of spot.ledger.all()) {
    const ref = parseTokenId(tokenId);
    const token = ref && spot.book.find(ref.chain, ref.address);
    if (token && accountId.startsWith('wal_') && accountId !== 'wal_old') exact += usdOf(spot.book, token, amount);
  }
  expect(pnl('1d').totalValueUsd).toBe(centsOf(exact));
  const { wallets } = spot.account.portfolio.balances();
  const native = wallets.reduce((sum, wallet) => sum + wallet.nativeBalanceUsd, 0);
  const positions = spot.account.portfolio.positions();
  expect(native + (positions.totalValueUsd ?? 0)).toBeCloseTo(pnl('1d').totalValueUsd, 1);
  const rows = positions.positions.reduce((sum, { balanceUsd }) => sum + Math.round((balanceUsd ?? 0) * 100), 0);
  expect(positions.totalValueUsd).toBe(rows / 100);
});

test('a trade moves exactly its own sums, and total = realised + unrealised to the cent', () => {
  const { pnl, swap } = account();
  const before = pnl('lifetime');
  const buy = swap('SOL', 'JUP', '5000000000');
  const sale = swap('JUP', 'USDC', '1000000000');
  const after = pnl('lifetime');
  const cents = (usd: number) => Math.round(usd * 100);
  expect(buy).toMatchObject({ isBuy: true, realisedUsd: '0' });
  expect(cents(after.totalBoughtUsd) - cents(before.totalBoughtUsd)).toBeCloseTo(cents(Number(buy.sizeUsd)), -0.5);
  expect(cents(after.totalSoldUsd) - cents(before.totalSoldUsd)).toBeCloseTo(cents(Number(sale.sizeUsd)), -0.5);
  const realised = cents(after.totalRealizedPnlUsd) - cents(before.totalRealizedPnlUsd);
  expect(realised).toBeCloseTo(cents(Number(sale.realisedUsd)), -0.5);
  expect(cents(after.totalPnlUsd)).toBe(cents(after.totalRealizedPnlUsd) + cents(after.totalUnrealizedPnlUsd));
});

test('history follows the account: what it was worth at each moment since the start', () => {
  const { spot, pnl, wait, swap } = account();
  const worth: [number, number][] = [];
  for (let hour = 0; hour < 3; hour++) {
    swap('SOL', 'JUP', '9000000000');
    spot.advance(startMs + (hour + 1) * 3_600_000, 0);
    worth.push([spot.nowMs / 1000, pnl('1d').totalValueUsd]);
    wait(50);
  }
  const shown = new Map(pnl('1d').portfolioHistory.map(({ timestamp, valueUsd }) => [timestamp, valueUsd]));
  for (const [seconds, valueUsd] of worth) expect(shown.get(seconds)).toBe(valueUsd);
  // Each swap cost its fees, and the crowd stood still.
  expect(new Set(worth.map(([, valueUsd]) => valueUsd)).size).toBe(3);
});

test('before the start it is what was held then, at the prices of the charts', () => {
  const { spot, pnl } = account();
  const { trades } = spot.account.trades;
  const firstTradeMs = trades[0]!.atMs;
  const { portfolioHistory } = pnl('lifetime');
  expect(portfolioHistory.length).toBeGreaterThan(89);
  const before = portfolioHistory.findLast(({ timestamp }) => timestamp * 1000 < firstTradeMs)!;
  const atMs = before.timestamp * 1000;
  // Undone by hand: all tokens traded were money of their chain then.
  let expected = 0;
  for (const { accountId, tokenId, amount } of spot.ledger.all()) {
    const ref = parseTokenId(tokenId);
    const held = ref && spot.book.find(ref.chain, ref.address);
    if (!held || !accountId.startsWith('wal_') || accountId === 'wal_old') continue;
    const moved = trades
      .filter((trade) => trade.walletId === accountId && trade.chain === held.chain)
      .reduce((sum, trade) => {
        if (trade.inputToken === held.address) return sum + BigInt(trade.inputAmount);
        return trade.outputToken === held.address ? sum - BigInt(trade.outputAmount) : sum;
      }, 0n);
    const then = Number(amount + moved) / 10 ** held.decimals;
    expected += then * spot.histories.of(held, spot.nowMs).priceAt(atMs);
  }
  expect(Math.abs(before.valueUsd / expected - 1)).toBeLessThan(1e-6);
  const gaps = portfolioHistory.map(({ timestamp }) => timestamp);
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  expect((gaps.at(-1)! - gaps[0]!) * 1000).toBeGreaterThan(89 * dayMs);
});

test('what was before the start does not depend on when it is asked for', () => {
  const [early, late] = [account(), account()];
  const { past } = early.spot.account.portfolio.snapshot();
  late.swap('SOL', 'JUP', '3000000000');
  expect(late.spot.account.portfolio.snapshot().past).toEqual(past);
  expect(past?.length).toBeGreaterThan(100);
});

test('a history that was saved goes on', () => {
  const { spot, pnl } = account();
  spot.advance(startMs + 3_600_000, 0);
  const before = pnl('lifetime').portfolioHistory;
  const saved = JSON.parse(JSON.stringify(spot.account.portfolio.snapshot()));
  spot.account.portfolio.restore(saved);
  expect(pnl('lifetime').portfolioHistory).toEqual(before);
});

test('tells when a proposed trade was made: its token, its side, in its time', () => {
  const { spot, swap, token } = account();
  const fromMs = spot.nowMs;
  swap('SOL', 'JUP', '1000000000');
  const made: WantedTrade = {
    chain: 'solana',
    tokenAddress: token('solana', 'JUP').address,
    side: 'buy',
    fromMs,
    untilMs: fromMs + dayMs,
  };
  const madeAt = (change: Partial<WantedTrade>) => spot.account.tradedAtMs({ ...made, ...change });
  expect(madeAt({})).toBeGreaterThanOrEqual(fromMs);
  expect(madeAt({ side: 'sell' })).toBeNull();
  expect(madeAt({ tokenAddress: token('solana', 'WIF').address })).toBeNull();
  expect(madeAt({ chain: 'base' })).toBeNull();
  expect(madeAt({ fromMs: spot.nowMs + 1 })).toBeNull();
  expect(madeAt({ untilMs: fromMs })).toBeNull();
});
