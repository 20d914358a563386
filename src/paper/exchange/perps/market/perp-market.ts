import Big from 'big.js';
import { maintenanceRate } from '../../../../domain/market/perp-rules.ts';
import { clamp } from '../../../../domain/numbers/clamp.ts';
import type { Random } from '../../../../platform/time/random.ts';
import { TakenSizes } from '../orders/taken-sizes.ts';
import { type CrowdTrade, drawCrowdTrade } from './crowd-trade.ts';
import { type InterestState, moveInterest, usualInterest } from './open-interest.ts';
import { MakerSide, priceDecimals } from './perp-book.ts';
import type { PerpSpec } from './perp-specs.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The premium returns to what the crowd's positions make it within about a minute; the mark follows its average of half an hour. */
const premiumMemoryMs = 60_000;
const markMemoryMs = 30 * 60_000;
const premiumSpread = 0.0002;
/** Longs crowd in after a rally and shorts after a fall, and leave within a day. */
const crowdingMemoryMs = 9 * hourMs;
const crowdingPerReturn = 0.004;
/** Standard deviation of the crowding by the volume of a day: small markets are one-sided more often. */
const crowdingSpread = ({ dayVolumeUsd }: PerpSpec): number =>
  dayVolumeUsd > 1e9 ? 0.0002 : dayVolumeUsd > 1e8 ? 0.00035 : 0.0006;
/** Volume stays about what it is, over days. */
const volumeMemoryMs = 3 * dayMs;
/** The venue's cap of an hourly funding rate. */
const maxFundingRate = 0.04;
/** Makers refill a price within about this time. */
const refillMemoryMs = 5_000;

/** State that survives a restart; prices in USD. */
export interface PerpMarketState extends InterestState {
  oracleUsd: number;
  premium: number;
  /** The premium around which `premium` moves; absent in older files. */
  crowding?: number;
  averagePremium: number;
  dayVolumeUsd: number;
  bookSeed: number;
  /** Oracle price at each of the last 24 full hours, oldest first. */
  hourlyUsd: number[];
  hour: number;
  /** Size by price that takers took and makers have not refilled. */
  taken: { bids: Record<string, string>; asks: Record<string, string> };
}

/**
 * One perp market: an oracle, makers' quotes around a mid close to it, and the mark. The noise is floating point; what
 * orders and balances use (`markPx`, the makers' levels) is exact and on the price grid.
 */
export class PerpMarket {
  readonly spec: PerpSpec;
  readonly assetIndex: number;
  readonly maintenanceRate: Big;
  readonly #random: Random;
  #state: Omit<PerpMarketState, 'taken'>;
  #taken = { bids: new TakenSizes(), asks: new TakenSizes() };
  #bids: MakerSide | null = null;
  #asks: MakerSide | null = null;
  #markPx: Big | null = null;

