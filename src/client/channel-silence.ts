interface Rhythm {
  /** Since when the channel has been live, or heard of again after an interruption, ms. */
  readonly liveSinceMs: number;
  readonly lastAtMs: number | null;
  readonly meanGapMs: number | null;
  /** When any other channel of the connection last said something, ms; null for never. */
  readonly othersLastAtMs: number | null;
}

const shortestMs = 30_000;
const longestMs = 600_000;
/** Before a channel has shown a rhythm of its own. */
const unknownMs = 60_000;
const patience = 10;
/** The others count as talking when one of them was heard this lately. */
const talkingMs = 30_000;

/**
 * For how long a channel has been silent although it should have said something, ms; null when that is not so. Ten times its
 * own usual pause is suspicious, while the rest of the connection talks: when nobody does, the market sleeps or the
 * connection is in doubt, and the connection's own liveness decides that.
 */
export function silentMs({ liveSinceMs, lastAtMs, meanGapMs, othersLastAtMs }: Rhythm, nowMs: number): number | null {
  // A clock that was set back leaves times in the future, which say nothing.
  const known = (atMs: number | null) => (atMs !== null && atMs <= nowMs ? atMs : 0);
  const heardMs = Math.max(known(liveSinceMs), known(lastAtMs));
  const quietMs = nowMs - heardMs;
  const toleratedMs = meanGapMs === null ? unknownMs : Math.min(longestMs, Math.max(shortestMs, patience * meanGapMs));
  const othersTalk = known(othersLastAtMs) > heardMs && nowMs - known(othersLastAtMs) <= talkingMs;
  return quietMs > toleratedMs && othersTalk ? quietMs : null;
}
