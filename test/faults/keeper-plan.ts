import type { PlanSpec } from '../../src/plans/plan.ts';

/** What a child process is told when it starts. */
export interface ChildStart {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly home: string;
  /** Its timers end so many times sooner. */
  readonly speed: number;
}

/** What it is asked to do. */
export interface ChildOrder {
  readonly do: 'keep' | 'open' | 'create' | 'settle' | 'leave' | 'close';
  /** Plans to create. */
  readonly specs?: readonly PlanSpec[];
  /** Client order ids that came to the service: what a person would find out about an unknown outcome. */
  readonly cloids?: readonly string[];
}

/** What it has done. `ms`: how long it took from asking the other one until it held the account. */
export interface ChildNews {
  readonly what: 'up' | 'ready' | 'said' | 'ended' | 'held' | 'over' | 'created' | 'left' | 'closed' | 'fault';
  readonly text?: string;
  readonly ms?: number | null;
}

/** Slices of a TWAP, close to one another: somebody is sending nearly always. */
export const quickTwap = (coin: string, sz: string, count: number, everyMs: number): PlanSpec => ({
  kind: 'twap',
  coin,
  isBuy: true,
  reduceOnly: false,
  slices: Array.from({ length: count }, (_, index) => ({ sz, afterMs: index * everyMs })),
  everyMs,
  limitPx: null,
  slippageBps: 300,
  szDecimals: 5,
});
