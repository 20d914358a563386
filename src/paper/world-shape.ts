import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import type { Bus } from './bus.ts';
import type { KeyUse, ReadIntent } from './constraints.ts';
import type { Route } from './handler.ts';
import type { KeyConstraints } from './keys.ts';

/** What `account.usage` answers. */
export interface Usage {
  readonly keyId: string;
  readonly scopes: string[];
  readonly constraints: KeyConstraints | null;
  /** Beyond the contract, which lets a client ignore it: how much of the constraints is used up. */
  readonly usage: KeyUse;
}

export interface WorldOptions {
  readonly clock: Clock;
  /** The market's own randomness. */
  readonly random: Random;
  readonly bus: Bus;
  /** Wall time at which this run begins, ms since the epoch. */
  readonly startMs: number;
  readonly userId: string;
}

/** What a service is the shell of. */
export interface PaperWorld {
  readonly readIntent: ReadIntent;
  /** True while a task of an execution is not finished. */
  isTaskOpen(taskId: string): boolean;
  /** `usage` gives the calling key's scopes, limits and what is used of them. */
  routes(usage: (keyId: string) => Usage): Route[];
  /** Moves the market: `nowMs` is wall time, `marketElapsedMs` how much market time passed. */
  advance(nowMs: number, marketElapsedMs: number): void;
  /** Anything that structured cloning takes. */
  snapshot(): unknown;
  restore(state: unknown): void;
}

export type CreateWorld = (options: WorldOptions) => PaperWorld;
