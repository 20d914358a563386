import { createStore } from 'zustand/vanilla';
import type { Store } from '../store.ts';

export interface BulkItem {
  readonly label: string;
  readonly state: 'waiting' | 'sending' | 'accepted' | 'rejected' | 'unknown' | 'not-sent';
  /** Code and message of the failure; null if there was none. */
  readonly trouble: string | null;
  readonly requestId: string | null;
  /** Its record in the journal, once it is accepted. */
  readonly recordId: string | null;
}

/** Several requests under one confirmation, each with its own result. */
export interface BulkRun {
  readonly title: string;
  readonly items: readonly BulkItem[];
  readonly isOver: boolean;
}

export interface BulkState {
  /** The run under way, or the last one; null before the first. */
  readonly run: BulkRun | null;
}

export type BulkStore = Store<BulkState>;

export const createBulkStore = (): BulkStore => createStore<BulkState>(() => ({ run: null }));
