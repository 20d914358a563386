import type { PricePaths } from '../../src/paper/exchange/prices/price-paths.ts';
import { minuteMs, minutesPerDay } from '../../src/paper/exchange/prices/volatility.ts';
import { aggregate, annualVolatility, autocorrelation, correlation, kurtosis, type Series } from './statistics.ts';

export const openedMs = Date.UTC(2026, 5, 1);

/** Minutes of a coin's past, oldest first. */
export interface Past {
  readonly returns: Series;
  readonly volumes: Series;
}

export function pastOf(paths: PricePaths, coin: string, days: number): Past {
  const path = paths.of(coin);
  const first = paths.openedMs / minuteMs - days * minutesPerDay;
  const returns = new Float64Array(days * minutesPerDay);
  const volumes = new Float64Array(days * minutesPerDay);
  for (let at = 0; at < returns.length; at++) {
    const { open, close, volume } = path.minuteBar(first + at);
    returns[at] = close - open;
    volumes[at] = volume;
  }
  return { returns, volumes };
}

export interface Facts {
  /** Annual, from days. */
  readonly volatility: number;
  readonly kurtosis: Readonly<Record<'minute' | 'hour' | 'day', number>>;
  /** Of the returns of neighbouring minutes. */
  readonly autocorrelation: number;
  /** Of their sizes, after so many minutes. */
  readonly memory: Readonly<Record<1 | 60 | 1440 | 10080, number>>;
  /** Between the volume of a minute and the size of its return. */
  readonly volumeWithSize: number;
  /** Volatility from 13:00 to 17:00 UTC over that from 1:00 to 5:00. */
  readonly dayPattern: number;
}

export function factsOf({ returns, volumes }: Past): Facts {
  const sizes = returns.map(Math.abs);
  const memory = (lag: number): number => autocorrelation(sizes, lag);
  const [hours, days] = [aggregate(returns, 60), aggregate(returns, minutesPerDay)];
  const between = (from: number, to: number): number =>
    annualVolatility(
      hours.filter((_, hour) => hour % 24 >= from && hour % 24 < to),
      24 * 365,
    );
  return {
    volatility: annualVolatility(days, 365),
    kurtosis: { minute: kurtosis(returns), hour: kurtosis(hours), day: kurtosis(days) },
    autocorrelation: autocorrelation(returns, 1),
    memory: { 1: memory(1), 60: memory(60), 1440: memory(1440), 10080: memory(10080) },
    volumeWithSize: correlation(volumes, sizes),
    dayPattern: between(13, 17) / between(1, 5),
  };
}

/** Between the returns of two coins by the hour. */
export const togetherness = (some: Past, others: Past): number =>
  correlation(aggregate(some.returns, 60), aggregate(others.returns, 60));
