import type { Random } from '../platform/random.ts';

const firstMs = 1_000;
const longestMs = 60_000;

/**
 * Full jitter between 0 and 60 s alone would knock more than a hundred times in an hour of outage. After this many attempts
 * without a steady connection the waits get a floor, so that an hour costs at most 38; a key press still tries at once.
 */
const quickAttempts = 8;
const longOutageMs = 120_000;

/** Whether even a server that says "at once" has to wait. */
export const isLongOutage = (attempt: number): boolean => attempt > quickAttempts;

/** Wait before the next attempt, ms: full jitter under a ceiling that doubles from 1 s to 60 s, or under the session's advice. */
export function backoffMs(attempt: number, adviceMs: readonly number[], random: Random): number {
  if (isLongOutage(attempt)) return longOutageMs + random.next() * longestMs;
  const failures = Math.max(0, attempt - 1);
  const advised = adviceMs[Math.min(failures, adviceMs.length - 1)];
  const ceilingMs = advised !== undefined && advised >= 0 ? advised : firstMs * 2 ** failures;
  return random.next() * Math.min(ceilingMs, longestMs);
}
