import { expect, test } from 'vitest';
import { seededRandom } from '../../../../platform/time/random.ts';
import { ReferencePrices } from '../../prices/reference-prices.ts';
import type { PerpMarket } from './perp-market.ts';
import { PerpMarkets } from './perp-markets.ts';

const [minuteMs, week] = [60_000, 7 * 24];
const baseRate = 0.0000125;

interface Hour {
  readonly coin: string;
  readonly rate: number;
  readonly basis: number;
  readonly interest: number;
}

const look = (market: PerpMarket): Hour => ({
  coin: market.spec.coin,
  rate: market.fundingRate.toNumber(),
  basis: Math.abs(market.markPx.div(market.oraclePx).toNumber() - 1),
  interest: market.openInterest
    .times(market.oraclePx)
    .div(market.spec.dayVolumeUsd * 0.6)
    .toNumber(),
});

/** Every coin at every hour of a week, of four markets. */
const hours = [1, 2, 3, 4].flatMap((seed) => {
  const prices = new ReferencePrices(seededRandom(seed), { startMs: 0 });
  const markets = new PerpMarkets(prices, seededRandom(seed + 100), { startMs: 0 });
  return Array.from({ length: week }, (_, hour) => {
    for (let minute = 1; minute <= 60; minute++) {
      prices.advance(minuteMs);
      markets.advance((hour * 60 + minute) * minuteMs, minuteMs);
    }
    return markets.all.map(look);
  });
});
const of = (...coins: string[]): Hour[] => hours.flat().filter(({ coin }) => coins.includes(coin));
const share = (all: readonly Hour[], is: (hour: Hour) => boolean): number => all.filter(is).length / all.length;

test('funding is at the interest rate most hours in large markets, and often elsewhere in small ones', () => {
  const atBase = ({ rate }: Hour): boolean => rate === baseRate;
  expect(share(of('BTC', 'ETH'), atBase)).toSatisfy((part: number) => part > 0.7 && part < 1);
  expect(share(of('JUP', 'MON', 'kPEPE', 'ARB'), atBase)).toSatisfy((part: number) => part > 0.2 && part < 0.8);
});

test('shorts are paid by small markets in some hours, and nobody pays an absurd rate', () => {
  expect(share(of('JUP', 'MON', 'kPEPE', 'ARB'), ({ rate }) => rate < 0)).toBeGreaterThan(0.03);
  // 0.1 % an hour would be 876 % a year.
  for (const { rate } of hours.flat()) expect(Math.abs(rate)).toBeLessThan(0.001);
});

test('coins differ at any moment', () => {
  const kinds = hours.map((all) => new Set(all.map(({ rate }) => rate)).size);
  expect(kinds.filter((count) => count > 2).length / kinds.length).toBeGreaterThan(0.9);
});

test('the mark stays within a few basis points of spot, also in small markets', () => {
  // Crowding lasts for hours: a week of four markets is about 40 independent looks at each coin.
  for (const coin of ['BTC', 'ETH', 'SOL']) expect(share(of(coin), ({ basis }) => basis < 0.0005)).toBeGreaterThan(0.6);
  for (const { basis } of of('BTC', 'ETH', 'SOL')) expect(basis).toBeLessThan(0.002);
  for (const { basis } of hours.flat()) expect(basis).toBeLessThan(0.0035);
});

test('every coin pays the interest rate in some hours of a month and leaves it in others', () => {
  for (const { spec } of new PerpMarkets(new ReferencePrices(seededRandom(1), { startMs: 0 }), seededRandom(1), {
    startMs: 0,
  }).all) {
    const atBase = share(of(spec.coin), ({ rate }) => rate === baseRate);
    expect([spec.coin, atBase > 0.3, atBase < 1]).toEqual([spec.coin, true, true]);
  }
});

test('open interest moves, around what it usually is', () => {
  const interest = of('SOL').map((hour) => hour.interest);
  expect(Math.max(...interest) / Math.min(...interest)).toBeGreaterThan(1.2);
  for (const times of hours.flat().map((hour) => hour.interest))
    expect(times).toSatisfy((value: number) => value > 0.3 && value < 3);
});

test('funding is capped at 4 % an hour, whatever the premium', () => {
  const market = new PerpMarkets(new ReferencePrices(seededRandom(1), { startMs: 0 }), seededRandom(2), {
    startMs: 0,
  }).get('MON');
  for (const [averagePremium, rate] of [
    [0.0016, '0.0001375'],
    [-0.0016, '-0.0001375'],
    [0.9, '0.04'],
    [-0.9, '-0.04'],
  ] as const) {
    market.restore({ ...market.snapshot(), averagePremium });
    expect(market.fundingRate.toFixed()).toBe(rate);
  }
});

test('a scenario that crowds longs into SOL makes its longs pay, and nobody else’s', () => {
  const prices = new ReferencePrices(seededRandom(1), { startMs: 0 });
  const markets = new PerpMarkets(prices, seededRandom(2), { startMs: 0 });
  prices.play('funding-spike');
  for (let minute = 1; minute <= 240; minute++) {
    prices.advance(minuteMs);
    markets.advance(minute * minuteMs, minuteMs);
  }
  const rate = (coin: string) => markets.get(coin).fundingRate.toNumber();
  expect(rate('SOL') * 24 * 365).toBeGreaterThan(1.5);
  expect(Math.abs(rate('BTC'))).toBeLessThan(0.0001);
});

test('an hour pays by the mean of its premium, and the next hour begins anew', () => {
  const prices = new ReferencePrices(seededRandom(1), { startMs: 0 });
  const markets = new PerpMarkets(prices, seededRandom(2), { startMs: 0 });
  prices.play('funding-spike');
  const sol = markets.get('SOL');
  for (let hour = 0; hour < 5; hour++) {
    const premiums: number[] = [];
    for (let minute = 1; minute <= 60; minute++) {
      prices.advance(minuteMs);
      markets.advance((hour * 60 + minute) * minuteMs, minuteMs);
      premiums.push(sol.snapshot().premium);
      const mean = premiums.reduce((sum, premium) => sum + premium, 0) / premiums.length;
      // The venue's formula: the mean premium, and the interest within ±0.05 % of it, an eighth of it each hour.
      const rate = (mean + Math.min(0.0005, Math.max(-0.0005, 0.0001 - mean))) / 8;
      if (minute < 60) expect(sol.fundingRate.toNumber()).toBeCloseTo(rate, 8);
      else expect(sol.paidRate().toNumber()).toBeCloseTo(rate, 8);
    }
  }
  expect(new Set([0, 1, 2, 3, 4].map((hoursAgo) => sol.paidRate(hoursAgo).toFixed())).size).toBeGreaterThan(3);
});
