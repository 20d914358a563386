import { gaussianAt, seedOf, uniformAt } from './noise.ts';
import { recent } from './recent.ts';
import { DayVariance, hoursPerDay, minutesPerDay, minutesPerHour, type VarianceProfile } from './volatility.ts';

export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** As a multiple of the usual volume of a minute. */
  readonly volume: number;
}

export interface PathOptions {
  readonly seed: number;
  /** Annual standard deviation of the log price. */
  readonly volatility: number;
  /** What the price follows, and how closely: the correlation of their returns. */
  readonly parent: { readonly path: PricePath; readonly correlation: number } | null;
  /** Shared by all paths of a market: its bursts are everybody's. */
  readonly profile: VarianceProfile;
  /** Where the log price is 0, and from where days are counted: minutes since the epoch, a full hour. */
  readonly originMinute: number;
}

const daysPerYear = 365;
const keptDays = 8;
const keptHours = 48;

type Grain = 'day' | 'hour' | 'minute';

/** The parts of a period: where the log price starts in each, and at last ends, from the start of the period. */
type Starts = Float64Array;

/**
 * A price before the market opened, minute by minute: the same seed gives the same path, from any place and in any order. Days are
 * drawn first, hours as a bridge over the return of their day, minutes over that of their hour: a price years ago costs a step a
 * day. Log prices; the level is the reader's.
 */
