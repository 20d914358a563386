import type { Random } from '../../../platform/time/random.ts';
import type { ScenarioName } from '../../names.ts';
import { assets, commonFactor } from './assets.ts';
import { PricePaths } from './price-paths.ts';
import { ScenarioPart, scenarioMs } from './scenarios.ts';
import { minuteMs } from './volatility.ts';

const yearMs = 365 * 86_400_000;

export interface ReferencePricesState {
  readonly seed: number;
  readonly openedMs: number;
  readonly scale: number;
  readonly marketMs: number;
  readonly usd: Record<string, number>;
  /** The scenario that plays, and for how long, ms of the market. */
  readonly scenario?: PlayedScenario | null;
}

interface PlayedScenario {
  readonly name: ScenarioName;
  readonly playedMs: number;
}

/** What happened in one step to everything that moves with the market. */
interface Step {
  readonly years: number;
  /** Standard normal, by reference asset. */
  readonly shocks: Map<string, number>;
  readonly scenario: ScenarioPart | null;
}

/**
 * The price process behind both markets: spot pools are arbitraged towards it and perp oracles read it, so that SOL
 * costs the same everywhere. It has no drift: nobody earns by waiting. Volatility goes on where that of the past ended. Market noise
 * only: no balance is computed from these floats without an exact fill.
 */
export class ReferencePrices {
  readonly #random: Random;
  readonly #prices = new Map<string, number>();
  readonly #scale: number;
  #paths: PricePaths;
  #marketMs: number;
  #step: Step = { years: 0, shocks: new Map(), scenario: null };
  #scenario: PlayedScenario | null = null;

  /** `scale` multiplies all volatilities. */
  constructor(random: Random, { startMs, scale = 1 }: { readonly startMs: number; readonly scale?: number }) {
    this.#random = random;
    this.#scale = scale;
    this.#marketMs = startMs;
    this.#paths = new PricePaths({ seed: random.int(2 ** 32), openedMs: startMs, scale });
    for (const [symbol, { startUsd }] of Object.entries(assets)) this.#prices.set(symbol, startUsd);
  }

  /** Where prices came from; another object after `restore`. */
  get paths(): PricePaths {
    return this.#paths;
  }

  /** USD price of a reference asset; throws for an unknown one. */
  priceUsd(symbol: string): number {
    const price = this.#prices.get(symbol);
    if (price === undefined) throw new RangeError(`no reference price for ${symbol}`);
    return price;
  }

  /** USD price of a reference asset before the market opened; to be asked before it moves. */
  pastUsd(symbol: string, atMs: number): number {
    const path = this.#paths.of(symbol);
    const [from, to] = [this.#paths.openedMs, atMs].map((ms) => path.logAt(Math.floor(ms / minuteMs)));
    return this.priceUsd(symbol) * Math.exp(to! - from!);
  }

  advance(marketElapsedMs: number): void {
    this.#marketMs += marketElapsedMs;
    const shocks = new Map([[commonFactor, this.#gaussian()]]);
    this.#step = { years: marketElapsedMs / yearMs, shocks, scenario: this.#playOn(marketElapsedMs) };
    for (const [symbol, { volatility, follows }] of Object.entries(assets)) {
      shocks.set(symbol, this.#shockBeside(...follows));
      const change = this.#logChange(volatility, this.#varianceOf(symbol), shocks.get(symbol)!);
      const told = this.#step.scenario?.change(symbol) ?? 0;
      this.#prices.set(symbol, this.priceUsd(symbol) * Math.exp(change + told));
    }
  }

  /** The log return in the last step of something that follows a reference asset; without drift. */
  followerChange(volatility: number, [leader, correlation]: readonly [symbol: string, correlation: number]): number {
    const told = (this.#step.scenario?.change(leader) ?? 0) * correlation * (volatility / assets[leader]!.volatility);
    return told + this.#logChange(volatility, this.#varianceOf(leader), this.#shockBeside(leader, correlation));
  }

  /** What a scenario lets the crowd pay for the perps of a coin, as a share of its price. */
  premiumOf(symbol: string): number {
    return this.#step.scenario?.premium(symbol) ?? 0;
  }

  /** A scenario lets the venue be silent. */
  get isOut(): boolean {
    return this.#step.scenario?.isOut ?? false;
  }

  /** Lets a scenario begin, in place of one that plays. */
  play(name: ScenarioName): void {
    this.#scenario = { name, playedMs: 0 };
  }

  snapshot(): ReferencePricesState {
    const { seed, openedMs, scale } = this.#paths;
    const usd = Object.fromEntries(this.#prices);
    return { seed, openedMs, scale, marketMs: this.#marketMs, usd, scenario: this.#scenario };
  }

  /** Accounts of earlier versions saved the prices alone: they keep them, and get a past. */
  restore(state: ReferencePricesState | Record<string, number>): void {
    const {
      usd,
      marketMs,
      scenario = null,
      ...past
    } = isWhole(state)
      ? state
      : { usd: state, marketMs: this.#marketMs, seed: 1, openedMs: this.#paths.openedMs, scale: this.#scale };
    this.#paths = new PricePaths(past);
    this.#marketMs = marketMs;
    this.#scenario = scenario;
    for (const [symbol, price] of Object.entries(usd)) if (this.#prices.has(symbol)) this.set(symbol, price);
  }

  /** Sets a reference price; the next step goes on from there. */
  set(symbol: string, usd: number): void {
    this.#prices.set(symbol, usd);
  }

  #playOn(elapsedMs: number): ScenarioPart | null {
    if (!this.#scenario) return null;
    const { name, playedMs } = this.#scenario;
    const toMs = playedMs + elapsedMs;
    this.#scenario = toMs < scenarioMs(name) ? { name, playedMs: toMs } : null;
    return new ScenarioPart(name, playedMs, toMs);
  }

  #varianceOf(symbol: string): number {
    const usual = this.#paths.of(symbol).varianceAt(Math.floor(this.#marketMs / minuteMs));
    return usual * (this.#step.scenario?.variance ?? 1);
  }

  #shockBeside(leader: string, correlation: number): number {
    return correlation * this.#step.shocks.get(leader)! + Math.sqrt(1 - correlation ** 2) * this.#gaussian();
  }

  /** Half of the variance less than the shock, so that the price itself, not its logarithm, expects to stay. */
  #logChange(volatility: number, variance: number, shock: number): number {
    const deviation = volatility * this.#scale * Math.sqrt(variance * this.#step.years);
    return deviation * shock - deviation ** 2 / 2;
  }

  #gaussian(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.#random.next()));
    return radius * Math.cos(2 * Math.PI * this.#random.next());
  }
}

const isWhole = (state: ReferencePricesState | Record<string, number>): state is ReferencePricesState =>
  typeof state['usd'] === 'object';
