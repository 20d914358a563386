import { createStore } from 'zustand/vanilla';
import type { Store } from '../store.ts';

/** The configuration's limit too: each token is a stream of its own. */
export const mostWatched = 50;

interface WatchlistState {
  /** Tokens on the tape as `chain:address`, in the order in which the tape cycles through them. */
  readonly tokens: readonly string[];
}

export type WatchlistStore = Store<WatchlistState>;

/** The user's changes to the configured tokens. */
export interface WatchlistChange {
  readonly added: readonly string[];
  readonly dropped: readonly string[];
}

export const createWatchlistStore = (configured: readonly string[], kept?: WatchlistChange): WatchlistStore =>
  createStore<WatchlistState>(() => ({ tokens: withChange(configured, kept ?? { added: [], dropped: [] }) }));

const withChange = (configured: readonly string[], { added, dropped }: WatchlistChange): readonly string[] => {
  const left = configured.filter((id) => !dropped.includes(id));
  return [...left, ...added.filter((id) => !left.includes(id)).slice(0, Math.max(0, mostWatched - left.length))];
};

/** The difference between the configured tokens and the list. */
export const changeOf = (configured: readonly string[], { tokens }: WatchlistState): WatchlistChange => ({
  added: tokens.filter((id) => !configured.includes(id)),
  dropped: configured.filter((id) => !tokens.includes(id)),
});

/** Adds a token. Returns why that is not possible, or null if it was added. */
export function watchToken(list: WatchlistStore, tokenId: string): string | null {
  const { tokens } = list.getState();
  if (tokens.includes(tokenId)) return 'This token is already on the tape.';
  if (tokens.length >= mostWatched) return `The tape is limited to ${mostWatched} tokens: drop one first.`;
  list.setState({ tokens: [...tokens, tokenId] });
  return null;
}

/** Removes a token. Returns why that is not possible, or null if it was removed. The last token must stay. */
export function dropToken(list: WatchlistStore, tokenId: string): string | null {
  const { tokens } = list.getState();
  if (!tokens.includes(tokenId)) return 'This token is not on the tape.';
  if (tokens.length === 1) return 'It is the only token on the tape: watch another one first.';
  list.setState({ tokens: tokens.filter((id) => id !== tokenId) });
  return null;
}
