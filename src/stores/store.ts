import type { StoreApi } from 'zustand/vanilla';

/** The interface of every store: `getState` returns the current state, `subscribe` reports each change. zustand creates all. */
export type Store<T> = Pick<StoreApi<T>, 'getState' | 'setState' | 'subscribe'>;

/** A store that is written only through its own methods, such as the tape. */
export type ReadableStore<T> = Omit<Store<T>, 'setState'>;
