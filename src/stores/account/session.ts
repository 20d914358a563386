import { createStore } from 'zustand/vanilla';
import type { ConnectionStatus } from '../../domain/stream/connection-status.ts';
import type { Store } from '../store.ts';

export interface SessionState {
  /** `replay`: a recording is played; there is no service. */
  readonly mode: 'paper' | 'live' | 'replay';
  readonly profile: string;
  readonly baseUrl: string;
  /** Identity of the account, independent of its profile name: service and user. null until the service has identified it. */
  readonly accountId: string | null;
  readonly connection: ConnectionStatus;
  /** Round trip time of the last successful request, ms. */
  readonly latencyMs: number | null;
  /** Reads from before this time are stale for orders that add risk, ms since the epoch. */
  readonly reconcileSinceMs: number;
  /** Orders accepted since the usage was last read, so that the header counts down between two reads. */
  readonly executionsSinceUsage: number;
  /** False once the service has answered that it has no partial update of the trade settings. */
  readonly takesSettingsPatch: boolean;
  /** Why the desk cannot ask this service how an agent's session goes on, as a sentence; null if it can. */
  readonly whyNoAgentSession: string | null;
}

export type SessionStart = Pick<SessionState, 'mode' | 'profile' | 'baseUrl'> & Partial<SessionState>;
export type SessionStore = Store<SessionState>;

export const createSessionStore = (start: SessionStart, nowMs: number): SessionStore =>
  createStore<SessionState>(() => ({
    accountId: null,
    connection: {
      state: 'disconnected',
      reason: null,
      attempt: 0,
      nextAttemptAtMs: null,
      sinceMs: nowMs,
      lastMessageAtMs: null,
      latencyMs: null,
    },
    latencyMs: null,
    reconcileSinceMs: 0,
    executionsSinceUsage: 0,
    takesSettingsPatch: true,
    whyNoAgentSession: null,
    ...start,
  }));
