import type { Random } from '../../../../platform/time/random.ts';
import type { Ledger } from '../../ledger.ts';
import { crowdAccount } from '../../ledger-accounts.ts';
import type { ReferencePrices } from '../../prices/reference-prices.ts';
import { idOf, type Market, type TokenBook, toBaseUnits, toFloat } from '../tokens/token-book.ts';
import { follows, nativeToken } from '../tokens/token-list.ts';
import type { PoolSide } from './pool.ts';
import type { SwapLeg } from './swap-router.ts';

interface Flow {
  isBusy: boolean;
  moodEndsInMs: number;
  /** A unit-rate Poisson clock: a swap is due when it reaches zero. */
  untilNextSwap: number;
  /** Target price of a token without a reference asset, in USD. */
  walkUsd: number;
}

/** The crowd: swaps in bursts, mostly small, occasionally a whale, and arbitrage that keeps pools near their price. */
export class OrderFlow {
  readonly #book: TokenBook;
  readonly #prices: ReferencePrices;
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #flows = new WeakMap<Market, Flow>();

  constructor(book: TokenBook, prices: ReferencePrices, ledger: Ledger, random: Random) {
    this.#book = book;
    this.#ledger = ledger;
    this.#prices = prices;
    this.#random = random;
  }

  /** Simulates `elapsedMs` of trading; `onSwap` is called after each swap has moved its pool. */
  advance(elapsedMs: number, onSwap: (swap: SwapLeg) => void): void {
    for (const market of this.#book.markets) {
      const flow = this.#flowOf(market);
      this.#walk(market, flow);
      this.#changeMood(flow, elapsedMs);
      const rate = market.listing.swapsPerSecond * this.#interest(market) * (flow.isBusy ? 3.2 : 0.8);
      flow.untilNextSwap -= (rate * elapsedMs) / 1000;
      while (flow.untilNextSwap <= 0) {
        flow.untilNextSwap += this.#exponential(1);
        this.#trade(market, flow, onSwap);
      }
      this.#rescue(market, elapsedMs, onSwap);
    }
  }

