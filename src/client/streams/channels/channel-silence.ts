interface Rhythm {
  /** Since when the channel has been live, or has been heard from after an interruption, ms. */
  readonly liveSinceMs: number;
  readonly lastAtMs: number | null;
  readonly meanGapMs: number | null;
  /** When any other channel of the connection last received something, ms; null for never. */
  readonly othersLastAtMs: number | null;
}

const shortestMs = 30_000;
const longestMs = 600_000;
/** Used until a channel has a rhythm of its own. */
const unknownMs = 60_000;
const patience = 10;
/** Other channels count as active if one received something within this time. */
const talkingMs = 30_000;

/**
 * How long a channel has been suspiciously silent, ms; null if it has not. Ten times its usual interval is suspicious
 * while other channels are active. If none is, the market is quiet or the connection is broken, and the connection's
 * liveness check decides.
 */
export function silentMs({ liveSinceMs, lastAtMs, meanGapMs, othersLastAtMs }: Rhythm, nowMs: number): number | null {
  // After the clock was set back, times in the future say nothing.
  const known = (atMs: number | null) => (atMs !== null && atMs <= nowMs ? atMs : 0);
  const heardMs = Math.max(known(liveSinceMs), known(lastAtMs));
  const quietMs = nowMs - heardMs;
  const toleratedMs = meanGapMs === null ? unknownMs : Math.min(longestMs, Math.max(shortestMs, patience * meanGapMs));
  const othersTalk = known(othersLastAtMs) > heardMs && nowMs - known(othersLastAtMs) <= talkingMs;
  return quietMs > toleratedMs && othersTalk ? quietMs : null;
}
