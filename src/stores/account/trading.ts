import { createStore } from 'zustand/vanilla';
import type { Store } from '../store.ts';

/** `active`: everything is sent; `reducing`: only operations that reduce risk; `halted`: nothing. */
export type TradingMode = 'active' | 'reducing' | 'halted';

export interface TradingState {
  readonly mode: TradingMode;
  /** Since when and why, for the screen; null while active. */
  readonly since: { readonly atMs: number; readonly why: string } | null;
  /** Orders up to a cap skip their confirmation. Only the user can arm it; never saved. */
  readonly isOneClick: boolean;
  /** Why this session is read-only, as a sentence; null if it is not. */
  readonly readOnly: string | null;
  /** Why this is probably not the intended account, as a sentence; null if there is no such sign. */
  readonly wrongAccount: string | null;
  /** Why this desk may not send orders, such as another desk holding the account, as a sentence; null if it may. */
  readonly lock: string | null;
}

export type TradingStore = Store<TradingState>;

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
