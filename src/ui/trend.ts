import type { Candle } from '../domain/candles.ts';
import { chainNamed, chains } from '../domain/chain.ts';
import { tokenId as tokenIdOf } from '../domain/token.ts';
import { sparkline } from './components/sparkline.ts';
import type { Column } from './components/table.ts';
import type { Desk } from './desk.ts';
import { muted, type Span, span } from './text/span.ts';

/** A row with what its price did lately, as far as the desk has seen it. */
export interface Trended {
  readonly trend: Span;
}

const cells = 12;
/** As wide as a trend, so that the column stays as it is when one comes. */
export const noTrend = muted('–'.padEnd(cells));

/** In large panes only: it is the first to leave. */
export const trendColumn: Column<Trended> = {
  id: 'trend',
  title: 'TREND',
  align: 'left',
  priority: 20,
  isSortable: false,
  cell: ({ trend }) => trend,
};

const marks = new WeakMap<readonly (number | null)[], Span>();

/** The marks of a perp market since the desk was started. `coin` as the service names it. */
export function markTrend(desk: Desk, coin: string): Span {
  const line = desk.priceSamples.line(coin);
  const known = marks.get(line) ?? trendOf(line);
  marks.set(line, known);
  return known;
}

interface Known {
  readonly second: number;
  readonly trend: Span;
}

const tokens = new WeakMap<Desk, Map<string, Known>>();

/** The price of a token on the tape since the desk was started; nothing is read for it. */
export function tokenTrend(desk: Desk, tokenId: string): Span {
  const byToken = tokens.get(desk) ?? new Map<string, Known>();
  tokens.set(desk, byToken);
  // A busy token has swaps in every frame: once a second is often enough for a line this small.
  const second = Math.floor(desk.monotonic() / 1_000);
  const known = byToken.get(tokenId);
  if (known?.second === second) return known.trend;
  const trend = trendOf(closesOf(desk.candles.seconds(tokenId)));
  byToken.set(tokenId, { second, trend });
  return trend;
}

/** The same for a token that a row names by its chain's name and its address, null for the chain's native one. */
export function rowTrend(desk: Desk, chainName: string, address: string | null): Span {
  const chain = chainNamed(chainName);
  return chain ? tokenTrend(desk, tokenIdOf({ chain, address: address ?? chains[chain].nativeAddress })) : noTrend;
}

/** The price as it stood at equal steps in time: without a swap it stays where it was. */
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
