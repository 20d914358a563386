import { createStore } from 'zustand/vanilla';
import { cleanText } from '../domain/text/clean-text.ts';
import type { Store } from './store.ts';

export interface Notice {
  readonly id: number;
  readonly atMs: number;
  readonly tone: 'ok' | 'info' | 'warn' | 'error';
  readonly text: string;
}

export interface NoticesState {
  /** Oldest first; the last hundred are kept. */
  readonly notices: readonly Notice[];
}

export type NoticesStore = Store<NoticesState>;

const kept = 100;

export const createNoticesStore = (): NoticesStore => createStore<NoticesState>(() => ({ notices: [] }));

/** Adds a notice. Its text may quote the service, so it is cleaned here. */
export function addNotice(store: NoticesStore, notice: Omit<Notice, 'id'>): void {
  store.setState(({ notices }) => ({
    notices: [...notices, { ...notice, text: cleanText(notice.text), id: (notices.at(-1)?.id ?? 0) + 1 }].slice(-kept),
  }));
}
