import type Big from 'big.js';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import { readDecimal } from '../domain/decimal.ts';
import { isUnreadable } from '../protocol/schema.ts';
import type { DeskData } from './desk-data.ts';
import { marketsByName, sizeDecimals } from './perp-markets.ts';

/** A perp trade of the account. Null is a number that did not come. */
export interface PerpFillRow {
  readonly key: string;
  readonly problem: string | null;
  /** The item of the answer that it was made of. */
  readonly source?: object;
  readonly coin: string;
  readonly isBuy: boolean;
  readonly price: Big | null;
  readonly size: Big | null;
  readonly szDecimals: number;
  readonly usd: Big | null;
  /** Above zero it was paid. */
  readonly fee: Big | null;
  /** What the trade realised on the part that it closed, before the fee. */
  readonly closedPnl: Big | null;
  readonly atMs: number;
  /** What it did to the position, in the service's words; empty where it does not tell. */
  readonly direction: string;
  /** Signed size before the trade. */
  readonly startPosition: Big | null;
  readonly oid: number | null;
  readonly cloid: string | null;
}

/** The perp trades of the last day, newest first; what cannot be read stands above them. */
export const perpFillRows = (data: DeskData): readonly PerpFillRow[] => data.derive(toRows);

function toRows(data: DeskData): PerpFillRow[] {
  const markets = marketsByName(data);
  const known = new Map<string, number>();
  return (data.read('fills').data ?? [])
    .map((fill, index): PerpFillRow => {
      if (isUnreadable(fill)) return { ...nothing, key: `unreadable-${index}`, problem: fill.unreadable, source: fill };
      const [price, size] = [readDecimal(fill.px), readDecimal(fill.sz)];
      // Parts of one order may come in the same moment; of these the first read is the first.
      const name = `${fill.oid ?? fill.coin}-${fill.time}-${fill.px}-${fill.sz}`;
      known.set(name, (known.get(name) ?? 0) + 1);
      return {
        source: fill,
        ...{ key: `${name}-${known.get(name)}`, problem: null, price, size, usd: price && size && price.times(size) },
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
