import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RawMessage } from '../stores/streams.ts';
import type { BulkController } from './bulk/bulk-controller.ts';
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

/** A question in the activity pane, in the place of the row's own lines. */
export interface QuestionView {
  readonly kind: 'question';
  /** The order of unknown outcome that it is about. */
  readonly id: string;
  /** What the person is about to say of it. */
  readonly verdict: 'done' | 'not-done';
  readonly shownAtMs: number;
  /** The key that asked it, for as long as it may still be held down. */
  readonly held: { readonly key: string; readonly atMs: number } | null;
}

/** What lies over the panes. */
export type Overlay =
  | { readonly kind: 'help'; readonly scroll: number }
  | { readonly kind: 'details'; readonly pane: PaneId; readonly scroll: number }
  | { readonly kind: 'filter'; readonly pane: PaneId }
  | MessagesView
  | QuestionView
  | { readonly kind: 'bulk'; readonly bulk: BulkController }
  | { readonly kind: 'form'; readonly form: FormController };

export interface DeskUiState {
  readonly focus: PaneId;
  /** Where a pane that fills the screen leads back to. */
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
  readonly activity: { readonly showsNotices: boolean };
  readonly overlay: Overlay | null;
  /** A flatten or cancel-all that is on screen, or goes on behind the desk. */
  readonly bulk: BulkController | null;
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
    activity: { showsNotices: false },
    overlay: null,
    bulk: null,
  }));
