import { blend, gaussianAt, seedOf, smoothNoiseAt } from './noise.ts';
import { recent } from './recent.ts';

export const minutesPerDay = 1440;
export const minutesPerHour = 60;
export const hoursPerDay = 24;
export const minuteMs = 60_000;

/** Period in days and weight of each layer of a day's log variance: the memory of volatility decays slowly. */
const dayLayers = [
  [2, 0.45],
  [9, 0.35],
  [40, 0.25],
  [160, 0.1],
] as const;
/** Period in hours and weight, within a day. */
const hourLayers = [
  [1, 0.4],
  [5, 0.35],
] as const;
/** Period in minutes and weight, within an hour. */
const minuteLayers = [
  [2, 0.65],
  [12, 0.55],
] as const;
const weekendVariance = 0.6;

type Layers = readonly (readonly [period: number, weight: number])[];

/** What the mean of the exponential of the layers is above 1, in the log. */
const half = (layers: Layers): number => layers.reduce((sum, [, weight]) => sum + weight * weight, 0) / 2;
const seedsOf = (seed: number, layers: Layers): number[] => layers.map(([period]) => seedOf(seed, period));

/** How much the price varies on each day since the origin, as a multiple of its long-run variance: about 1 in the mean. */
export class DayVariance {
  readonly #seeds: readonly number[];
  readonly #originHour: number;

  /** `originHour`: where day 0 begins, hours since the epoch. */
  constructor(seed: number, originHour: number) {
    this.#seeds = seedsOf(seed, dayLayers);
    this.#originHour = originHour;
  }

  at(day: number): number {
    // By the calendar, at noon of the day; the epoch was a Thursday.
    const weekday = (Math.floor((this.#originHour + 12) / hoursPerDay) + day + 4) % 7;
    const isWeekend = weekday === 0 || weekday === 6;
    const week = (isWeekend ? weekendVariance : 1) / ((5 + 2 * weekendVariance) / 7);
    const noise = dayLayers.map(([period, weight], layer) => weight * smoothNoiseAt(this.#seeds[layer]!, day / period));
    return week * Math.exp(noise.reduce((sum, part) => sum + part) - half(dayLayers));
  }
}

const keptDays = 8;
const keptHours = 48;

/**
 * How the variance of a day spreads over its hours and minutes: quiet in Asia's night, busiest in New York's morning, in bursts. The
 * shares of a day are together 1. Days, hours and minutes are counted from the origin.
 */
export class VarianceProfile {
  readonly #hourSeeds: readonly number[];
  readonly #minuteSeeds: readonly number[];
  readonly #originHour: number;

  /** `originHour`: where day 0 begins, hours since the epoch. */
  constructor(seed: number, originHour: number) {
    this.#originHour = originHour;
    this.#hourSeeds = seedsOf(seed, hourLayers);
    this.#minuteSeeds = seedsOf(seedOf(seed, 'minutes'), minuteLayers);
  }

  /** Shares of the 24 hours of a day. */
  readonly hours = recent(keptDays, (day): Float64Array => {
    const shares = bursts(this.#hourSeeds, hourLayers, { first: day * hoursPerDay, count: hoursPerDay });
    return scaled(
      shares.map((share, hour) => share * dayPattern(this.#originHour + hour + 0.5)),
      1,
    );
  });

  /** Shares of the 60 minutes of an hour. */
  readonly minutes = recent(keptHours, (hour): Float64Array => {
    const day = Math.floor(hour / hoursPerDay);
    const range = { first: hour * minutesPerHour, count: minutesPerHour };
    return scaled(bursts(this.#minuteSeeds, minuteLayers, range), this.hours(day)[hour - day * hoursPerDay]!);
  });

  /** Share of a minute in its day. */
  minute(minute: number): number {
    const hour = Math.floor(minute / minutesPerHour);
    return this.minutes(hour)[minute - hour * minutesPerHour]!;
  }
}

/** Log-normal noise of all layers, at so many places. */
function bursts(
  seeds: readonly number[],
  layers: Layers,
  { first, count }: { readonly first: number; readonly count: number },
): Float64Array {
  const logs = new Float64Array(count);
  for (const [layer, [period, weight]] of layers.entries()) {
    let index = Number.NaN;
    let [from, to] = [0, 0];
    for (let at = 0; at < count; at++) {
      const place = (first + at) / period;
      if (Math.floor(place) !== index) {
        index = Math.floor(place);
        [from, to] = [gaussianAt(seeds[layer]!, index), gaussianAt(seeds[layer]!, index + 1)];
      }
      logs[at]! += weight * blend(from, to, place - index);
    }
  }
  return logs.map(Math.exp);
}

/** In the same proportions, together `whole`. */
function scaled(shares: Float64Array, whole: number): Float64Array {
  const factor = whole / shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share * factor);
}

/** Highest at 15:00 UTC, lowest at 3:00 and 9:00. */
function dayPattern(hour: number): number {
  const angle = ((hour - 15) * Math.PI) / 12;
  return 1 + 0.5 * Math.cos(angle) + 0.25 * Math.cos(2 * angle);
}
