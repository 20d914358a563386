import type Big from 'big.js';
import { createStore } from 'zustand/vanilla';
import type { CandleInterval } from '../../domain/market/candles.ts';
import type { Timeframe } from '../../domain/market/timeframe.ts';
import type { TokenRef } from '../../domain/market/token.ts';
import type { RawMessage } from '../../domain/stream/raw-message.ts';
import type { SignalKind, SignalRow } from '../../stores/signals/signals.ts';
import type { Store } from '../../stores/store.ts';
import type { BulkController } from '../bulk/bulk-controller.ts';
import type { PromptState } from '../command-line/prompt/prompt-state.ts';
import type { ColumnChoice } from '../components/column-choice.ts';
import type { ExportView } from '../export/export-view.ts';
import type { FindController } from '../find/find-controller.ts';
import type { FormController } from '../forms/form-controller.ts';
import type { Values } from '../forms/form-spec.ts';
import type { AccountSection } from '../panes/account/account-sections.ts';
import { type LadderState, startLadder } from '../panes/ladder/ladder-state.ts';
import type { PaneId } from '../panes/pane-ids.ts';
import type { ThemeName } from '../theme/themes.ts';
import type { TourState } from '../tour/tour-state.ts';
import type { LayoutChange } from '../workspaces/arrange.ts';
import type { Size, WorkspaceId } from '../workspaces/layout.ts';

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

/** State of the list of a stream's messages. */
export interface MessagesView {
  readonly kind: 'messages';
  /** Row of the streams pane. */
  readonly rowKey: string;
  /** Messages of all channels and without one, not only of the row's channel. */
  readonly isAll: boolean;
  /** null: follows the newest. */
  readonly selectedSeq: number | null;
  /** The paused list; null while it is live. */
  readonly held: readonly RawMessage[] | null;
  /** The expanded message. */
  readonly opened: { readonly message: RawMessage; readonly scroll: number } | null;
}

/** The confirmation of an outcome or of sending again, drawn in the row of the activity pane. */
export interface QuestionView {
  readonly kind: 'question';
  /** The unresolved operation. */
  readonly id: string;
  /** The outcome to confirm, or that the operation is to be sent again. */
  readonly verdict: 'done' | 'not-done' | 'resend';
  readonly shownAtMs: number;
  /** The key that opened the question, while it may still be held down. */
  readonly held: { readonly key: string; readonly atMs: number } | null;
}

/** A list to pick one line from: a value to copy, or an export format. */
export interface PickView {
  readonly kind: 'pick';
  readonly pane: PaneId;
  readonly what: 'copy' | 'export';
  readonly selected: number;
  /** Fixed when the list opens, so that the value copied is the one displayed. */
  readonly items: readonly { readonly label: string; readonly value: string }[];
}

export interface PortfolioView {
  readonly timeframe: Timeframe;
}

/** Search in all commands. */
export interface PaletteView {
  readonly kind: 'palette';
  readonly query: string;
  /** Index in the results. */
  readonly selected: number;
}

/** All keys, or those that match a search. */
export interface HelpView {
  readonly kind: 'help';
  readonly scroll: number;
  /** Absent or '': everything is shown. */
  readonly query?: string;
  /** The search is being typed. */
  readonly isTyping?: boolean;
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
  /** The wallet that trades it, fixed while the menu is open. */
  readonly walletId: string;
  /** Monotonic, ms. */
  readonly shownAtMs: number;
}

/** What becomes of the plans when the desk closes. */
export interface LeavingView {
  readonly kind: 'leaving';
  /** What was chosen and goes on; null: nothing yet. */
  readonly doing: 'keep' | 'cancel' | null;
  /** Why the last choice failed, as a sentence. */
  readonly problem: string | null;
}

/** The overlay over the panes. */
export type Overlay =
  | HelpView
  /** `isRaw`: the raw response instead of the formatted details. */
  | { readonly kind: 'details'; readonly pane: PaneId; readonly scroll: number; readonly isRaw?: boolean }
  | { readonly kind: 'filter'; readonly pane: PaneId }
  | { readonly kind: 'token'; readonly tokenId: string; readonly scroll: number }
  | { readonly kind: 'columns'; readonly pane: PaneId; readonly selected: string }
  | PickView
  | MessagesView
  | QuestionView
  | QuickView
  | PresetView
  | LeavingView
  | { readonly kind: 'command'; readonly prompt: PromptState }
  | PaletteView
  | { readonly kind: 'find'; readonly find: FindController }
  /** Panes are being resized and swapped. */
  | { readonly kind: 'arrange' }
  | { readonly kind: 'bulk'; readonly bulk: BulkController }
  | { readonly kind: 'form'; readonly form: FormController };

/** Form values of the last order sent. */
interface LastOrder {
  readonly kind: 'perp' | 'swap' | 'trigger';
  readonly values: Values;
}

