import type Big from 'big.js';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { DeskData } from '../desk-data.ts';
import { marketsByName, sizeDecimals } from '../market/perp-markets.ts';

/** A perp fill of the account. null: a number that is missing or unreadable. */
export interface PerpFillRow {
  readonly key: string;
  readonly problem: string | null;
  /** The item of the response that the row was built from. */
  readonly source?: object;
  readonly coin: string;
  readonly isBuy: boolean;
  readonly price: Big | null;
  readonly size: Big | null;
  readonly szDecimals: number;
  readonly usd: Big | null;
  /** Positive: paid. */
  readonly fee: Big | null;
  /** Realised profit or loss of the part that the fill closed, before the fee. */
  readonly closedPnl: Big | null;
  readonly atMs: number;
  /** Effect on the position, as the service describes it; '' if it does not. */
  readonly direction: string;
  /** Signed size before the fill. */
  readonly startPosition: Big | null;
  readonly oid: number | null;
  readonly cloid: string | null;
}

/** The perp fills of the last day, newest first; unreadable ones above them. */
export const perpFillRows = (data: DeskData): readonly PerpFillRow[] => data.derive(toRows);

function toRows(data: DeskData): PerpFillRow[] {
  const markets = marketsByName(data);
  const known = new Map<string, number>();
  return (data.read('fills').data ?? [])
    .map((fill, index): PerpFillRow => {
      if (isUnreadable(fill)) return { ...nothing, key: `unreadable-${index}`, problem: fill.unreadable, source: fill };
      const [price, size] = [readDecimal(fill.px), readDecimal(fill.sz)];
      // Fills of one order may be identical in time, price and size: a counter makes their keys unique.
      const name = `${fill.oid ?? fill.coin}-${fill.time}-${fill.px}-${fill.sz}`;
      known.set(name, (known.get(name) ?? 0) + 1);
      return {
        source: fill,
        key: `${name}-${known.get(name)}`,
        problem: null,
        price,
        size,
        usd: price && size && price.times(size),
        coin: cleanText(fill.coin, textLimits.symbol),
        isBuy: fill.side.toLowerCase() === 'buy',
        szDecimals: sizeDecimals(markets.get(fill.coin), fill.sz),
        fee: readDecimal(fill.fee),
        closedPnl: readDecimal(fill.closedPnl),
        atMs: fill.time,
        direction: cleanText(fill.direction ?? '', textLimits.symbol),
        startPosition: readDecimal(fill.startPosition),
        oid: fill.oid ?? null,
        cloid: fill.cloid == null ? null : cleanText(fill.cloid, textLimits.name),
      };
    })
    .sort((a, b) => b.atMs - a.atMs);
}

const nothing: PerpFillRow = {
  key: '',
  problem: null,
  coin: '?',
  isBuy: false,
  price: null,
  size: null,
  szDecimals: 0,
  usd: null,
  fee: null,
  closedPnl: null,
  atMs: Number.MAX_SAFE_INTEGER,
  direction: '',
  startPosition: null,
  oid: null,
  cloid: null,
};
