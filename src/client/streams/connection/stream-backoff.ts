import type { Random } from '../../../platform/time/random.ts';

const firstMs = 1_000;
const longestMs = 60_000;

/**
 * Full jitter between 0 and 60 s alone would make more than a hundred attempts in an hour of outage. After this many
 * attempts without a stable connection the wait gets a floor, so that an hour costs at most 38 attempts; a key press
 * still connects at once.
 */
const quickAttempts = 8;
const longOutageMs = 120_000;

/** Whether even a server that says "at once" has to wait. */
export const isLongOutage = (attempt: number): boolean => attempt > quickAttempts;

/**
 * Wait before the next attempt, ms: full jitter under a ceiling that doubles from 1 s to 60 s, or under the session's
 * own values.
 */
export function backoffMs(attempt: number, adviceMs: readonly number[], random: Random): number {
  if (isLongOutage(attempt)) return longOutageMs + random.next() * longestMs;
  const failures = Math.max(0, attempt - 1);
  const advised = adviceMs[Math.min(failures, adviceMs.length - 1)];
  const ceilingMs = advised !== undefined && advised >= 0 ? advised : firstMs * 2 ** failures;
  return random.next() * Math.min(ceilingMs, longestMs);
}
