import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CandleInterval } from '../domain/candles.ts';
import type { Timeframe } from '../domain/timeframe.ts';
import type { TokenRef } from '../domain/token.ts';
import type { SignalKind, SignalRow } from '../stores/signals.ts';
import type { RawMessage } from '../stores/streams.ts';
import type { BulkController } from './bulk/bulk-controller.ts';
import type { PromptState } from './command-line/prompt-state.ts';
import type { ColumnChoice } from './components/column-choice.ts';
import type { ExportView } from './export/run-export.ts';
import type { FindController } from './find/find-controller.ts';
import type { FormController } from './forms/form-controller.ts';
import type { Values } from './forms/form-spec.ts';
import type { AccountSection } from './panes/account/account-sections.ts';
import type { ThemeName } from './theme/themes.ts';
import type { TourState } from './tour/tour-state.ts';
import type { LayoutChange } from './workspaces/arrange.ts';
import type { PaneId } from './workspaces/layout.ts';
import type { WorkspaceId } from './workspaces/workspaces.ts';

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

/** A short list to take one line of: what to copy, or how to export. */
export interface PickView {
  readonly kind: 'pick';
  readonly pane: PaneId;
  readonly what: 'copy' | 'export';
  readonly selected: number;
  /** As they stood when the list was opened: what is taken is what was read. */
  readonly items: readonly { readonly label: string; readonly value: string }[];
}

export interface PortfolioView {
  readonly timeframe: Timeframe;
}

/** All commands, found by words. */
export interface PaletteView {
  readonly kind: 'palette';
  readonly query: string;
  /** Place in what the words have found. */
  readonly selected: number;
}

/** The quick trades of one position. */
export interface QuickView {
  readonly kind: 'quick';
  readonly positionKey: string;
  /** Monotonic, ms. */
  readonly shownAtMs: number;
}

/** The buy and sell presets of one token. */
export interface PresetView {
  readonly kind: 'preset';
  readonly token: TokenRef;
  /** The wallet that trades it, for as long as the menu is open. */
  readonly walletId: string;
  /** Monotonic, ms. */
  readonly shownAtMs: number;
}

/** What lies over the panes. */
export type Overlay =
  | { readonly kind: 'help'; readonly scroll: number }
  /** `isRaw`: the answer as it came, in the place of its words. */
  | { readonly kind: 'details'; readonly pane: PaneId; readonly scroll: number; readonly isRaw?: boolean }
  | { readonly kind: 'filter'; readonly pane: PaneId }
  | { readonly kind: 'token'; readonly tokenId: string; readonly scroll: number }
  | { readonly kind: 'columns'; readonly pane: PaneId; readonly selected: string }
  | PickView
  | MessagesView
  | QuestionView
  | QuickView
  | PresetView
  | { readonly kind: 'command'; readonly prompt: PromptState }
  | PaletteView
  | { readonly kind: 'find'; readonly find: FindController }
  /** Panes are being resized and swapped. */
  | { readonly kind: 'arrange' }
  | { readonly kind: 'bulk'; readonly bulk: BulkController }
  | { readonly kind: 'form'; readonly form: FormController };

/** An order form as it was sent. */
interface LastOrder {
  readonly kind: 'perp' | 'swap' | 'trigger';
  readonly values: Values;
}

export interface DeskUiState {
  readonly focus: PaneId;
  readonly workspace: WorkspaceId;
  /** Where Esc leads back to; null: one has not come from anywhere. */
  readonly back: Pick<DeskUiState, 'workspace' | 'focus' | 'zoomed'> | null;
  /** Panes in the order of their last use, the newest first. */
  readonly recent: readonly PaneId[];
  readonly zoomed: PaneId | null;
  /** Panes that are seen: what only they show is read only then. */
  readonly visible: readonly PaneId[];
  /** What the person has changed of the layouts, by workspace and size. */
  readonly layouts: Readonly<Record<string, LayoutChange>>;
  /** Identity of the selected row per pane, so that the selection stays on its row whatever order the rows take. */
  readonly selected: Readonly<Partial<Record<PaneId, string>>>;
  readonly sort: Readonly<Partial<Record<PaneId, Sort>>>;
  readonly columns: Readonly<Partial<Record<PaneId, ColumnChoice>>>;
  /** The terminal reports the mouse to the desk, instead of selecting text with it. */
  readonly hasMouse: boolean;
  /** Chosen by a key for this session; null: as configured. */
  readonly themeName: ThemeName | null;
  readonly filter: Readonly<Partial<Record<PaneId, string>>>;
  readonly tape: {
    /** Newest row of a tape held still; null while it runs. */
    readonly pausedAtSeq: number | null;
    readonly scroll: number;
    readonly minUsd: number;
    /** null: all tokens. */
    readonly tokenId: string | null;
  };
  readonly chart: {
    readonly interval: CandleInterval;
    /** The closing prices as a line, instead of candles. */
    readonly isLine: boolean;
    /** Start of the candle under the crosshair, ms; null for none. */
    readonly crosshairMs: number | null;
    /** The token to stay with while the tape shows all of them; null: the first. */
    readonly tokenId: string | null;
    /** The perp market that the chart shows instead of a token, as the service names it; null for none. */
    readonly coin: string | null;
  };
  /** The perp market of the book and the chart, as the service names it; null: as `marketCoin` says. */
  readonly market: { readonly coin: string | null };
  readonly account: { readonly section: AccountSection };
  /** What the last order was sent with, to be filled in again; null before the first. */
  readonly lastOrder: LastOrder | null;
  readonly portfolio: PortfolioView;
  readonly signals: {
    /** null: all kinds. */
    readonly kind: SignalKind | null;
    /** The list held still; null while it runs. */
    readonly held: { readonly rows: readonly SignalRow[]; readonly lastSeq: number } | null;
    /** The streams stay on while no pane of the signals is on screen. */
    readonly isKept: boolean;
  };
  /** Lines that were run at the command line, the newest last. */
  readonly commandHistory: readonly string[];
  readonly overlay: Overlay | null;
  /** A newcomer is shown round; the desk behind it works as ever. */
  readonly tour: TourState | null;
  /** A flatten or cancel-all that is on screen, or goes on behind the desk. */
  readonly bulk: BulkController | null;
  /** The table that is being written to a file. */
  readonly exporting: ExportView | null;
}

export type DeskUi = StoreApi<DeskUiState>;

export const tapeSizes: readonly number[] = [0, 100, 1_000, 10_000, 100_000];

export const createDeskUi = (start: { minUsd: number; tokenId: string | null }): DeskUi =>
  createStore<DeskUiState>(() => ({
    focus: 'positions',
    workspace: 'desk',
    back: null,
    recent: ['positions'],
    zoomed: null,
    visible: [],
    layouts: {},
    selected: {},
    sort: {},
    columns: {},
    hasMouse: false,
    themeName: null,
    filter: {},
    tape: { pausedAtSeq: null, scroll: 0, ...start },
    chart: { interval: '1m', isLine: false, crosshairMs: null, tokenId: null, coin: null },
    market: { coin: null },
    account: { section: 'wallets' },
    lastOrder: null,
    portfolio: { timeframe: '30d' },
    signals: { kind: null, held: null, isKept: false },
    commandHistory: [],
    overlay: null,
    tour: null,
    bulk: null,
    exporting: null,
  }));
