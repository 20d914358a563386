import { formatAge } from '../domain/numbers/format.ts';
import { type Alert, type AlertSettings, toAlert } from './alert.ts';
import type { AlertFacts } from './alert-facts.ts';
import { isPauseOver } from './level-latch.ts';

/** Times are monotonic ms. */
export interface StreamState {
  readonly wasConnected: boolean;
  readonly downSinceMs: number | null;
  /** The current outage was reported, so its end is reported too. */
  readonly isTold: boolean;
  readonly toldAtMs: number | null;
}

export const startStream: StreamState = { wasConnected: false, downSinceMs: null, isTold: false, toldAtMs: null };

/**
 * Reports a connection that has been lost for too long, and its return. The header shows a connection that was never
 * established.
 */
export function watchStream(
  before: StreamState,
  { connection }: AlertFacts,
  { streamDownMs, pauseMs }: AlertSettings,
  nowMs: number,
): { readonly state: StreamState; readonly alerts: readonly Alert[] } {
  const { downSinceMs, isTold, toldAtMs } = before;
  if (connection.state === 'connected') {
    const alerts = isTold && downSinceMs !== null ? [backAlert(nowMs - downSinceMs)] : [];
    return { state: { ...before, wasConnected: true, downSinceMs: null, isTold: false }, alerts };
  }
  if (!before.wasConnected || streamDownMs === null) return { state: before, alerts: [] };
  const sinceMs = downSinceMs ?? nowMs;
  const fires = !isTold && nowMs - sinceMs > streamDownMs && isPauseOver(toldAtMs, nowMs, pauseMs);
  const state = { ...before, downSinceMs: sinceMs, ...(fires && { isTold: true, toldAtMs: nowMs }) };
  return { state, alerts: fires ? [downAlert(connection, nowMs - sinceMs)] : [] };
}

const downAlert = ({ state, reason }: AlertFacts['connection'], forMs: number): Alert =>
  toAlert({
    kind: 'stream',
    about: 'stream:down',
    tone: 'error',
    text: `The stream has been down for ${formatAge(forMs)}${reason ? `: ${reason}` : ''}`,
    details: { state, reason: reason ?? '', downMs: String(Math.round(forMs)) },
  });

const backAlert = (forMs: number): Alert =>
  toAlert({
    kind: 'stream',
    about: 'stream:back',
    tone: 'info',
    text: `The stream is connected again, after ${formatAge(forMs)}`,
    details: { state: 'connected', downMs: String(Math.round(forMs)) },
  });
