import type { Timeframe } from '../domain/timeframe.ts';
import type { ResponseData } from '../protocol/endpoint.ts';
import type { portfolioHistory } from '../protocol/endpoints/portfolio.ts';
import { isUnreadable } from '../protocol/schema.ts';
import type { Problem } from './problem.ts';

export type HistoryItem = ResponseData<typeof portfolioHistory>['trades'][number];

/** The newest trades of the account without a hole, newest first, as far back as they were asked for. */
export interface TradeHistory {
  readonly trades: readonly HistoryItem[];
  /** The service has older ones. */
  readonly hasMore: boolean;
}

/** What is looked at: profit and loss of a timeframe (null: of none), the trades. */
export interface ShownPortfolio {
  readonly timeframe: Timeframe | null;
  readonly trades: boolean;
}

/** The half of the portfolio that is read only while somebody looks at it. What was read stands in DeskData. */
export interface DeskPortfolio {
  /** Keeps fresh what is looked at, and nothing else. It costs nothing where nothing has changed. */
  show(shown: ShownPortfolio): void;
  /** Reads a page of older trades, unless one is under way or there are none. */
  loadOlder(): void;
  /** How the last reading of older trades stands. */
  readonly older: { readonly isFetching: boolean; readonly problem: Problem | null };
}

/** What makes a trade the same one in two answers; null for one that can't be read. One transaction can hold several trades. */
export function tradeKey(item: HistoryItem): string | null {
  if (isUnreadable(item)) return null;
  const { chain, txHash, timestamp, walletAddress, inputToken, inputAmount, outputToken, outputAmount } = item;
  return JSON.stringify([chain, txHash, timestamp, walletAddress, inputToken, inputAmount, outputToken, outputAmount]);
}

/** The trades known, with the first page read again: what is new stands before them. Where a hole would be left, the page alone. */
export function withNewest(known: TradeHistory | undefined, page: TradeHistory): TradeHistory {
  if (!known) return page;
  const places = placesOf(known.trades);
  const lastCommon = page.trades.findLastIndex((trade) => places.has(tradeKey(trade)));
  const common = page.trades[lastCommon];
  const place = common && places.get(tradeKey(common));
  if (place === undefined) return page;
  if (place === known.trades.length - 1) return page;
  return {
    trades: [...page.trades.slice(0, lastCommon + 1), ...known.trades.slice(place + 1)],
    hasMore: known.hasMore,
  };
}

/** The trades known, with a later page after them; what both have, because newer trades have pushed it on, stands once. */
export function withOlder(known: TradeHistory, page: TradeHistory): TradeHistory {
  const places = placesOf(known.trades);
  const firstNew = page.trades.findLastIndex((trade) => places.has(tradeKey(trade))) + 1;
  return { trades: [...known.trades, ...page.trades.slice(firstNew)], hasMore: page.hasMore };
}

const placesOf = (trades: readonly HistoryItem[]): Map<string | null, number> => {
  const places = new Map<string | null, number>(trades.map((trade, index) => [tradeKey(trade), index]));
  places.delete(null);
  return places;
};
