import type { ConnectionStatus } from '../../../domain/stream/connection-status.ts';
import type { Random } from '../../../platform/time/random.ts';
import { backoffMs, isLongOutage } from './stream-backoff.ts';

/** State of the connection policy. All times are on the monotonic clock. */
export interface MachineState {
  readonly state: ConnectionStatus['state'];
  readonly reason: string | null;
  /** Attempts since the connection was last stable; the first is 1. */
  readonly attempt: number;
  readonly nextAttemptMs: number | null;
  readonly openedMs: number | null;
  /** When a close code last asked to reconnect at once. */
  readonly hurriedMs: number | null;
  /** Connection parameters of the current attempt, as one text. */
  readonly parameters: string | null;
  /** Parameters that the server refused permanently (4000–4099); with `isLastTry` they have already changed once. */
  readonly refused: { readonly parameters: string; readonly reason: string } | null;
  readonly isLastTry: boolean;
  /** The session's own wait times, ms; empty if it gives none. */
  readonly adviceMs: readonly number[];
}

/** What moves the machine. `resumed`: the clock jumped. `reported`: a `pusher:error` on a connection that stands. */
export type MachineEvent =
  | { readonly type: 'start' | 'stop' | 'retry' | 'resumed' | 'timer' | 'opened' }
  | { readonly type: 'bootstrapped'; readonly parameters: string; readonly adviceMs: readonly number[] }
  | { readonly type: 'bootstrap-failed'; readonly reason: string; readonly isFinal: boolean }
  | { readonly type: 'reported'; readonly reason: string }
  | { readonly type: 'closed'; readonly code: number | null; readonly reason: string };

/**
 * `bootstrap`: request a fresh session. `open`: open a socket with it. `wait`: send `timer` after delayMs. `drop`: end
 * socket, timer and calls.
 */
export type MachineEffect =
  | { readonly type: 'bootstrap' | 'open' | 'drop' }
  | { readonly type: 'wait'; readonly delayMs: number };

/** The state after an event, and what is to be done, in this order. */
export interface Step {
  readonly state: MachineState;
  readonly effects: readonly MachineEffect[];
}

export const initialMachine: MachineState = {
  state: 'disconnected',
  reason: null,
  attempt: 0,
  nextAttemptMs: null,
  openedMs: null,
  hurriedMs: null,
  parameters: null,
  refused: null,
  isLastTry: false,
  adviceMs: [],
};

/** A connection shorter than this proves nothing: the failure history stays. */
const steadyMs = 10_000;

/** One step of the policy. Pure: the same state, event, time and randomness give the same step. */
export function step(state: MachineState, event: MachineEvent, nowMs: number, random: Random): Step {
  const isIdle = state.state === 'disconnected' || state.state === 'failed';
  if (event.type === 'stop') return { state: initialMachine, effects: [{ type: 'drop' }] };
  if (event.type === 'start' || (event.type === 'retry' && state.state === 'failed'))
    return isIdle ? start() : stay(state);
  // A late echo of an attempt that has ended.
  if (isIdle) return stay(state);
  switch (event.type) {
    case 'retry': {
      // The user knows more than the back-off, so it restarts, also for an attempt in progress that is about to fail.
      const eager = { ...state, attempt: Math.min(state.attempt, 1) };
      return state.nextAttemptMs === null ? stay(eager) : bootstrap(eager, state.reason, [{ type: 'drop' }]);
    }
    // The process was not running: whatever the wait was for is over.
    case 'resumed':
    case 'timer':
      return state.nextAttemptMs === null ? stay(state) : bootstrap(state, state.reason);
    case 'bootstrapped':
      return onBootstrapped(state, event);
    case 'bootstrap-failed':
      return event.isFinal ? fail(state, event.reason) : backOff(state, event.reason, nowMs, random);
    case 'opened':
      return stay({ ...state, state: 'connected', reason: null, openedMs: nowMs });
    case 'reported':
      return stay({ ...state, reason: event.reason });
    case 'closed':
      return onClosed(forgetIfSteady(state, nowMs), event, nowMs, random);
  }
}

const stay = (state: MachineState): Step => ({ state, effects: [] });

const start = (): Step => ({
  state: { ...initialMachine, state: 'connecting', attempt: 1 },
  effects: [{ type: 'drop' }, { type: 'bootstrap' }],
});

function bootstrap(state: MachineState, reason: string | null, before: readonly MachineEffect[] = []): Step {
  const next = {
    state: 'reconnecting',
    attempt: state.attempt + 1,
    nextAttemptMs: null,
    openedMs: null,
    reason,
  } as const;
  return { state: { ...state, ...next }, effects: [...before, { type: 'bootstrap' }] };
}

const fail = (state: MachineState, reason: string): Step => ({
  state: { ...state, state: 'failed', reason, nextAttemptMs: null, openedMs: null },
  effects: [{ type: 'drop' }],
});

function backOff(state: MachineState, reason: string, nowMs: number, random: Random): Step {
  const delayMs = backoffMs(state.attempt, state.adviceMs, random);
  return {
    state: { ...state, state: 'reconnecting', reason, nextAttemptMs: nowMs + delayMs, openedMs: null },
    effects: [{ type: 'drop' }, { type: 'wait', delayMs }],
  };
}

function onBootstrapped(state: MachineState, event: MachineEvent & { type: 'bootstrapped' }): Step {
  const next = { ...state, parameters: event.parameters, adviceMs: event.adviceMs };
  if (state.refused?.parameters === event.parameters) return fail(next, state.refused.reason);
  return { state: { ...next, isLastTry: state.refused !== null }, effects: [{ type: 'open' }] };
}

function forgetIfSteady(state: MachineState, nowMs: number): MachineState {
  const isSteady = state.openedMs !== null && nowMs - state.openedMs >= steadyMs;
  return isSteady ? { ...state, attempt: 0, refused: null, isLastTry: false } : state;
}

function onClosed(state: MachineState, event: MachineEvent & { type: 'closed' }, nowMs: number, random: Random): Step {
  const { code } = event;
  const reason = describeClose(code, event.reason);
  if (code === null || code < 4_000 || (code >= 4_100 && code < 4_200)) return backOff(state, reason, nowMs, random);
  if (code >= 4_300) return fail(state, reason);
  if (code >= 4_200) {
    const isHurried = state.hurriedMs !== null && nowMs - state.hurriedMs < steadyMs;
    if (isHurried || isLongOutage(state.attempt)) return backOff(state, reason, nowMs, random);
    return bootstrap({ ...state, hurriedMs: nowMs }, reason, [{ type: 'drop' }]);
  }
  if (state.isLastTry) return fail(state, reason);
  return bootstrap({ ...state, refused: { parameters: state.parameters ?? '', reason } }, reason, [{ type: 'drop' }]);
}

function describeClose(code: number | null, text: string): string {
  const what = code === null ? 'the connection was lost' : `the server closed the connection (${code})`;
  const hint = code === 4_009 ? ': check the key' : '';
  return `${what}${hint}${text ? `: ${text}` : ''}`;
}
