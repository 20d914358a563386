import { formatClock } from '../../domain/numbers/format.ts';

/** Maximum Date value, ms since the epoch; toISOString throws beyond it. */
const lastMs = 8.64e15;

const dateOf = (ms: number): string =>
  Math.abs(ms) <= lastMs ? new Date(ms).toISOString().slice(0, 10) : '????-??-??';

/** Time of day in UTC, preceded by the date if it is not today. */
export const timeText = (ms: number, nowMs: number): string =>
  dateOf(ms) === dateOf(nowMs) ? formatClock(ms) : `${dateOf(ms).slice(5)} ${formatClock(ms)}`;

/** Date and time in UTC. */
export const wholeTime = (ms: number | null): string =>
  ms === null ? 'unknown' : `${dateOf(ms)} ${formatClock(ms)} UTC`;
