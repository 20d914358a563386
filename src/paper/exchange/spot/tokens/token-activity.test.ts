import { expect, test } from 'vitest';
import { spotFixture, startMs } from '../spot.fixture.ts';

test('volume, trades and people since the start are those of the tape; candles are, too', () => {
  const { spot, run, on, token } = spotFixture(8);
  const sol = token('solana', 'SOL');
  const opened = spot.histories.stats(sol, startMs);
  run(240_000);
  const swaps = on('svm.token.swaps')
    .filter(({ filter }) => filter['tokenAddress'] === sol.address)
    .map(({ data }) => data as { isBuy: boolean; sizeUsd: string; maker: string; priceUsd: string });
  const buys = swaps.filter(({ isBuy }) => isBuy);
  const people = new Set(buys.map(({ maker }) => maker)).size;
  expect(people).toBeLessThan(buys.length);
  const stats = spot.histories.stats(sol, spot.nowMs);
  const usd = buys.reduce((sum, swap) => sum + Number(swap.sizeUsd), 0);
  // Of the day, four minutes are counted; of the time before, its first four minutes have left the window.
  const history = spot.histories.of(sol, startMs);
  const left = history.pastVolume(startMs - 86_400_000, startMs - 86_400_000 + 240_000);
  expect(left).toBeGreaterThan(0);
  const share = left / history.pastVolume(startMs - 86_400_000, startMs);
  const estimate = stats.txns['buys24h']! - buys.length;
  expect(estimate / opened.txns['buys24h']!).toBeCloseTo(1 - share, 4);
  const later = spot.histories.stats(sol, startMs + 300_000);
  expect(later.txns['buys5m']).toBe(buys.length);
  expect(later.uniqueTraders['buyers5m']).toBe(people);
  expect(later.volume['buy5m']).toBeCloseTo(usd, 0);

  const candles = spot.histories.of(sol, spot.nowMs).candles('1m', 5, spot.nowMs);
  const volume = candles.reduce((sum, candle) => sum + candle.volume, 0);
  expect(volume).toBeCloseTo(
    swaps.reduce((sum, swap) => sum + Number(swap.sizeUsd), 0),
    0,
  );
  expect(candles.at(-1)!.close).toBeCloseTo(Number(swaps.at(-1)!.priceUsd), 5);
  const highest = Math.max(...swaps.map(({ priceUsd }) => Number(priceUsd)));
  expect(Math.max(...candles.slice(1).map(({ high }) => high))).toBeLessThanOrEqual(highest * (1 + 1e-8));
});

test('a token that was listed while the market ran has no candles, volume or people before that', () => {
  const { spot, wait } = spotFixture();
  const listing = spot.book.marketOf(
    spot.book.tokens.find(({ kind, chain }) => kind === 'token' && chain === 'solana')!,
  ).listing;
  const address = 'CgraduateXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX';
  const token = { ...listing.token, address, symbol: 'NEW' };
  wait(600_000);
  spot.book.add({ ...listing, token }, 'PoooooooooooooooooooooooooooooooooooooooooP', 5);
  expect(spot.histories.of(token, spot.nowMs).candles('1m', 100, spot.nowMs)).toHaveLength(1);
  expect(spot.histories.stats(token, spot.nowMs)).toMatchObject({
    volume: { buy24h: 0 },
    txns: { sells24h: 0 },
    uniqueTraders: { buyers24h: 0 },
    priceChange: { '24h': 0 },
  });
  wait(120_000);
  expect(spot.histories.of(token, spot.nowMs).candles('1m', 100, spot.nowMs)).toHaveLength(3);
});
