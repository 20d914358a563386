import { assets, commonFactor } from './assets.ts';
import { seedOf } from './noise.ts';
import { PricePath } from './price-path.ts';
import { minutesPerHour, VarianceProfile } from './volatility.ts';

const hourMs = 3_600_000;

/** The pasts of all prices of one market. */
export class PricePaths {
  readonly seed: number;
  /** The first start of the market, ms since the epoch: pasts end in this minute. */
  readonly openedMs: number;
  /** By what all volatilities are multiplied. */
  readonly scale: number;
  readonly #profile: VarianceProfile;
  readonly #originMinute: number;
  readonly #paths = new Map<string, PricePath>();

  constructor({ seed, openedMs, scale }: Pick<PricePaths, 'seed' | 'openedMs' | 'scale'>) {
    this.seed = seed;
    this.openedMs = openedMs;
    this.scale = scale;
    this.#originMinute = Math.floor(openedMs / hourMs) * minutesPerHour;
    this.#profile = new VarianceProfile(seedOf(seed, 'profile'), this.#originMinute / minutesPerHour);
    this.#paths.set(commonFactor, this.#path(commonFactor, 1, null));
  }

  /** Of a reference asset; throws for an unknown one. */
  of(symbol: string): PricePath {
    const asset = assets[symbol];
    if (!asset) throw new RangeError(`no reference asset ${symbol}`);
    return this.follower(symbol, asset.volatility, asset.follows);
  }

  /** Of any name, always the same one. `follows`: a reference asset or the common factor, and the correlation of the returns. */
  follower(name: string, volatility: number, [leader, correlation]: readonly [string, number]): PricePath {
    const known = this.#paths.get(name);
    if (known) return known;
    const path = leader === commonFactor ? this.#paths.get(commonFactor)! : this.of(leader);
    const made = this.#path(name, volatility, { path, correlation });
    this.#paths.set(name, made);
    return made;
  }

  #path(name: string, volatility: number, parent: { path: PricePath; correlation: number } | null): PricePath {
    return new PricePath({
      seed: seedOf(this.seed, name),
      volatility: volatility * this.scale,
      parent,
      profile: this.#profile,
      originMinute: this.#originMinute,
    });
  }
}
