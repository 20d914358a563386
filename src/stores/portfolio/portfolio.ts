import type { Timeframe } from '../../domain/market/timeframe.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import type { portfolioHistory } from '../../protocol/endpoints/portfolio.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { Problem } from '../problem.ts';
import type { ReadableStore } from '../store.ts';

export type HistoryItem = ResponseData<typeof portfolioHistory>['trades'][number];

/** The account's trades without a gap, newest first, as far back as they were loaded. */
export interface TradeHistory {
  readonly trades: readonly HistoryItem[];
  /** The service has older ones. */
  readonly hasMore: boolean;
  /** What the service could not read, each once. */
  readonly warnings: readonly string[];
}

/** What is visible: profit and loss of a timeframe (null for none), and whether the trades are. */
export interface ShownPortfolio {
  readonly timeframe: Timeframe | null;
  readonly trades: boolean;
}

export interface PortfolioState {
  /** State of the last read of older trades. */
  readonly older: { readonly isFetching: boolean; readonly problem: Problem | null };
}

/** The parts of the portfolio that are read only while visible. The data is in DeskData. */
export interface DeskPortfolio extends ReadableStore<PortfolioState> {
  /** Sets what is visible; only that is kept fresh. Cheap if nothing has changed. */
  show(shown: ShownPortfolio): void;
  /** Reads a page of older trades, unless such a read is running or there are none. */
  loadOlder(): void;
}

/** Identifies a trade across responses; null for an unreadable one. One transaction can contain several trades. */
export function tradeKey(item: HistoryItem): string | null {
  if (isUnreadable(item)) return null;
  const { chain, txHash, timestamp, walletAddress, inputToken, inputAmount, outputToken, outputAmount } = item;
  return JSON.stringify([chain, txHash, timestamp, walletAddress, inputToken, inputAmount, outputToken, outputAmount]);
}

/** Merges the first page, read again, into the known trades. If that would leave a gap, returns the page alone. */
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
    warnings: merged(page, known),
  };
}

/** Appends an older page to the known trades. Trades in both, because newer trades shifted the pages, appear once. */
export function withOlder(known: TradeHistory, page: TradeHistory): TradeHistory {
  const places = placesOf(known.trades);
  const firstNew = page.trades.findLastIndex((trade) => places.has(tradeKey(trade))) + 1;
  return {
    trades: [...known.trades, ...page.trades.slice(firstNew)],
    hasMore: page.hasMore,
    warnings: merged(known, page),
  };
}

const merged = (one: TradeHistory, other: TradeHistory): string[] => [...new Set([...one.warnings, ...other.warnings])];

const placesOf = (trades: readonly HistoryItem[]): Map<string | null, number> => {
  const places = new Map<string | null, number>(trades.map((trade, index) => [tradeKey(trade), index]));
  places.delete(null);
  return places;
};
