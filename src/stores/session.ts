import { createStore, type StoreApi } from 'zustand/vanilla';

/** The stream connection as the header shows it; the stream manager's status has the same shape. */
export interface ConnectionStatus {
  readonly state: 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'failed';
  readonly reason: string | null;
  readonly attempt: number;
  readonly nextAttemptAtMs: number | null;
  readonly sinceMs: number;
  readonly lastMessageAtMs: number | null;
  readonly latencyMs: number | null;
}

export interface SessionState {
  /** `replay`: a recording is played; there is no service. */
  readonly mode: 'paper' | 'live' | 'replay';
  readonly profile: string;
  readonly baseUrl: string;
  /** What the account is, whatever it is called here: service and user. Null until the service has said. */
  readonly accountId: string | null;
  readonly connection: ConnectionStatus;
  /** Round trip of the last answered read, ms. */
  readonly latencyMs: number | null;
  /** Reads from before this moment are no ground for an order that adds risk, ms since the epoch. */
  readonly reconcileSinceMs: number;
  /** Orders accepted in this session per key; lets the header count down between two reads of the usage. */
  readonly executionsSinceUsage: number;
  /** Why no agent can be given a task at this service, as a sentence; null when one can. */
  readonly whyNoAgents: string | null;
}

export type SessionStore = StoreApi<SessionState>;

export const createSessionStore = (
  start: Pick<SessionState, 'mode' | 'profile' | 'baseUrl'>,
  nowMs: number,
): SessionStore =>
  createStore<SessionState>(() => ({
    ...start,
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
    whyNoAgents: null,
  }));