  /** `pastUsd`: oracle price at a time before `nowMs`. */
  constructor(
    spec: PerpSpec,
    assetIndex: number,
    { oracleUsd, pastUsd, nowMs }: { oracleUsd: number; pastUsd: (atMs: number) => number; nowMs: number },
    random: Random,
  ) {
    this.spec = spec;
    this.assetIndex = assetIndex;
    this.maintenanceRate = maintenanceRate(spec.maxLeverage);
    this.#random = random;
    const crowding = crowdingSpread(spec) * noise(random);
    this.#state = {
      oracleUsd,
      premium: crowding,
      crowding,
      averagePremium: crowding,
      dayVolumeUsd: spec.dayVolumeUsd * (0.8 + 0.4 * random.next()),
      openInterest: usualInterest(spec, oracleUsd) * (0.8 + 0.4 * random.next()),
      bookSeed: random.int(2 ** 32),
      hourlyUsd: Array.from({ length: 24 }, (_, index) => pastUsd(nowMs - (24 - index) * hourMs)),
      hour: Math.floor(nowMs / hourMs),
    };
  }

  /**
   * `oracleUsd`: current reference price; `premium`: what a scenario adds to the crowd's; `marketMs`: market clock. Returns the
   * crowd's trades in this step.
   */
  advance(
    { oracleUsd, premium }: { readonly oracleUsd: number; readonly premium: number },
    marketMs: number,
    elapsedMs: number,
  ): CrowdTrade | null {
    const state = this.#state;
    const random = this.#random;
    const crowding = premium + this.#crowdIn(Math.log(oracleUsd / state.oracleUsd), elapsedMs);
    const forget = Math.min(1, elapsedMs / premiumMemoryMs);
    // 2·forget keeps the stationary spread independent of the step.
    state.premium += (crowding - state.premium) * forget + premiumSpread * Math.sqrt(2 * forget) * noise(random);
    state.averagePremium += (state.premium - state.averagePremium) * Math.min(1, elapsedMs / markMemoryMs);
    state.oracleUsd = oracleUsd;
    const drift = Math.sqrt(elapsedMs / dayMs) * (random.next() - 0.5);
    const back = Math.min(1, elapsedMs / volumeMemoryMs);
    state.dayVolumeUsd *= (this.spec.dayVolumeUsd / state.dayVolumeUsd) ** back * (1 + 0.5 * drift);
    moveInterest(state, this.spec, { oracleUsd, elapsedMs, noise: 0.25 * drift });
    if (random.next() < elapsedMs / 1500) state.bookSeed = random.int(2 ** 32);
    this.#keepHours(oracleUsd, Math.floor(marketMs / hourMs));
    for (const taken of [this.#taken.bids, this.#taken.asks])
      taken.refill(elapsedMs / refillMemoryMs, this.spec.szDecimals);
    this.#forgetQuotes();
    return drawCrowdTrade(random, this.spec, oracleUsd, elapsedMs);
  }

  get bids(): MakerSide {
    this.#bids ??= this.#side(true);
    return this.#bids;
  }

  get asks(): MakerSide {
    this.#asks ??= this.#side(false);
    return this.#asks;
  }

  get oraclePx(): Big {
    return this.#toPx(this.#state.oracleUsd);
  }

  /**
   * The median of the makers' best bid, their best ask, and the oracle with its average premium. The account's orders
   * and the liquidity it took do not count: no user can move the price that decides a liquidation.
   */
  get markPx(): Big {
    if (this.#markPx === null) {
      const { bid, ask } = this.#touch();
      const fair = this.#state.oracleUsd * (1 + this.#state.averagePremium);
      this.#markPx = this.#toPx(Math.min(ask, Math.max(bid, fair)));
    }
    return this.#markPx;
  }

  get prevDayPx(): Big {
    return this.#toPx(this.#state.hourlyUsd[0] ?? this.#state.oracleUsd);
  }

  get premium(): Big {
    return new Big(this.#state.premium.toFixed(8));
  }

  /** Hourly rate, positive if longs pay: the average premium, pulled to 0.01 % per 8 hours within ±0.05 %, capped. */
  get fundingRate(): Big {
    const premium = this.#state.averagePremium;
    const interest = clamp(0.0001 - premium, -0.0005, 0.0005);
    return new Big(clamp((premium + interest) / 8, -maxFundingRate, maxFundingRate).toFixed(8));
  }

  get dayVolumeUsd(): Big {
    return new Big(this.#state.dayVolumeUsd.toFixed(2));
  }

  get openInterest(): Big {
    return new Big(this.#state.openInterest.toFixed(this.spec.szDecimals));
  }

  snapshot(): PerpMarketState {
    const { bids, asks } = this.#taken;
    return { ...structuredClone(this.#state), taken: { bids: bids.snapshot(), asks: asks.snapshot() } };
  }

  restore({ taken, ...state }: PerpMarketState): void {
    this.#state = structuredClone(state);
    this.#taken = { bids: new TakenSizes(taken.bids), asks: new TakenSizes(taken.asks) };
    this.#forgetQuotes();
  }

  #crowdIn(change: number, elapsedMs: number): number {
    const { crowding = 0 } = this.#state;
    const forget = Math.min(1, elapsedMs / crowdingMemoryMs);
    const own = crowdingSpread(this.spec) * Math.sqrt(2 * forget) * noise(this.#random);
    this.#state.crowding = crowding * (1 - forget) + own + crowdingPerReturn * change;
    return this.#state.crowding;
  }

  #forgetQuotes(): void {
    this.#bids = null;
    this.#asks = null;
    this.#markPx = null;
  }

  #keepHours(oracleUsd: number, hour: number): void {
    const state = this.#state;
    for (let passed = Math.min(24, hour - state.hour); passed > 0; passed--)
      state.hourlyUsd = [...state.hourlyUsd.slice(1), oracleUsd];
    state.hour = Math.max(state.hour, hour);
  }

  #side(isBuy: boolean): MakerSide {
    const { bid, ask } = this.#touch();
    return new MakerSide(
      {
        isBuy,
        startPx: isBuy ? bid : ask,
        szDecimals: this.spec.szDecimals,
        depthUsd: this.spec.dayVolumeUsd / 4000,
        seed: this.#state.bookSeed,
      },
      isBuy ? this.#taken.bids : this.#taken.asks,
    );
  }

  /** The makers' best bid and ask: adjacent prices on the grid, around oracle and premium. */
  #touch(): { bid: number; ask: number } {
    const midUsd = this.#state.oracleUsd * (1 + this.#state.premium);
    const scale = 10 ** priceDecimals(midUsd, this.spec.szDecimals);
    const ticks = Math.floor(midUsd * scale);
    return { bid: ticks / scale, ask: (ticks + 1) / scale };
  }

  /** On the finest grid of the market, so that price × size is always a whole number of micro-USD. */
  #toPx(usd: number): Big {
    return new Big(usd.toFixed(6 - this.spec.szDecimals));
  }
}

/** Mean 0, variance 1: four uniform draws have a third of that. */
const noise = (random: Random): number =>
  Math.sqrt(3) * (random.next() + random.next() + random.next() + random.next() - 2);
