import type { Chain } from '../../domain/market/chain.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Random } from '../../platform/time/random.ts';
import type { KeyUse, ReadIntent } from '../limits/constraints.ts';
import type { KeyConstraints } from '../limits/keys.ts';
import type { MarketKind, ScenarioName } from '../names.ts';
import type { ChainState } from '../rpc/chain-state.ts';
import type { Route } from '../service/handler.ts';
import type { Bus } from './bus.ts';

/** Response of `account.usage`. */
export interface Usage {
  readonly keyId: string;
  readonly scopes: string[];
  readonly constraints: KeyConstraints | null;
  /** Beyond the contract, which lets a client ignore it: current usage of the constraints. */
  readonly usage: KeyUse;
}

export interface WorldOptions {
  readonly clock: Clock;
  /** The market's own random source. */
  readonly random: Random;
  readonly bus: Bus;
  /** Wall time at the start of this run, ms since the epoch. */
  readonly startMs: number;
  readonly userId: string;
  /** `real` by default. */
  readonly market?: MarketKind;
  /** A saved state will be restored at once: nothing of the account's past is made up. */
  readonly isSaved?: boolean;
  /** False: splits answer 503. True by default. */
  readonly hasSplits?: boolean;
}

/** The simulation that a service serves. */
export interface PaperWorld {
  readonly readIntent: ReadIntent;
  /** A chain as its nodes see it. */
  chainState(chain: Chain): ChainState;
  /** True while a task of an execution is unfinished. */
  isTaskOpen(taskId: string): boolean;
  /** `usage` returns the calling key's scopes, limits and their usage. */
  routes(usage: (keyId: string) => Usage): Route[];
  /** Advances the market: `nowMs` is wall time, `marketElapsedMs` the elapsed market time. */
  advance(nowMs: number, marketElapsedMs: number): void;
  /** A scenario lets the service be silent. */
  readonly isOut: boolean;
  /** Lets a scenario begin. */
  play(name: ScenarioName): void;
  /** Anything that structured cloning supports. */
  snapshot(): unknown;
  restore(state: unknown): void;
}

export type CreateWorld = (options: WorldOptions) => PaperWorld;
