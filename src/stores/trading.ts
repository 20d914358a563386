import { createStore, type StoreApi } from 'zustand/vanilla';

/** `active`: everything; `reducing`: only what takes risk away; `halted`: nothing is sent. */
export type TradingMode = 'active' | 'reducing' | 'halted';

export interface TradingState {
  readonly mode: TradingMode;
  /** Since when and why, for the screen; null while active. */
  readonly since: { readonly atMs: number; readonly why: string } | null;
  /** Orders up to a cap skip their confirmation: armed by the person, and by nothing else. Never kept. */
  readonly isOneClick: boolean;
  /** The profile is for looking only, by the person's own configuration: a sentence; null when it is not. */
  readonly readOnly: string | null;
  /** The account is not the one that the configuration means: a sentence; null when nothing speaks against it. */
  readonly wrongAccount: string | null;
  /** Another desk sends the orders of this account, or nobody knows: a sentence; null when this one may. */
  readonly lock: string | null;
}

export type TradingStore = StoreApi<TradingState>;

export const createTradingStore = (start: Partial<TradingState> = {}): TradingStore =>
  createStore<TradingState>(() => ({
    mode: 'active',
    since: null,
    isOneClick: false,
    readOnly: null,
    wrongAccount: null,
    lock: null,
    ...start,
  }));
