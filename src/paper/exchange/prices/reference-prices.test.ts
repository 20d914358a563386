import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../platform/time/random.ts';
import type { ScenarioName } from '../../names.ts';
import { assets } from './assets.ts';
import { ReferencePrices } from './reference-prices.ts';

const startMs = Date.UTC(2026, 5, 1);
const hourMs = 3_600_000;
const open = (seed: number, scale = 1) => new ReferencePrices(seededRandom(seed), { startMs, scale });
const moved = (seed: number, hours: number): ReferencePrices => {
  const prices = open(seed);
  for (let hour = 0; hour < hours; hour++) prices.advance(hourMs);
  return prices;
};

describe('live prices', () => {
  const lives = Array.from({ length: 400 }, (_, seed) => moved(seed, 30 * 24));

  test.each(Object.keys(assets).filter((coin) => coin !== 'USDT'))('nobody earns by holding %s', (coin) => {
    const returns = lives.map((prices) => prices.priceUsd(coin) / assets[coin]!.startUsd - 1);
    const mean = returns.reduce((sum, change) => sum + change, 0) / returns.length;
    const variance = returns.reduce((sum, change) => sum + (change - mean) ** 2, 0) / (returns.length - 1);
    expect(Math.abs(mean)).toBeLessThan(4.5 * Math.sqrt(variance / returns.length));
    // A month of its volatility, as wide as calm and wild months make it.
    expect(Math.sqrt(variance)).toSatisfy((spread: number) => spread > 0.14 * assets[coin]!.volatility);
  });

  test('nor by buying what has fallen: a fall says nothing about the next day', () => {
    let [sum, squares, count] = [0, 0, 0];
    for (let seed = 0; seed < 400; seed++) {
      const prices = moved(seed, 24);
      const fallen = Object.keys(assets).filter((coin) => prices.priceUsd(coin) < assets[coin]!.startUsd * 0.97);
      const bought = fallen.map((coin) => prices.priceUsd(coin));
      for (let hour = 0; hour < 24; hour++) prices.advance(hourMs);
      if (fallen.length === 0) continue;
      // The coins of one market move together: one result each.
      const result = fallen.reduce((all, coin, at) => all + prices.priceUsd(coin) / bought[at]! - 1, 0) / fallen.length;
      sum += result;
      squares += result ** 2;
      count++;
    }
    expect(count).toBeGreaterThan(100);
    expect(Math.abs(sum / count)).toBeLessThan(4 * Math.sqrt(squares / count / count));
  });
});

test('the past ends where live prices begin, and a restart tells the same one', () => {
  const prices = open(1);
  expect(prices.pastUsd('SOL', startMs)).toBe(assets['SOL']!.startUsd);
  const past = [1, 5, 60, 2_000].map((hours) => prices.paths.of('SOL').logAt(startMs / 60_000 - hours * 60));
  prices.advance(hourMs);
  const restarted = open(2);
  restarted.restore(structuredClone(prices.snapshot()));
  expect([1, 5, 60, 2_000].map((hours) => restarted.paths.of('SOL').logAt(startMs / 60_000 - hours * 60))).toEqual(
    past,
  );
  expect(restarted.snapshot()).toEqual(prices.snapshot());
});

test('an account of an earlier version keeps its prices', () => {
  const prices = open(1);
  prices.restore({ SOL: 150, BTC: 90_000 });
  expect([prices.priceUsd('SOL'), prices.priceUsd('BTC')]).toEqual([150, 90_000]);
});

test('a wilder market has the same shocks, three times as large', () => {
  const day = (scale: number): number => {
    const prices = open(3, scale);
    const minutes = startMs / 60_000;
    const path = prices.paths.of('BTC');
    return path.logAt(minutes) - path.logAt(minutes - 1440);
  };
  expect(day(3)).toBeCloseTo(3 * day(1), 12);
});

describe('a scenario', () => {
  const played = (name: ScenarioName, minutes: number, stepMs: number, seed = 5): ReferencePrices => {
    const prices = open(seed, 1e-6);
    prices.play(name);
    for (let ms = 0; ms < minutes * 60_000; ms += stepMs) prices.advance(stepMs);
    return prices;
  };
  const moved = (prices: ReferencePrices, coin: string): number => prices.priceUsd(coin) / assets[coin]!.startUsd - 1;

  test('flash-crash takes a tenth of BTC and more of small coins, and gives most of it back', () => {
    const low = played('flash-crash', 4, 50);
    expect(moved(low, 'BTC')).toBeCloseTo(Math.expm1(-0.105), 4);
    expect(moved(low, 'WIF')).toBeLessThan(-0.25);
    expect(moved(played('flash-crash', 100, 1_000), 'BTC')).toBeCloseTo(Math.expm1(-0.03), 4);
  });

  test('short-squeeze is SOL’s, and half of it that of what follows SOL', () => {
    const high = played('short-squeeze', 30, 250);
    expect(moved(high, 'SOL')).toBeCloseTo(Math.expm1(0.3), 4);
    expect(moved(high, 'WIF')).toBeCloseTo(Math.expm1(0.15 * assets['WIF']!.follows[1]), 4);
    expect(moved(high, 'BTC')).toBeCloseTo(0, 4);
  });

  test('depeg is the dollar’s alone', () => {
    const low = played('depeg', 30, 250);
    expect(low.priceUsd('USDT')).toBeCloseTo(Math.exp(-0.095), 4);
    expect(moved(low, 'SOL')).toBeCloseTo(0, 4);
    expect(played('depeg', 200, 1_000).priceUsd('USDT')).toBeGreaterThan(0.995);
  });

  test('funding-spike is a premium on the perps of SOL, and an outage is three minutes long', () => {
    const spike = played('funding-spike', 60, 1_000);
    expect(spike.premiumOf('SOL')).toBeCloseTo(0.003, 9);
    expect(spike.premiumOf('BTC')).toBe(0);
    expect(played('funding-spike', 501, 1_000).premiumOf('SOL')).toBe(0);
    const isOut = [0.4, 0.6, 3.4, 3.6].map((minutes) => played('exchange-outage', minutes, 50).isOut);
    expect(isOut).toEqual([false, true, true, false]);
  });

  test('goes by time of the market, not by steps; it is saved, and it ends', () => {
    expect(moved(played('flash-crash', 20, 50), 'ETH')).toBeCloseTo(moved(played('flash-crash', 20, 60_000), 'ETH'), 4);
    const half = played('flash-crash', 3, 1_000);
    const other = open(6, 1e-6);
    other.restore(structuredClone(half.snapshot()));
    for (const prices of [half, other]) for (let minute = 0; minute < 30; minute++) prices.advance(60_000);
    expect(other.priceUsd('BTC') / half.priceUsd('BTC')).toBeCloseTo(1, 4);
    expect(half.snapshot().scenario).not.toBeNull();
    for (let minute = 0; minute < 60; minute++) half.advance(60_000);
    expect(half.snapshot().scenario).toBeNull();
  });
});
