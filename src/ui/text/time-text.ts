import { formatClock } from '../../domain/format.ts';

/** What a Date can hold, ms from 1970: beyond it toISOString throws. */
const lastMs = 8.64e15;

const dateOf = (ms: number): string =>
  Math.abs(ms) <= lastMs ? new Date(ms).toISOString().slice(0, 10) : '????-??-??';

/** Time of day in UTC, with the date before it where that is another day than now. */
export const timeText = (ms: number, nowMs: number): string =>
  dateOf(ms) === dateOf(nowMs) ? formatClock(ms) : `${dateOf(ms).slice(5)} ${formatClock(ms)}`;

/** Date and time in UTC. */
export const wholeTime = (ms: number | null): string =>
  ms === null ? 'not known' : `${dateOf(ms)} ${formatClock(ms)} UTC`;
