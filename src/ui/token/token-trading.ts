import type Big from 'big.js';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { formatPct, formatUsd, groupThousands } from '../../domain/numbers/format.ts';
import type { SheetParts } from '../../stores/market/token-sheet.ts';
import { plainTable } from '../components/plain-table.ts';
import { type Line, muted, type Span, span } from '../text/span.ts';

type Windows = Readonly<Record<string, unknown>> | null | undefined;

const windowOrder = ['1m', '5m', '15m', '30m', '1h', '4h', '6h', '12h', '24h', '1d', '7d'];

/** `buy5m` → the window `5m`. */
const windowOf = (key: string): string | null => /^[a-z_]*?(\d{1,3}[smhd])$/i.exec(key)?.[1] ?? null;

const valueAt = (windows: Windows, window: string, side: RegExp): Big | null => {
  const found = Object.entries(windows ?? {}).find(([key]) => windowOf(key) === window && side.test(key));
  return found ? readDecimal(String(found[1] ?? '')) : null;
};

/** Price change, volume, trades and traders by time window, shortest first; null if there are none. */
export function tradingTable(stats: SheetParts['stats'], width: number): Line[] | null {
  const { volume, txns, uniqueTraders, priceChange } = stats;
  const keys = [volume, txns, uniqueTraders, priceChange].flatMap((part) => Object.keys(part ?? {}));
  const windows = [...new Set(keys.map(windowOf))].filter((window) => window !== null);
  if (windows.length === 0) return null;
  const place = (window: string): number => {
    const at = windowOrder.indexOf(window);
    return at < 0 ? windowOrder.length : at;
  };
  const count = (value: Big): string => groupThousands(value.toFixed(0));
  const cells = windows
    .sort((a, b) => place(a) - place(b))
    .map((window) => [
      span(window),
      changeCell(valueAt(priceChange, window, /^\d/)),
      pairCell(volume, window, formatUsd),
      pairCell(txns, window, count),
      pairCell(uniqueTraders, window, count),
    ]);
  return plainTable(['WINDOW', 'CHANGE', 'BOUGHT/SOLD USD', 'BUYS/SELLS', 'BUYERS/SELLERS'], cells, width);
}

function changeCell(pct: Big | null): Span {
  if (!pct) return muted('–');
  return span(formatPct(pct, 2, { sign: true }), pct.gt(0) ? 'up' : pct.lt(0) ? 'down' : 'plain');
}

/** `buy / sell`, or the total if the service does not split it. */
function pairCell(windows: Windows, window: string, format: (value: Big) => string): Span {
  const [buy, sell] = [valueAt(windows, window, /^buy/i), valueAt(windows, window, /^sell/i)];
  if (buy || sell) return span(`${buy ? format(buy) : '–'} / ${sell ? format(sell) : '–'}`);
  const both = valueAt(windows, window, /^(\d|total|all)/i);
  return both ? span(format(both)) : muted('–');
}
