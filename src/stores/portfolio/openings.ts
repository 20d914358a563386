import Big from 'big.js';
import { createStore } from 'zustand/vanilla';
import { startOfDay } from '../../domain/time/clock-zone.ts';
import type { Store } from '../store.ts';

/** The account at the start of a day, or when the desk first saw it that day. Decimal texts, USD. */
export interface Opening {
  /** ms since the epoch. */
  readonly atMs: number;
  readonly equityUsd: string;
  /** Unrealised PnL of the perp positions by coin, as the service names it. */
  readonly unrealised: Readonly<Record<string, string>>;
}

/** Openings by account, oldest first. */
export type Openings = Readonly<Record<string, readonly Opening[]>>;
export type OpeningsStore = Store<Openings>;

export const createOpeningsStore = (kept: Openings = {}): OpeningsStore => createStore<Openings>(() => kept);

/** Openings of other days are kept this long: a clock set back finds that day's again. */
const keptMs = 3 * 86_400_000;

/**
 * The opening of the day of `nowMs` in the configured time zone; null if there is none. An opening from the future was
 * taken before the clock was set back.
 */
export function openingOf(openings: readonly Opening[], nowMs: number): Opening | null {
  const fromMs = startOfDay(nowMs);
  const ofDay = openings.filter(({ atMs }) => atMs >= fromMs && atMs <= nowMs);
  return ofDay.reduce<Opening | null>((first, one) => (first && first.atMs <= one.atMs ? first : one), null);
}

/** Adds `now` as the day's opening if the day has none; the same list otherwise. */
export function withOpening(openings: readonly Opening[], now: Opening): readonly Opening[] {
  if (openingOf(openings, now.atMs)) return openings;
  return [...openings.filter(({ atMs }) => Math.abs(atMs - now.atMs) <= keptMs), now];
}

/** A desk started at most this long after midnight has seen the day's start, ms. */
const slackMs = 60_000;

/** Whether the opening was taken at the start of its day; otherwise today's PnL counts from `atMs`. */
export const isFromDayStart = ({ atMs }: Opening): boolean => atMs - startOfDay(atMs) <= slackMs;

/** Today's PnL, USD. */
export const sinceOpening = (opening: Opening, equityUsd: Big): Big => equityUsd.minus(new Big(opening.equityUsd));
