import Big from 'big.js';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { DeskData } from '../desk-data.ts';
import { marketsByName, sizeDecimals } from '../market/perp-markets.ts';

/** A funding payment of the account. null: a number that is missing or unreadable. */
export interface FundingRow {
  readonly key: string;
  readonly problem: string | null;
  /** The item of the response that the row was built from. */
  readonly source?: object;
  readonly coin: string;
  /** Negative: paid. */
  readonly usdc: Big | null;
  /** Per hour, in per cent; above zero longs pay. */
  readonly ratePct: Big | null;
  /** Signed size of the position. */
  readonly szi: Big | null;
  readonly szDecimals: number;
  readonly atMs: number;
}

/** The funding payments of the last seven days, newest first; unreadable ones above them. */
export const fundingRows = (data: DeskData): readonly FundingRow[] => data.derive(toRows);

function toRows(data: DeskData): FundingRow[] {
  const markets = marketsByName(data);
  return (data.read('funding').data ?? [])
    .map((payment, index): FundingRow => {
      if (isUnreadable(payment))
        return { ...nothing, key: `unreadable-${index}`, problem: payment.unreadable, source: payment };
      return {
        source: payment,
        key: `${payment.coin}-${payment.time}`,
        problem: null,
        atMs: payment.time,
        coin: cleanText(payment.coin, textLimits.symbol),
        usdc: readDecimal(payment.usdc),
        ratePct: readDecimal(payment.fundingRate)?.times(100) ?? null,
        szi: readDecimal(payment.szi),
        szDecimals: sizeDecimals(markets.get(payment.coin), payment.szi),
      };
    })
    .sort((a, b) => b.atMs - a.atMs || a.key.localeCompare(b.key));
}

interface FundingSum {
  readonly coin: string;
  readonly usdc: Big;
}

/** Total payments per coin, by absolute value, largest first. */
export function fundingByCoin(rows: readonly FundingRow[]): FundingSum[] {
  const sums = new Map<string, Big>();
  for (const { coin, usdc } of rows) if (usdc) sums.set(coin, (sums.get(coin) ?? new Big(0)).plus(usdc));
  return [...sums].map(([coin, usdc]) => ({ coin, usdc })).sort((a, b) => b.usdc.abs().cmp(a.usdc.abs()));
}

const nothing: FundingRow = {
  key: '',
  problem: null,
  coin: '?',
  usdc: null,
  ratePct: null,
  szi: null,
  szDecimals: 0,
  atMs: Number.MAX_SAFE_INTEGER,
};
