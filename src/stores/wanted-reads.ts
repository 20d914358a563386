import type { WantedQueryName } from './desk-data.ts';

/** What is looked at now, of the reads that are made only while somebody looks. */
export interface Wanted {
  readonly names: readonly WantedQueryName[];
  /** The perp market whose order book is looked at, as the service names it; null for none. */
  readonly bookCoin: string | null;
}

export interface WantedReads {
  /** What is on screen wants these from now on, and nothing else. It costs nothing where nothing has changed. */
  show(wanted: Wanted): void;
}

export const nothingWanted: Wanted = { names: [], bookCoin: null };
