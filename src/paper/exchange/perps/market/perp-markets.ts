import type { Random } from '../../../../platform/time/random.ts';
import type { ReferencePrices } from '../../prices/reference-prices.ts';
import type { CrowdTrade } from './crowd-trade.ts';
import { PerpMarket, type PerpMarketState } from './perp-market.ts';
import { perpSpecs } from './perp-specs.ts';

/** All perp markets, fed by the reference prices. */
export class PerpMarkets {
  readonly #prices: ReferencePrices;
  readonly #markets: ReadonlyMap<string, PerpMarket>;

  /** Of a saved market the last day's prices are restored, not made up. */
  constructor(
    prices: ReferencePrices,
    random: Random,
    { startMs, isSaved = false }: { readonly startMs: number; readonly isSaved?: boolean | undefined },
  ) {
    this.#prices = prices;
    this.#markets = new Map(
      perpSpecs.map((spec, index) => [
        spec.coin,
        new PerpMarket(
          spec,
          index,
          {
            oracleUsd: prices.priceUsd(spec.coin),
            pastUsd: (atMs) => (isSaved ? prices.priceUsd(spec.coin) : prices.pastUsd(spec.coin, atMs)),
            nowMs: startMs,
          },
          random,
        ),
      ]),
    );
  }

  get all(): PerpMarket[] {
    return [...this.#markets.values()];
  }

  find(coin: string): PerpMarket | undefined {
    return this.#markets.get(coin);
  }

  /** For a coin that is known to be listed: positions and orders always are. */
  get(coin: string): PerpMarket {
    const market = this.#markets.get(coin);
    if (!market) throw new RangeError(`no perp market ${coin}`);
    return market;
  }

  /** Advances every market; `marketMs` is their clock. Returns the crowd's trades in this step, by coin. */
  advance(marketMs: number, elapsedMs: number): Map<string, CrowdTrade> {
    const trades = new Map<string, CrowdTrade>();
    for (const [coin, market] of this.#markets) {
      const at = { oracleUsd: this.#prices.priceUsd(coin), premium: this.#prices.premiumOf(coin) };
      const trade = market.advance(at, marketMs, elapsedMs);
      if (trade) trades.set(coin, trade);
    }
    return trades;
  }

  snapshot(): Record<string, PerpMarketState> {
    return Object.fromEntries(this.all.map((market) => [market.spec.coin, market.snapshot()]));
  }

  restore(states: Record<string, PerpMarketState>): void {
    for (const [coin, state] of Object.entries(states)) this.#markets.get(coin)?.restore(state);
  }
}
