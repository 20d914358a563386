import type { Candle } from '../../domain/market/candles.ts';
import { chains, readChain } from '../../domain/market/chain.ts';
import { tokenId as tokenIdOf } from '../../domain/market/token.ts';
import { memoOn } from '../../domain/memo-on.ts';
import type { DeskView } from '../desk/desk.ts';
import { muted, type Span, span } from '../text/span.ts';
import { sparkline } from './sparkline.ts';
import type { Column } from './table.ts';

/** A row with a sparkline of its recent price. */
export interface Trended {
  readonly trend: Span;
}

const cells = 12;
/** As wide as a trend, so the column width does not change when one appears. */
export const noTrend = muted('–'.padEnd(cells));

/** The first column to be dropped, so only in wide panes. */
export const trendColumn: Column<Trended> = {
  id: 'trend',
  title: 'TREND',
  align: 'left',
  priority: 20,
  isSortable: false,
  cell: ({ trend }) => trend,
};

const markTrendOf = memoOn(trendOf);

/** Mark prices of a perp market since the desk started. `coin`: the service's name. */
export const markTrend = (desk: DeskView, coin: string): Span => markTrendOf(desk.priceSamples.line(coin));

/** Price of a token on the tape since the desk started; makes no requests. */
export function tokenTrend(desk: DeskView, tokenId: string): Span {
  const { tokenTrends } = desk.memory;
  // Busy tokens have swaps in every frame; updating once a second is enough.
  const second = Math.floor(desk.monotonic() / 1_000);
  const known = tokenTrends.get(tokenId);
  if (known?.second === second) return known.trend;
  const trend = trendOf(closesOf(desk.candles.seconds(tokenId)));
  tokenTrends.set(tokenId, { second, trend });
  return trend;
}

/** The same for a token by chain name and address; a null address is the native token. */
export function rowTrend(desk: DeskView, chainName: string, address: string | null): Span {
  const chain = readChain(chainName);
  return chain ? tokenTrend(desk, tokenIdOf({ chain, address: address ?? chains[chain].nativeAddress })) : noTrend;
}

/** Prices at equal time steps; without a swap, the last price is repeated. */
function closesOf(seconds: readonly Candle[]): number[] {
  const [first, last] = [seconds[0], seconds.at(-1)];
  if (!first || !last || first === last) return [];
  let at = 0;
  return Array.from({ length: cells }, (_, cell) => {
    const atMs = first.startMs + ((last.startMs - first.startMs) * (cell + 1)) / cells;
    while ((seconds[at + 1]?.startMs ?? Number.POSITIVE_INFINITY) <= atMs) at++;
    return seconds[at]?.close.value ?? first.close.value;
  });
}

function trendOf(values: readonly (number | null)[]): Span {
  const known = values.filter((value) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || known.length < 2) return noTrend;
  return span(sparkline(values, cells), last > first ? 'up' : last < first ? 'down' : 'muted');
}
