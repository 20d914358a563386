import { blend, gaussianAt, seedOf, smoothNoiseAt } from './noise.ts';
import { recent } from './recent.ts';

export const minutesPerDay = 1440;
export const minutesPerHour = 60;
export const minuteMs = 60_000;

/** Period in days and weight of each layer of a day's log variance: the memory of volatility decays slowly. */
const dayLayers = [
  [2, 0.45],
  [9, 0.35],
  [40, 0.25],
  [160, 0.1],
] as const;
/** Period in minutes and weight, within a day. */
const minuteLayers = [
  [2, 0.6],
  [12, 0.5],
  [60, 0.4],
  [300, 0.35],
] as const;
const weekendVariance = 0.6;

type Layers = readonly (readonly [period: number, weight: number])[];

/** What the mean of the exponential of the layers is above 1, in the log. */
const half = (layers: Layers): number => layers.reduce((sum, [, weight]) => sum + weight * weight, 0) / 2;
const seedsOf = (seed: number, layers: Layers): number[] => layers.map(([period]) => seedOf(seed, period));

/** How much the price varies on each day, as a multiple of its long-run variance: about 1 in the mean. */
export class DayVariance {
  readonly #seeds: readonly number[];

  constructor(seed: number) {
    this.#seeds = seedsOf(seed, dayLayers);
  }

  at(day: number): number {
    // Day 0 was a Thursday.
    const isWeekend = (day + 4) % 7 === 0 || (day + 4) % 7 === 6;
    const week = (isWeekend ? weekendVariance : 1) / ((5 + 2 * weekendVariance) / 7);
    const noise = dayLayers.map(([period, weight], layer) => weight * smoothNoiseAt(this.#seeds[layer]!, day / period));
    return week * Math.exp(noise.reduce((sum, part) => sum + part) - half(dayLayers));
  }
}

/** The shares that the parts of a day have in its variance; together 1. */
export interface DayShares {
  readonly minutes: Float64Array;
  readonly hours: Float64Array;
}

const keptDays = 8;

/** How the variance of a day spreads over its minutes: quiet in Asia's night, busiest in New York's morning, in bursts. */
export class DayProfile {
  readonly #seeds: readonly number[];
  readonly at: (day: number) => DayShares = recent(keptDays, (day) => this.#make(day));

  constructor(seed: number) {
    this.#seeds = seedsOf(seed, minuteLayers);
  }

  #make(day: number): DayShares {
    const minutes = new Float64Array(minutesPerDay);
    for (const [layer, [period, weight]] of minuteLayers.entries())
      this.#addLayer(minutes, day, { period, weight, seed: this.#seeds[layer]! });
    let sum = 0;
    for (let minute = 0; minute < minutesPerDay; minute++) {
      minutes[minute] = dayPattern[minute]! * Math.exp(minutes[minute]!);
      sum += minutes[minute]!;
    }
    const hours = new Float64Array(minutesPerDay / minutesPerHour);
    for (let minute = 0; minute < minutesPerDay; minute++) {
      minutes[minute]! /= sum;
      hours[Math.floor(minute / minutesPerHour)]! += minutes[minute]!;
    }
    return { minutes, hours };
  }

  #addLayer(
    sums: Float64Array,
    day: number,
    { period, weight, seed }: { period: number; weight: number; seed: number },
  ): void {
    let index = Number.NaN;
    let [from, to] = [0, 0];
    for (let minute = 0; minute < minutesPerDay; minute++) {
      const place = (day * minutesPerDay + minute) / period;
      if (Math.floor(place) !== index) {
        index = Math.floor(place);
        [from, to] = [gaussianAt(seed, index), gaussianAt(seed, index + 1)];
      }
      sums[minute]! += weight * blend(from, to, place - index);
    }
  }
}

/** By minute: highest at 15:00 UTC, lowest at 3:00 and 9:00. */
const dayPattern = Float64Array.from({ length: minutesPerDay }, (_, minute) => {
  const angle = ((minute / 60 - 15) * Math.PI) / 12;
  return 1 + 0.5 * Math.cos(angle) + 0.25 * Math.cos(2 * angle);
});
