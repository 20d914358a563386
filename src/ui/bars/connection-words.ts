import type { ConnectionStatus } from '../../domain/stream/connection-status.ts';
import type { Tone } from '../text/span.ts';

/** Sign, word and colour of each connection state; sign and word alone tell the states apart. */
export const connectionWords: Readonly<
  Record<ConnectionStatus['state'], { readonly sign: string; readonly word: string; readonly tone: Tone }>
> = {
  connected: { sign: '●', word: 'Connected', tone: 'up' },
  connecting: { sign: '◌', word: 'Connecting', tone: 'accent' },
  reconnecting: { sign: '◍', word: 'Reconnecting', tone: 'warn' },
  disconnected: { sign: '○', word: 'Disconnected', tone: 'muted' },
  failed: { sign: '✕', word: 'Failed', tone: 'danger' },
};

/** Seconds until the next attempt, rounded up; null if none is scheduled. */
export const secondsToNextAttempt = ({ nextAttemptAtMs }: ConnectionStatus, nowMs: number): number | null =>
  nextAttemptAtMs === null ? null : Math.ceil(Math.max(0, nextAttemptAtMs - nowMs) / 1000);
