import type { WantedQueryName } from './desk-data.ts';

/** The reads that visible panes and open forms need now. */
export interface Wanted {
  readonly names: readonly WantedQueryName[];
  /** The perp market whose order book is visible, as the service names it; null for none. */
  readonly bookCoin: string | null;
  /** The token whose owners are visible, as `chain:address`; null for none. */
  readonly ownersOf: string | null;
  /** How many pages of suggestions to read; one by default. */
  readonly suggestionPages?: number;
}

export interface WantedReads {
  /** Sets the reads that the screen needs from now on, replacing the previous ones. Cheap if nothing has changed. */
  show(wanted: Wanted): void;
}

export const nothingWanted: Wanted = { names: [], bookCoin: null, ownersOf: null };
