import { createStore } from 'zustand/vanilla';
import type { Plan } from '../../plans/plan.ts';
import type { Execution } from '../../plans/plan-kind.ts';
import type { Store } from '../store.ts';

/** What a plan does at this moment; kept in memory only. */
export interface PlanNow {
  /** What it waits for, as text. */
  readonly what: string;
  /** When it looks again at the latest, ms since the epoch; null: when something changes. */
  readonly untilMs: number | null;
  /** What comes at that time is `what`; otherwise the plan only looks again. */
  readonly isDue: boolean;
  /** By child key, of children that are not over. */
  readonly executions: ReadonlyMap<string, Execution>;
}

export interface PlansState {
  /** Oldest first. */
  readonly plans: readonly Plan[];
  readonly now: Readonly<Record<string, PlanNow>>;
  /** False until the plan file of the account has been read. */
  readonly isLoaded: boolean;
  /** Lines of the plan file that cannot be read. */
  readonly badLines: number;
}

export type PlansStore = Store<PlansState>;

export const createPlansStore = (): PlansStore =>
  createStore<PlansState>(() => ({ plans: [], now: {}, isLoaded: false, badLines: 0 }));

export const nothingYet: PlanNow = { what: '', untilMs: null, isDue: false, executions: new Map() };