export class PricePath {
  readonly #options: PathOptions;
  readonly #own: number;
  readonly #variance: DayVariance;
  readonly #seeds: Readonly<Record<Grain | 'high' | 'low' | 'volume', number>>;
  /** Log price at the start of each day between the origin and the farthest ones that anybody asked for. */
  readonly #dayStarts = new Map([[0, 0]]);
  #firstDay = 0;
  #lastDay = 0;
  readonly #dayVariance = recent(keptDays, (day) => this.#usualVariance * this.#variance.at(day));
  readonly #hours = recent(keptDays, (day): Starts => {
    const shares = this.#options.profile.hours(day);
    return this.#bridge(this.#dayReturn(day), this.#dayVariance(day), shares, this.#shocks('hour', day * hoursPerDay));
  });
  readonly #minutes = recent(keptHours, (hour): Starts => {
    const day = Math.floor(hour / hoursPerDay);
    const at = hour - day * hoursPerDay;
    const starts = this.#hours(day);
    const shares = this.#options.profile.minutes(hour);
    const shocks = this.#shocks('minute', hour * minutesPerHour);
    return this.#bridge(starts[at + 1]! - starts[at]!, this.#dayVariance(day), shares, shocks);
  });
  readonly #minuteShocks = recent(keptHours, (first) => this.#draw('minute', first, minutesPerHour));
  readonly #hourShocks = recent(keptDays, (first) => this.#draw('hour', first, hoursPerDay));

  constructor(options: PathOptions) {
    const { seed, parent, originMinute } = options;
    this.#options = options;
    this.#own = Math.sqrt(1 - (parent?.correlation ?? 0) ** 2);
    this.#variance = new DayVariance(seedOf(seed, 'variance'), originMinute / minutesPerHour);
    this.#seeds = {
      day: seedOf(seed, 'day'),
      hour: seedOf(seed, 'hour'),
      minute: seedOf(seed, 'minute'),
      high: seedOf(seed, 'high'),
      low: seedOf(seed, 'low'),
      volume: seedOf(seed, 'volume'),
    };
  }

  /** Variance of a minute as a multiple of the long-run one; it continues after the market has opened. */
  varianceAt(epochMinute: number): number {
    const minute = this.#sinceOrigin(epochMinute);
    const share = this.#options.profile.minute(minute);
    return this.#variance.at(Math.floor(minute / minutesPerDay)) * share * minutesPerDay;
  }

  /** Log price at the start of a minute. */
  logAt(epochMinute: number): number {
    const minute = this.#sinceOrigin(epochMinute);
    const hour = Math.floor(minute / minutesPerHour);
    const at = minute - hour * minutesPerHour;
    return this.#hourStart(hour) + (at === 0 ? 0 : this.#minutes(hour)[at]!);
  }

  /** The bar of a minute, in log prices. */
  minuteBar(epochMinute: number): Bar {
    const minute = this.#sinceOrigin(epochMinute);
    const hour = Math.floor(minute / minutesPerHour);
    const at = minute - hour * minutesPerHour;
    const start = this.#hourStart(hour);
    const starts = this.#minutes(hour);
    const open = start + starts[at]!;
    const close = at + 1 < minutesPerHour ? start + starts[at + 1]! : this.#hourStart(hour + 1);
    const variance = this.#dayVariance(Math.floor(hour / hoursPerDay)) * this.#options.profile.minutes(hour)[at]!;
    // The extremes of a Brownian bridge from open to close.
    const reach = (seed: number): number =>
      Math.sqrt((close - open) ** 2 - 2 * variance * Math.log(uniformAt(seed, minute)));
    return {
      open,
      high: (open + close + reach(this.#seeds.high)) / 2,
      low: (open + close - reach(this.#seeds.low)) / 2,
      close,
      volume: variance === 0 ? 1 : this.#volume(minute, Math.abs(close - open), variance),
    };
  }

  /** Days and hours are counted from the origin: so a seed has the same past whenever the market opens. */
  #sinceOrigin(epochMinute: number): number {
    return epochMinute - this.#options.originMinute;
  }

  /** Of a day. */
  get #usualVariance(): number {
    return this.#options.volatility ** 2 / daysPerYear;
  }

  /** People trade more while the price varies, and most in the minute in which it moves. */
  #volume(minute: number, move: number, variance: number): number {
    const noise = Math.exp(0.45 * gaussianAt(this.#seeds.volume, minute) - 0.1);
    return 0.55 * noise * (Math.sqrt(variance) + move) * Math.sqrt(minutesPerDay / this.#usualVariance);
  }

  #hourStart(hour: number): number {
    const day = Math.floor(hour / hoursPerDay);
    const at = hour - day * hoursPerDay;
    return this.#dayStart(day) + (at === 0 ? 0 : this.#hours(day)[at]!);
  }

  #dayStart(day: number): number {
    const starts = this.#dayStarts;
    for (; this.#firstDay > day; this.#firstDay--)
      starts.set(this.#firstDay - 1, starts.get(this.#firstDay)! - this.#dayReturn(this.#firstDay - 1));
    for (; this.#lastDay < day; this.#lastDay++)
      starts.set(this.#lastDay + 1, starts.get(this.#lastDay)! + this.#dayReturn(this.#lastDay));
    return starts.get(day)!;
  }

  #dayReturn(day: number): number {
    return Math.sqrt(this.#usualVariance * this.#variance.at(day)) * this.#dayShock(day);
  }

  #dayShock(day: number): number {
    const { parent } = this.#options;
    const followed = parent ? parent.correlation * parent.path.#dayShock(day) : 0;
    return followed + this.#own * gaussianAt(this.#seeds.day, day);
  }

  #shocks(grain: 'hour' | 'minute', first: number): Float64Array {
    return grain === 'hour' ? this.#hourShocks(first) : this.#minuteShocks(first);
  }

  /** Standard normal, for `count` parts of a period. */
  #draw(grain: 'hour' | 'minute', first: number, count: number): Float64Array {
    const { parent } = this.#options;
    const correlation = parent?.correlation ?? 0;
    const followed = parent ? parent.path.#shocks(grain, first) : null;
    const shocks = new Float64Array(count);
    for (let at = 0; at < count; at++)
      shocks[at] = this.#own * gaussianAt(this.#seeds[grain], first + at) + correlation * (followed?.[at] ?? 0);
    return shocks;
  }

  /** Independent parts, moved so that together they are `change`: in proportion to their variance, they stay independent. */
  #bridge(change: number, variance: number, shares: Float64Array, shocks: Float64Array): Starts {
    let [sum, whole] = [0, 0];
    for (const [at, share] of shares.entries()) {
      sum += shocks[at]! * Math.sqrt(variance * share);
      whole += share;
    }
    const starts = new Float64Array(shares.length + 1);
    for (const [at, share] of shares.entries())
      starts[at + 1] = starts[at]! + shocks[at]! * Math.sqrt(variance * share) + ((change - sum) * share) / whole;
    return starts;
  }
}
