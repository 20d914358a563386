import Big from 'big.js';
import { maintenanceRate } from '../../../../domain/market/perp-rules.ts';
import type { Random } from '../../../../platform/time/random.ts';
import { TakenSizes } from '../orders/taken-sizes.ts';
import { type CrowdTrade, drawCrowdTrade } from './crowd-trade.ts';
import { MakerSide, priceDecimals } from './perp-book.ts';
import type { PerpSpec } from './perp-specs.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The premium decays within about a minute; the mark follows its average over about half an hour. */
const premiumMemoryMs = 60_000;
const markMemoryMs = 30 * 60_000;
const premiumSpread = 0.0002;
/** Makers refill a price within about this time. */
const refillMemoryMs = 5_000;

/** State that survives a restart; prices in USD. */
export interface PerpMarketState {
  oracleUsd: number;
  premium: number;
  averagePremium: number;
  dayVolumeUsd: number;
  openInterest: number;
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
    this.#state = {
      oracleUsd,
      premium: 0,
      averagePremium: 0,
      dayVolumeUsd: spec.dayVolumeUsd * (0.8 + 0.4 * random.next()),
      openInterest: (spec.dayVolumeUsd * 0.6) / oracleUsd,
      bookSeed: random.int(2 ** 32),
      hourlyUsd: Array.from({ length: 24 }, (_, index) => pastUsd(nowMs - (24 - index) * hourMs)),
      hour: Math.floor(nowMs / hourMs),
    };
  }

  /** `oracleUsd`: current reference price; `marketMs`: market clock. Returns the crowd's trades in this step. */
  advance(oracleUsd: number, marketMs: number, elapsedMs: number): CrowdTrade | null {
    const state = this.#state;
    const random = this.#random;
    const noise = random.next() + random.next() + random.next() + random.next() - 2;
    const forget = Math.min(1, elapsedMs / premiumMemoryMs);
    // Four uniform draws have a variance of 1/3; 2·forget keeps the stationary spread independent of the step.
    state.premium += -state.premium * forget + premiumSpread * Math.sqrt(6 * forget) * noise;
    state.averagePremium += (state.premium - state.averagePremium) * Math.min(1, elapsedMs / markMemoryMs);
    state.oracleUsd = oracleUsd;
    const drift = Math.sqrt(elapsedMs / dayMs) * (random.next() - 0.5);
    state.dayVolumeUsd *= 1 + 0.2 * drift;
    state.openInterest *= 1 + 0.05 * drift;
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

  /** Hourly rate, positive if longs pay: the average premium, pulled to 0.01 % per 8 hours within ±0.05 %. */
  get fundingRate(): Big {
    const premium = this.#state.averagePremium;
    const interest = Math.min(0.0005, Math.max(-0.0005, 0.0001 - premium));
    return new Big(((premium + interest) / 8).toFixed(8));
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
