import Big from 'big.js';
import { maintenanceRate } from '../../../../domain/market/perp-rules.ts';
import { type Random, seededRandom } from '../../../../platform/time/random.ts';
import { TakenSizes } from '../orders/taken-sizes.ts';
import { type CrowdTrade, drawCrowdTrade } from './crowd-trade.ts';
import { hourlyCrowding, nextCrowding, noise } from './crowding.ts';
import { endHours, type FundingState, hourlyRate, rateOfHour, samplePremium } from './funding-rate.ts';
import { type InterestState, moveInterest, usualInterest } from './open-interest.ts';
import { MakerSide, priceDecimals } from './perp-book.ts';
import type { PerpSpec } from './perp-specs.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The premium returns to what the crowd's positions make it within about a minute; the mark follows its average of half an hour. */
const premiumMemoryMs = 60_000;
const markMemoryMs = 30 * 60_000;
const premiumSpread = 0.0002;
/** Volume stays about what it is, over days. */
const volumeMemoryMs = 3 * dayMs;
/** Makers refill a price within about this time. */
const refillMemoryMs = 5_000;

/** State that survives a restart; prices in USD. */
export interface PerpMarketState extends InterestState, FundingState {
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
    const hourlyUsd = Array.from({ length: 24 }, (_, index) => pastUsd(nowMs - (24 - index) * hourMs));
    const bookSeed = random.int(2 ** 32);
    const crowdings = hourlyCrowding(spec, hourlyUsd, seededRandom(bookSeed));
    const crowding = crowdings.at(-1) ?? 0;
    this.#state = {
      oracleUsd,
      premium: crowding,
      crowding,
      averagePremium: crowding,
      dayVolumeUsd: spec.dayVolumeUsd * (0.8 + 0.4 * random.next()),
      openInterest: usualInterest(spec, oracleUsd) * (0.8 + 0.4 * random.next()),
      bookSeed,
      hourlyUsd,
      hourlyRates: crowdings.map(hourlyRate),
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
    const step = { fromUsd: state.oracleUsd, toUsd: oracleUsd, elapsedMs };
    state.crowding = nextCrowding(state.crowding ?? 0, this.spec, step, random);
    const crowding = premium + state.crowding;
    const forget = Math.min(1, elapsedMs / premiumMemoryMs);
    // 2·forget keeps the stationary spread independent of the step.
    state.premium += (crowding - state.premium) * forget + premiumSpread * Math.sqrt(2 * forget) * noise(random);
    state.averagePremium += (state.premium - state.averagePremium) * Math.min(1, elapsedMs / markMemoryMs);
    samplePremium(state, state.premium, elapsedMs);
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

  /** Hourly rate that the current hour will pay at its end, by the mean of its premium so far. */
  get fundingRate(): Big {
    return toRate(rateOfHour(this.#state, this.#state.averagePremium));
  }

  /** What the full hours paid, the last one first; older files know none. */
  paidRate(hoursAgo = 0): Big {
    const rate = this.#state.hourlyRates?.at(-1 - hoursAgo);
    return rate === undefined ? this.fundingRate : toRate(rate);
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

  #forgetQuotes(): void {
    this.#bids = null;
    this.#asks = null;
    this.#markPx = null;
  }

  #keepHours(oracleUsd: number, hour: number): void {
    const state = this.#state;
    if (hour > state.hour) endHours(state, state.averagePremium, hour - state.hour);
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

const toRate = (rate: number): Big => new Big(rate.toFixed(8));