/** An own resting order picked up in the ladder or the chart. Arrow keys move its price; nothing is sent by that. */
export interface MovingOrder {
  readonly pane: 'ladder' | 'chart';
  readonly orderKey: string;
  /** The new price. */
  readonly price: Big;
}

export interface DeskUiState {
  readonly focus: PaneId;
  readonly workspace: WorkspaceId;
  /** Where Esc returns to; null if there is no previous workspace. */
  readonly back: Pick<DeskUiState, 'workspace' | 'focus' | 'zoomed'> | null;
  /** Panes in order of last use, most recent first. */
  readonly recent: readonly PaneId[];
  readonly zoomed: PaneId | null;
  /** Size of the terminal at the last frame. */
  readonly size: Size;
  /** Visible panes: reads that only they need are made only while they are visible. */
  readonly visible: readonly PaneId[];
  /** The user's changes of layouts, by workspace and size. */
  readonly layouts: Readonly<Record<string, LayoutChange>>;
  /** Key of the selected row per pane, so that the selection stays on its row when rows move. */
  readonly selected: Readonly<Partial<Record<PaneId, string>>>;
  readonly sort: Readonly<Partial<Record<PaneId, Sort>>>;
  readonly columns: Readonly<Partial<Record<PaneId, ColumnChoice>>>;
  /** The terminal reports mouse events to the desk instead of selecting text. */
  readonly hasMouse: boolean;
  /** Selected by key for this session; null: as configured. */
  readonly themeName: ThemeName | null;
  readonly filter: Readonly<Partial<Record<PaneId, string>>>;
  readonly tape: {
    /** Newest row of a paused tape; null while it is live. */
    readonly pausedAtSeq: number | null;
    readonly scroll: number;
    readonly minUsd: number;
    /** null: all tokens. */
    readonly tokenId: string | null;
  };
  readonly chart: {
    readonly interval: CandleInterval;
    /** A line of closing prices instead of candles. */
    readonly isLine: boolean;
    readonly hasEma: boolean;
    readonly hasVwap: boolean;
    /** Start of the candle under the crosshair, ms; null for none. */
    readonly crosshairMs: number | null;
    /** The token to chart while the tape shows all tokens; null: the first. */
    readonly tokenId: string | null;
    /** The perp market to chart instead of a token, by the service's name; null for none. */
    readonly coin: string | null;
  };
  /** The perp market of book and chart, by the service's name; null: the default of `marketCoin`. */
  readonly market: { readonly coin: string | null };
  readonly ladder: LadderState;
  /** The own order picked up in the ladder or the chart. */
  readonly moving: MovingOrder | null;
  readonly account: { readonly section: AccountSection };
  readonly suggestions: {
    /** In any state; else only open ones. */
    readonly isAll: boolean;
    /** How many pages are read. */
    readonly pages: number;
  };
  /** The last order, to open its form again; null before the first. */
  readonly lastOrder: LastOrder | null;
  readonly portfolio: PortfolioView;
  readonly signals: {
    /** null: all kinds. */
    readonly kind: SignalKind | null;
    /** The paused list; null while it is live. */
    readonly held: { readonly rows: readonly SignalRow[]; readonly lastSeq: number } | null;
    /** Keep the streams on while no signals pane is visible. */
    readonly isKept: boolean;
  };
  /** Lines run at the command line, newest last. */
  readonly commandHistory: readonly string[];
  readonly overlay: Overlay | null;
  /** The tour, if open; the desk behind it works as usual. */
  readonly tour: TourState | null;
  /** A flatten or cancel-all on screen or running in the background. */
  readonly bulk: BulkController | null;
  /** The running export. */
  readonly exporting: ExportView | null;
}

export type DeskUi = Store<DeskUiState>;

export const tapeSizes: readonly number[] = [0, 100, 1_000, 10_000, 100_000];

export const createDeskUi = (start: { minUsd: number; tokenId: string | null }): DeskUi =>
  createStore<DeskUiState>(() => ({
    focus: 'positions',
    workspace: 'desk',
    back: null,
    recent: ['positions'],
    zoomed: null,
    size: { columns: 120, rows: 40 },
    visible: [],
    layouts: {},
    selected: {},
    sort: {},
    columns: {},
    hasMouse: false,
    themeName: null,
    filter: {},
    tape: { pausedAtSeq: null, scroll: 0, ...start },
    chart: {
      interval: '1m',
      isLine: false,
      hasEma: false,
      hasVwap: false,
      crosshairMs: null,
      tokenId: null,
      coin: null,
    },
    market: { coin: null },
    ladder: startLadder,
    moving: null,
    account: { section: 'wallets' },
    suggestions: { isAll: false, pages: 1 },
    lastOrder: null,
    portfolio: { timeframe: '30d' },
    signals: { kind: null, held: null, isKept: false },
    commandHistory: [],
    overlay: null,
    tour: null,
    bulk: null,
    exporting: null,
  }));