  /** Log distance of a pool's price from its target; positive: the pool is too cheap. */
  deviation(market: Market): number {
    const { chain } = market.listing.token;
    const targetUsd = this.#targetUsd(market, this.#flowOf(market));
    const nativeUsd = this.#prices.priceUsd(nativeToken(chain).reference);
    return Math.log(targetUsd / nativeUsd / this.#book.priceNative(market.listing.token));
  }

  /** Multiplies the target price of a token without a reference asset; returns the new one in USD. */
  nudge(market: Market, factor: number): number {
    const flow = this.#flowOf(market);
    flow.walkUsd *= factor;
    return flow.walkUsd;
  }

  /** The crowd sells base units of a token, or as many as it has. */
  sell(market: Market, amount: bigint, onSwap: (swap: SwapLeg) => void): void {
    const available = this.#ledger.available(crowdAccount, idOf(market.listing.token));
    this.#swap(market, 'token', amount < available ? amount : available, onSwap);
  }

  /** The crowd buys all that a curve still sells. */
  buyOut(market: Market, onSwap: (swap: SwapLeg) => void): void {
    this.#swap(market, 'native', market.pool.amountFor(market.pool.tokensForSale), onSwap);
  }

  snapshot(): Record<string, number> {
    return Object.fromEntries(
      this.#book.markets.flatMap((market) => {
        const flow = this.#flows.get(market);
        return flow ? [[idOf(market.listing.token), flow.walkUsd]] : [];
      }),
    );
  }

  restore(walks: Record<string, number>): void {
    for (const market of this.#book.markets) {
      const walkUsd = walks[idOf(market.listing.token)];
      if (walkUsd !== undefined) this.#flowOf(market).walkUsd = walkUsd;
    }
  }

  #trade(market: Market, flow: Flow, onSwap: (swap: SwapLeg) => void): void {
    const deviation = this.deviation(market);
    const band = market.pool.feeBps / 10_000 + 0.0005;
    if (Math.abs(deviation) > band && this.#random.next() < 0.5) return this.#arbitrage(market, deviation, onSwap);
    const lean = Math.max(-0.3, Math.min(0.3, deviation * 20));
    const side: PoolSide = this.#random.next() < 0.5 + lean ? 'native' : 'token';
    const medianUsd = market.listing.token.kind === 'hub' ? 260 : 95;
    let usd = medianUsd * Math.exp(1.6 * this.#gaussian());
    if (this.#random.next() < 0.012) usd *= 25;
    if (flow.isBusy) usd *= 1.3;
    // Beyond 0.4 % of the pool, people split their orders.
    usd = Math.min(Math.max(usd, 0.5), market.listing.liquidityUsd * this.#interest(market) * 0.004);
    const { listing } = market;
    const nativeAmount = usd / this.#book.nativePriceUsd(listing.token.chain);
    const amountIn =
      side === 'native'
        ? toBaseUnits(nativeAmount, this.#book.native(listing.token.chain).decimals)
        : toBaseUnits(nativeAmount / this.#book.priceNative(listing.token), listing.token.decimals);
    this.#swap(market, side, amountIn, onSwap);
  }

  #arbitrage(market: Market, deviation: number, onSwap: (swap: SwapLeg) => void): void {
    const side: PoolSide = deviation > 0 ? 'native' : 'token';
    const { pool, listing } = market;
    const [reserve, decimals] =
      side === 'native'
        ? [pool.nativeReserve, this.#book.native(listing.token.chain).decimals]
        : [pool.tokenReserve, listing.token.decimals];
    // Growing one reserve by the factor f moves the price by f²; 35 % in the log closes 70 % of the gap.
    const grow = Math.exp(0.35 * Math.min(Math.abs(deviation), 0.2)) - 1;
    this.#swap(market, side, toBaseUnits(toFloat(reserve, decimals) * grow, decimals), onSwap);
  }

  /** A rarely traded pool would lag its reference by percents; arbitrage closes the gap. */
  #rescue(market: Market, elapsedMs: number, onSwap: (swap: SwapLeg) => void): void {
    const deviation = this.deviation(market);
    if (Math.abs(deviation) > 0.012 && this.#random.next() < elapsedMs / 600) {
      this.#arbitrage(market, deviation, onSwap);
    }
  }

  #swap(market: Market, side: PoolSide, amountIn: bigint, onSwap: (swap: SwapLeg) => void): void {
    const { pool } = market;
    // The crowd cannot sell what it does not have.
    if (pool.amountOut(side, amountIn) === 0n || this.#ledger.available(crowdAccount, pool.idOf(side)) < amountIn)
      return;
    const amountOut = pool.swap(side, amountIn);
    onSwap({ market, side, amountIn, amountOut });
  }

  /** A launched token is traded in proportion to what is in its pool, on a curve a little more; the others always alike. */
  #interest({ listing, pool }: Market): number {
    if (!listing.launch) return 1;
    const part = this.#book.liquidityUsd(listing.token) / listing.liquidityUsd;
    return pool.isCurve ? Math.sqrt(part) : part;
  }

  #targetUsd(market: Market, flow: Flow): number {
    const { reference } = market.listing;
    return reference ? this.#prices.priceUsd(reference[0]) * reference[1] : flow.walkUsd;
  }

  #walk({ listing: { reference, launch, volatility, token } }: Market, flow: Flow): void {
    if (reference || launch || volatility === 0) return;
    flow.walkUsd *= Math.exp(this.#prices.followerChange(volatility, follows(token)));
  }

  #changeMood(flow: Flow, elapsedMs: number): void {
    flow.moodEndsInMs -= elapsedMs;
    if (flow.moodEndsInMs > 0) return;
    flow.isBusy = !flow.isBusy;
    flow.moodEndsInMs = this.#exponential(flow.isBusy ? 7000 : 12_000);
  }

  #flowOf(market: Market): Flow {
    const known = this.#flows.get(market);
    if (known) return known;
    // Most tokens start busy: newcomers see at once that the market moves.
    const isBusy = this.#random.next() < 0.8;
    const moodEndsInMs = this.#exponential(isBusy ? 7000 : 12_000);
    const { listing, pool } = market;
    const walkUsd = pool.isCurve ? this.#book.priceUsd(listing.token) : listing.startUsd;
    const flow: Flow = { isBusy, moodEndsInMs, untilNextSwap: this.#exponential(1), walkUsd };
    this.#flows.set(market, flow);
    return flow;
  }

  #exponential(mean: number): number {
    return -mean * Math.log(1 - this.#random.next());
  }

  #gaussian(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.#random.next()));
    return radius * Math.cos(2 * Math.PI * this.#random.next());
  }
}
