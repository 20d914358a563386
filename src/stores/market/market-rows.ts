import Big from 'big.js';
import { readDecimal, readPositive } from '../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import type { DeskData } from '../desk-data.ts';
import { markOf } from './marks.ts';

/** A row of the list of perp markets. null: a number that is missing or unreadable. */
export interface MarketRow {
  readonly key: string;
  /** The service's name for it, as sent in requests. */
  readonly wireCoin: string;
  readonly coin: string;
  readonly problem: string | null;
  /** The item of the response that the row was built from. */
  readonly source?: object;
  readonly markPx: Big | null;
  readonly midPx: Big | null;
  readonly oraclePx: Big | null;
  /** Change from the price 24 hours ago, in per cent. */
  readonly changePct: Big | null;
  /** Per hour, in per cent; above zero longs pay. */
  readonly fundingPct: Big | null;
  /** The same rate per year, without compounding. */
  readonly fundingYearPct: Big | null;
  readonly openInterest: Big | null;
  readonly openInterestUsd: Big | null;
  readonly volumeUsd: Big | null;
  readonly premiumPct: Big | null;
  readonly maxLeverage: number | null;
  readonly isIsolatedOnly: boolean;
  readonly szDecimals: number;
  /** Size of the account's own position, signed: negative is short. */
  readonly ownSzi: Big | null;
}

const hoursOfYear = 24 * 365;

/** The perp markets, by volume, largest first; unreadable ones last. */
export const marketRows = (data: DeskData): readonly MarketRow[] => data.derive(toRows);

function toRows(data: DeskData): MarketRow[] {
  const positions = readable(data.read('positions').data?.positions ?? []);
  const sizes = new Map(positions.map(({ coin, szi }) => [coin, readDecimal(szi)]));
  return (data.read('markets').data ?? [])
    .map((market, index): MarketRow => {
      if (isUnreadable(market))
        return { ...nothing, key: `unreadable-${index}`, problem: market.unreadable, source: market };
      const { meta, ctx } = market;
      const mark = markOf(data, meta.name);
      const before = readPositive(ctx.prevDayPx);
      const openInterest = readDecimal(ctx.openInterest);
      const fundingPct = readDecimal(ctx.funding)?.times(100) ?? null;
      const size = sizes.get(meta.name);
      return {
        source: market,
        key: meta.name,
        wireCoin: meta.name,
        coin: cleanText(meta.name, textLimits.symbol),
        problem: null,
        markPx: mark,
        midPx: readPositive(ctx.midPx),
        oraclePx: readPositive(ctx.oraclePx),
        changePct: mark && before ? mark.minus(before).times(100).div(before) : null,
        fundingPct,
        fundingYearPct: fundingPct?.times(hoursOfYear) ?? null,
        openInterest,
        openInterestUsd: openInterest && mark && openInterest.times(mark),
        volumeUsd: readDecimal(ctx.dayNtlVlm),
        premiumPct: readDecimal(ctx.premium)?.times(100) ?? null,
        maxLeverage: meta.maxLeverage,
        isIsolatedOnly: meta.onlyIsolated ?? false,
        szDecimals: meta.szDecimals,
        ownSzi: size && !size.eq(0) ? size : null,
      };
    })
    .sort((a, b) => Number(a.problem !== null) - Number(b.problem !== null) || byVolume(a, b));
}

const none = new Big(-1);
const byVolume = (a: MarketRow, b: MarketRow): number => (b.volumeUsd ?? none).cmp(a.volumeUsd ?? none);

const nothing: MarketRow = {
  key: '',
  wireCoin: '',
  coin: '?',
  problem: null,
  markPx: null,
  midPx: null,
  oraclePx: null,
  changePct: null,
  fundingPct: null,
  fundingYearPct: null,
  openInterest: null,
  openInterestUsd: null,
  volumeUsd: null,
  premiumPct: null,
  maxLeverage: null,
  isIsolatedOnly: false,
  szDecimals: 0,
  ownSzi: null,
};
