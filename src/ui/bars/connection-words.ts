import type { ConnectionStatus } from '../../stores/session.ts';
import type { Tone } from '../text/span.ts';

/** Each state of the connection by a sign, a word and a colour, so that no colour is needed to tell them apart. */
export const connectionWords: Readonly<
  Record<ConnectionStatus['state'], { readonly sign: string; readonly word: string; readonly tone: Tone }>
> = {
  connected: { sign: '●', word: 'Connected', tone: 'up' },
  connecting: { sign: '◌', word: 'Connecting', tone: 'accent' },
  reconnecting: { sign: '◍', word: 'Reconnecting', tone: 'warn' },
  disconnected: { sign: '○', word: 'Disconnected', tone: 'muted' },
  failed: { sign: '✕', word: 'Failed', tone: 'danger' },
};

/** Seconds until the next attempt, rounded up; null when none is planned. */
export const secondsToNextAttempt = ({ nextAttemptAtMs }: ConnectionStatus, nowMs: number): number | null =>
  nextAttemptAtMs === null ? null : Math.ceil(Math.max(0, nextAttemptAtMs - nowMs) / 1000);
