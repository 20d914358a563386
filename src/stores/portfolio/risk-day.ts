import Big from 'big.js';
import { createStore } from 'zustand/vanilla';
import type { RiskLimits } from '../../domain/market/risk-limits.ts';
import type { Store } from '../store.ts';
import type { Opening } from './openings.ts';

/** A limit that switches the trading mode when it is reached. */
export type DayLimit = 'dailyLossUsd' | 'dailyLossPct' | 'maxDrawdownPct';

export const dayLimits = ['dailyLossUsd', 'dailyLossPct', 'maxDrawdownPct'] as const satisfies readonly DayLimit[];

/** What the limits of the day need to know of the equity. */
interface DayEquity {
  readonly totalUsd: Big | null;
  readonly opening: Opening | null;
  readonly unpriced: number;
  readonly inFlight: { readonly isSettling: boolean };
}

/** What the limits of a day remember. Decimal texts, USD. */
export interface RiskDay {
  /** When the day's opening was taken, ms since the epoch: another opening is another day. */
  readonly openedAtMs: number;
  /** The highest equity since then. */
  readonly highUsd: string;
  /** Balances without a price, of which the equity knew nothing. */
  readonly unpriced: number;
  /** By limit that has switched the mode that day: the largest loss since then until trading was resumed. */
  readonly reached: Readonly<Partial<Record<DayLimit, string>>>;
}

/** A limit that was reached in this run. */
export interface LimitReached {
  readonly limit: DayLimit;
  readonly atMs: number;
  readonly lossUsd: string;
  readonly limitUsd: string;
  /** A sentence without its full stop. */
  readonly text: string;
}

export interface RiskDays {
  /** By account and perp wallet, as the openings. */
  readonly days: Readonly<Record<string, RiskDay>>;
  /** Of this run, oldest first. */
  readonly reached: readonly LimitReached[];
}

export type RiskDayStore = Store<RiskDays>;

export const createRiskDayStore = (): RiskDayStore => createStore<RiskDays>(() => ({ days: {}, reached: [] }));

/** The day after this equity, which is fresh and complete; null if it has no opening, or if a balance has lost its price. */
export function nextDay(before: RiskDay | null, { opening, totalUsd, unpriced }: DayEquity): RiskDay | null {
  if (!opening || !totalUsd) return null;
  const first = new Big(opening.equityUsd);
  const highest = (known: Big): string => (totalUsd.gt(known) ? totalUsd : known).toFixed();
  if (before?.openedAtMs !== opening.atMs)
    return { openedAtMs: opening.atMs, highUsd: highest(first), unpriced, reached: {} };
  if (unpriced > before.unpriced) return null;
  const highUsd = highest(new Big(before.highUsd));
  return highUsd === before.highUsd && unpriced === before.unpriced ? before : { ...before, highUsd, unpriced };
}

/** What two desks, or this one and its file, know of the same day; the later day if they differ. */
export function mergedDays(one: RiskDay | null, other: RiskDay | null): RiskDay | null {
  if (!one || !other) return one ?? other;
  if (one.openedAtMs !== other.openedAtMs) return one.openedAtMs > other.openedAtMs ? one : other;
  const larger = (a: string | undefined, b: string | undefined): string | undefined =>
    a !== undefined && b !== undefined ? (new Big(a).gt(b) ? a : b) : (a ?? b);
  const reached = dayLimits.flatMap((limit): [DayLimit, string][] => {
    const most = larger(one.reached[limit], other.reached[limit]);
    return most === undefined ? [] : [[limit, most]];
  });
  return {
    openedAtMs: one.openedAtMs,
    highUsd: larger(one.highUsd, other.highUsd) ?? one.highUsd,
    unpriced: Math.min(one.unpriced, other.unpriced),
    reached: Object.fromEntries(reached),
  };
}

/** How much of a day's limit is used, USD. */
export interface DayUse {
  readonly limit: DayLimit;
  /** Never negative; null if unknown. */
  readonly lossUsd: Big | null;
  /** null if unknown: a share of an equity that is unknown, or not above zero. */
  readonly limitUsd: Big | null;
}

/**
 * The use of each configured limit of the day. While the day is unknown, money is moving or a balance has lost its price, so is
 * every use.
 */
export function dayUses(limits: RiskLimits, equity: DayEquity, day: RiskDay | null): readonly DayUse[] {
  const { opening, totalUsd, unpriced, inFlight } = equity;
  const isOfDay = day !== null && opening !== null && totalUsd !== null && day.openedAtMs === opening.atMs;
  const isKnown = isOfDay && !inFlight.isSettling && unpriced <= day.unpriced;
  const openingUsd = isKnown ? new Big(opening.equityUsd) : null;
  const highUsd = isKnown ? new Big(day.highUsd) : null;
  const below = (top: Big | null): Big | null => (top && totalUsd ? notNegative(top.minus(totalUsd)) : null);
  const share = (pct: string, of: Big | null): Big | null => (of?.gt(0) ? of.times(pct).div(100) : null);
  const { dailyLossUsd, dailyLossPct, maxDrawdownPct } = limits;
  const use = (limit: DayLimit, lossUsd: Big | null, limitUsd: Big | null): DayUse => ({ limit, lossUsd, limitUsd });
  return [
    ...(dailyLossUsd === null ? [] : [use('dailyLossUsd', below(openingUsd), new Big(dailyLossUsd))]),
    ...(dailyLossPct === null ? [] : [use('dailyLossPct', below(openingUsd), share(dailyLossPct, openingUsd))]),
    ...(maxDrawdownPct === null ? [] : [use('maxDrawdownPct', below(highUsd), share(maxDrawdownPct, highUsd))]),
  ];
}

const notNegative = (usd: Big): Big => (usd.lt(0) ? new Big(0) : usd);

/**
 * The limits that are reached now, and the day that remembers it. A limit is reached for the first time that day, or again once
 * trading was resumed (`isActive`) and the loss has grown by the whole limit beyond the largest that there was before: a person who
 * resumes is left alone until then.
 */
export function judgeDay(uses: readonly DayUse[], day: RiskDay, isActive: boolean) {
  const now: { limit: DayLimit; lossUsd: Big; limitUsd: Big }[] = [];
  const reached = { ...day.reached };
  for (const { limit, lossUsd, limitUsd } of uses) {
    if (!lossUsd || !limitUsd) continue;
    const last = reached[limit];
    const isNew = lossUsd.gte(last === undefined ? limitUsd : limitUsd.plus(last)) && (last === undefined || isActive);
    if (isNew) now.push({ limit, lossUsd, limitUsd });
    const isLarger = last !== undefined && !isActive && lossUsd.gt(last);
    if (isNew || isLarger) reached[limit] = lossUsd.toFixed();
  }
  const isSame = dayLimits.every((limit) => reached[limit] === day.reached[limit]);
  return { now, day: isSame ? day : { ...day, reached } };
}
