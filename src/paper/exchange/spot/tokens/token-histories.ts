import type { PricePath } from '../../prices/price-path.ts';
import type { ReferencePrices } from '../../prices/reference-prices.ts';
import type { SwapLeg } from '../trading/swap-router.ts';
import { PriceHistory, type PriceHistoryState } from './price-history.ts';
import { TokenActivity, type TokenStats } from './token-activity.ts';
import { idOf, type Market, type TokenBook } from './token-book.ts';
import { follows, nativeToken, type PaperToken } from './token-list.ts';

/** Mean size of a crowd swap, for the volume of the generated past. */
const meanSwapUsd = ({ listing }: Market) => (listing.token.kind === 'hub' ? 1200 : 440);

/** Every token's candles and every pool's trading, built from the tape since the market opened. */
export class TokenHistories {
  readonly #book: TokenBook;
  readonly #prices: ReferencePrices;
  readonly #openedMs: number;
  readonly #histories = new WeakMap<PaperToken, PriceHistory>();
  readonly #activities = new WeakMap<Market, TokenActivity>();

  constructor(book: TokenBook, prices: ReferencePrices, openedMs: number) {
    this.#book = book;
    this.#prices = prices;
    this.#openedMs = openedMs;
    for (const token of book.tokens) this.#open(token, openedMs, true);
  }

  /** Records a swap that has moved its pool. */
  record(nowMs: number, { market, side, amountIn, amountOut }: SwapLeg, maker: string): void {
    const { subject, listing } = market;
    const usd = this.#book.usdValue(this.#book.native(subject.chain), side === 'native' ? amountIn : amountOut);
    const isBuy = (side === 'native') === (subject === listing.token);
    this.#activityOf(market, nowMs).record(nowMs, isBuy, usd, maker);
    this.of(subject, nowMs).record(nowMs, this.#book.priceUsd(subject), usd);
  }

  /** A token listed at run time has no past. */
  of(token: PaperToken, nowMs: number): PriceHistory {
    return this.#histories.get(token) ?? this.#open(token, nowMs, false);
  }

  stats(token: PaperToken, nowMs: number): TokenStats {
    const market = this.#book.marketOf(token);
    const history = this.of(token, nowMs);
    return this.#activityOf(market, nowMs).stats(nowMs, history, this.#book.priceUsd(token), meanSwapUsd(market));
  }

  /** Only chart data; trading sums start again, with an estimate of earlier values. */
  snapshot(): Record<string, PriceHistoryState> {
    return Object.fromEntries(
      this.#book.tokens.flatMap((token) => {
        const history = this.#histories.get(token);
        return history ? [[idOf(token), history.snapshot()]] : [];
      }),
    );
  }

  restore(states: Record<string, PriceHistoryState>, nowMs: number): void {
    for (const token of this.#book.tokens) {
      const state = states[idOf(token)];
      if (state) this.of(token, nowMs).restore(state);
    }
  }

  #open(token: PaperToken, anchorMs: number, hasPast: boolean): PriceHistory {
    const market = this.#book.marketOf(token);
    const history = new PriceHistory({
      path: () => this.#pathOf(token, market),
      usdPerMinute: market.listing.swapsPerSecond * meanSwapUsd(market) * 60,
      anchorMs,
      anchorPrice: this.#book.priceUsd(token),
      hasPast,
    });
    this.#histories.set(token, history);
    return history;
  }

  /** The same coin has the same past wherever it trades: wrapped, on another chain, as a perp. */
  #pathOf(token: PaperToken, { listing }: Market): PricePath {
    const { paths } = this.#prices;
    const { reference } = nativeToken(token.chain);
    if (token.kind === 'native') return paths.of(reference);
    if (listing.reference) return paths.of(listing.reference[0]);
    return paths.follower(idOf(token), listing.volatility, follows(token));
  }

  #activityOf(market: Market, nowMs: number): TokenActivity {
    const isOld = this.of(market.subject, nowMs).hasPast;
    const activity = this.#activities.get(market) ?? new TokenActivity(isOld ? this.#openedMs : nowMs);
    this.#activities.set(market, activity);
    return activity;
  }
}
