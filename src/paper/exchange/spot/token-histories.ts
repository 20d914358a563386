import { PriceHistory, type PriceHistoryState } from './price-history.ts';
import type { SwapLeg } from './swap-router.ts';
import { TokenActivity, type TokenStats } from './token-activity.ts';
import { idOf, type Market, type TokenBook } from './token-book.ts';
import type { PaperToken } from './token-list.ts';

/** Mean size of a crowd's swap, for the volume of the made-up past. */
const meanSwapUsd = ({ listing }: Market) => (listing.token.kind === 'hub' ? 1200 : 440);

/** Price histories, made when they are first asked for, and the trading of every pool since the market opened. */
export class TokenHistories {
  readonly #book: TokenBook;
  readonly #openedMs: number;
  readonly #histories = new Map<string, PriceHistory>();
  readonly #activities = new Map<Market, TokenActivity>();

  constructor(book: TokenBook, openedMs: number) {
    this.#book = book;
    this.#openedMs = openedMs;
  }

  record(nowMs: number, { market, side, amountIn, amountOut }: SwapLeg): void {
    const { subject, listing } = market;
    const usd = this.#book.usdValue(this.#book.native(subject.chain), side === 'native' ? amountIn : amountOut);
    const isBuy = (side === 'native') === (subject === listing.token);
    this.#activityOf(market).record(nowMs, isBuy, usd);
    this.#histories.get(idOf(subject))?.record(nowMs, this.#book.priceUsd(subject), usd);
  }

  of(token: PaperToken, nowMs: number): PriceHistory {
    const known = this.#histories.get(idOf(token));
    if (known) return known;
    const market = this.#book.marketOf(token);
    const history = new PriceHistory({
      seed: market.seed,
      volatility: pastVolatility(token, market),
      usdPerMs: (market.listing.swapsPerSecond * meanSwapUsd(market)) / 1000,
      anchorMs: nowMs,
      anchorPrice: this.#book.priceUsd(token),
    });
    this.#histories.set(idOf(token), history);
    return history;
  }

  stats(token: PaperToken, nowMs: number): TokenStats {
    const market = this.#book.marketOf(token);
    const history = this.of(token, nowMs);
    return this.#activityOf(market).stats(nowMs, history, this.#book.priceUsd(token), meanSwapUsd(market));
  }

  /** Only what charts were built from; trading sums start anew. */
  snapshot(): Record<string, PriceHistoryState> {
    return Object.fromEntries([...this.#histories].map(([id, history]) => [id, history.snapshot()]));
  }

  restore(states: Record<string, PriceHistoryState>, nowMs: number): void {
    for (const token of this.#book.tokens) {
      const state = states[idOf(token)];
      if (state) this.of(token, nowMs).restore(state);
    }
  }

  #activityOf(market: Market): TokenActivity {
    const activity = this.#activities.get(market) ?? new TokenActivity(this.#openedMs);
    this.#activities.set(market, activity);
    return activity;
  }
}

/** How wild the made-up past of a token is; the hub is a dollar, while the native coin that it prices is not. */
export const pastVolatility = (token: PaperToken, { listing }: Market): number =>
  token.kind === 'native' ? 7 : listing.volatility;
