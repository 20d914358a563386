import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RawMessage } from '../stores/streams.ts';
import type { FormController } from './forms/form-controller.ts';
import type { PaneId } from './layout.ts';

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

/** The messages of one stream, as a person goes through them. */
export interface MessagesView {
  readonly kind: 'messages';
  /** Row of the streams pane. */
  readonly rowKey: string;
  /** Messages of all channels and of none, not only of the row's. */
  readonly isAll: boolean;
  /** null: the newest, whichever that is. */
  readonly selectedSeq: number | null;
  /** The list held still; null while it runs. */
  readonly held: readonly RawMessage[] | null;
  /** A message shown whole. */
  readonly opened: { readonly message: RawMessage; readonly scroll: number } | null;
}

/** What lies over the panes. */
export type Overlay =
  | { readonly kind: 'help'; readonly scroll: number }
  | { readonly kind: 'details'; readonly pane: PaneId; readonly scroll: number }
  | { readonly kind: 'filter'; readonly pane: PaneId }
  | MessagesView
  | { readonly kind: 'form'; readonly form: FormController };

export interface DeskUiState {
  readonly focus: PaneId;
  /** Where the streams pane leads back to. */
  readonly back: PaneId;
  readonly zoomed: PaneId | null;
  /** Identity of the selected row per pane, so that the selection stays on its row whatever order the rows take. */
  readonly selected: Readonly<Partial<Record<PaneId, string>>>;
  readonly sort: Readonly<Partial<Record<PaneId, Sort>>>;
  readonly filter: Readonly<Partial<Record<PaneId, string>>>;
  readonly tape: {
    /** Newest row of a tape held still; null while it runs. */
    readonly pausedAtSeq: number | null;
    readonly scroll: number;
    readonly minUsd: number;
    /** null: all tokens. */
    readonly tokenId: string | null;
  };
  readonly overlay: Overlay | null;
}

export type DeskUi = StoreApi<DeskUiState>;

export const tapeSizes: readonly number[] = [0, 100, 1_000, 10_000, 100_000];

export const createDeskUi = (start: { minUsd: number; tokenId: string | null }): DeskUi =>
  createStore<DeskUiState>(() => ({
    focus: 'positions',
    back: 'positions',
    zoomed: null,
    selected: {},
    sort: {},
    filter: {},
    tape: { pausedAtSeq: null, scroll: 0, ...start },
    overlay: null,
  }));
