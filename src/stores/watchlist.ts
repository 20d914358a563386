import { createStore, type StoreApi } from 'zustand/vanilla';

/** As many as the configuration allows: each is a stream of its own. */
export const mostWatched = 50;

interface WatchlistState {
  /** Tokens on the tape as `chain:address`, in the order in which the tape goes through them. */
  readonly tokens: readonly string[];
}

export type Watchlist = StoreApi<WatchlistState>;

/** What a person has changed of the tokens that the configuration names. */
export interface WatchlistChange {
  readonly added: readonly string[];
  readonly dropped: readonly string[];
}

export const createWatchlist = (configured: readonly string[], kept?: WatchlistChange): Watchlist =>
  createStore<WatchlistState>(() => ({ tokens: withChange(configured, kept ?? { added: [], dropped: [] }) }));

const withChange = (configured: readonly string[], { added, dropped }: WatchlistChange): readonly string[] => {
  const left = configured.filter((id) => !dropped.includes(id));
  return [...left, ...added.filter((id) => !left.includes(id)).slice(0, Math.max(0, mostWatched - left.length))];
};

/** The change that leads from the configured tokens to those of the list. */
export const changeOf = (configured: readonly string[], { tokens }: WatchlistState): WatchlistChange => ({
  added: tokens.filter((id) => !configured.includes(id)),
  dropped: configured.filter((id) => !tokens.includes(id)),
});

/** Why the token can't be watched; null when it is now. */
export function watchToken(list: Watchlist, tokenId: string): string | null {
  const { tokens } = list.getState();
  if (tokens.includes(tokenId)) return 'This token is on the tape already.';
  if (tokens.length >= mostWatched) return `${mostWatched} tokens are on the tape, and no more can be: drop one first.`;
  list.setState({ tokens: [...tokens, tokenId] });
  return null;
}

/** Why the token can't be dropped; null when it is. A tape without a token would be none. */
export function dropToken(list: Watchlist, tokenId: string): string | null {
  const { tokens } = list.getState();
  if (!tokens.includes(tokenId)) return 'This token is not on the tape.';
  if (tokens.length === 1) return 'It is the only token on the tape: watch another one first.';
  list.setState({ tokens: tokens.filter((id) => id !== tokenId) });
  return null;
}
