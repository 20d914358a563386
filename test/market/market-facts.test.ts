import { describe, expect, test } from 'vitest';
import { assets } from '../../src/paper/exchange/prices/assets.ts';
import { PricePaths } from '../../src/paper/exchange/prices/price-paths.ts';
import { factsOf, openedMs, type Past, pastOf, togetherness } from './market-facts.ts';
import { annualVolatility, mean } from './statistics.ts';

const days = 60;
const minutesPerYear = 525_600;
const coins = ['BTC', 'ETH', 'SOL', 'WIF'] as const;
const first = Number(process.env['SWAPDECK_SEED']);
const markets = Array.from({ length: 20 }, (_, index) => {
  const paths = new PricePaths({ seed: first + index, openedMs, scale: 1 });
  return Object.fromEntries(coins.map((coin) => [coin, pastOf(paths, coin, days)])) as Record<string, Past>;
});

describe.each(coins)('%s over 20 seeds', (coin) => {
  const facts = markets.map((market) => factsOf(market[coin]!));

  test('varies as much as it is said to', () => {
    const shares = markets.map((market) => {
      const volatility = annualVolatility(market[coin]!.returns, minutesPerYear);
      return (volatility / assets[coin]!.volatility) ** 2;
    });
    const spread = Math.sqrt(mean(shares.map((share) => (share - mean(shares)) ** 2)) / (shares.length - 1));
    expect(Math.abs(mean(shares) - 1)).toBeLessThan(5 * spread);
    // Calm and wild months, but no other market.
    for (const share of shares) expect(Math.sqrt(share)).toSatisfy((times: number) => times > 0.35 && times < 2.5);
  });

  test('has fat tails in minutes, thinner ones in hours', () => {
    for (const { kurtosis } of facts) expect(kurtosis.minute).toBeGreaterThan(5);
    expect(mean(facts.map(({ kurtosis }) => kurtosis.hour))).toSatisfy(
      (hour: number) => hour > 4 && hour < mean(facts.map(({ kurtosis }) => kurtosis.minute)),
    );
  });

  test('says nothing about the next minute, and much about how large it will be', () => {
    for (const { autocorrelation, kurtosis, memory } of facts) {
      // The standard error of a series whose size changes.
      const error = Math.sqrt(kurtosis.minute / (days * 1440));
      expect(Math.abs(autocorrelation)).toBeLessThan(5 * error);
      expect(memory[1]).toBeGreaterThan(0.15);
      expect(memory[60]).toBeGreaterThan(0.05);
      expect(memory[60]).toBeLessThan(memory[1]);
    }
    const [hour, day] = ([60, 1440] as const).map((lag) => mean(facts.map(({ memory }) => memory[lag])));
    expect(day).toBeGreaterThan(0.02);
    expect(day).toBeLessThan(hour!);
  });

  test('trades more when it moves, and in the American morning', () => {
    for (const { volumeWithSize } of facts) expect(volumeWithSize).toBeGreaterThan(0.4);
    expect(mean(facts.map(({ dayPattern }) => dayPattern))).toSatisfy((times: number) => times > 1.2 && times < 1.8);
  });
});

test('a seed has the same past whenever the market opens, but for the time of day and the weekends', () => {
  const [some, others] = [0, 37 * 24 + 5].map((hours) =>
    pastOf(new PricePaths({ seed: first, openedMs: openedMs + hours * 3_600_000, scale: 1 }), 'SOL', days),
  );
  expect(togetherness(some!, others!)).toBeGreaterThan(0.8);
});

test.each([
  ['ETH', 'BTC', 0.5, 0.92],
  ['SOL', 'BTC', 0.5, 0.92],
  ['SOL', 'ETH', 0.5, 0.92],
  ['WIF', 'SOL', 0.4, 0.85],
])('%s goes with %s', (coin, leader, least, most) => {
  for (const market of markets)
    expect(togetherness(market[coin]!, market[leader]!)).toSatisfy((value: number) => value > least && value < most);
});
