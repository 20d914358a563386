import type { StreamChannel } from '../stream-model.ts';
import { silentMs } from './channel-silence.ts';
import type { Wanted } from './wanted-streams.ts';

/** The wanted streams as the streams pane shows them. */
export const describeChannels = (all: readonly Wanted[], nowMs: number): StreamChannel[] =>
  all.map((wanted) => {
    const { key, stream, filter, channel, state, reason, listeners, traffic } = wanted;
    const isWatched = state === 'live' && stream.isSteady;
    return {
      key,
      stream,
      filter,
      channel: channel?.name ?? null,
      state,
      reason,
      listeners: listeners.size,
      events: traffic.events,
      unreadable: traffic.unreadable,
      lastEventAtMs: traffic.lastAtMs,
      perSecond: traffic.perSecond(nowMs),
      silentMs: isWatched ? silenceOf(wanted, all, nowMs) : null,
    };
  });

function silenceOf(wanted: Wanted, all: readonly Wanted[], nowMs: number): number | null {
  const { lastAtMs, meanGapMs } = wanted.traffic;
  const others = all.flatMap((other) => (other === wanted ? [] : [other.traffic.lastAtMs ?? 0]));
  const othersLastAtMs = Math.max(0, ...others) || null;
  return silentMs({ liveSinceMs: wanted.liveSinceMs, lastAtMs, meanGapMs, othersLastAtMs }, nowMs);
}
