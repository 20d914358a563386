import type { DeskActions } from '../../actions/desk-actions.ts';
import type { PriceRulesStore } from '../../alerts/price-rules.ts';
import type { Caps } from '../../domain/market/caps.ts';
import type { Stores } from '../../stores/create-stores.ts';
import type { TokenSheets } from '../../stores/market/token-sheet.ts';
import type { PresetDefaults } from '../../stores/orders/trade-presets.ts';
import type { DeskPortfolio } from '../../stores/portfolio/portfolio.ts';
import type { DeskSignals } from '../../stores/signals/signals.ts';
import type { DeskStreams } from '../../stores/streams.ts';
import type { WantedReads } from '../../stores/wanted-reads.ts';
import type { CommandInfo } from '../keys/command.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { Theme } from '../theme/theme.ts';
import type { DeskUi } from './desk-ui.ts';
import type { FrameScheduler } from './frame-scheduler.ts';
import type { ViewMemory } from './view-memory.ts';

/** A file being written: it appears under its name at `end`, and is deleted by `abandon`. */
export interface ExportFile {
  write(text: string): Promise<void>;
  /** Resolves to its path. */
  end(): Promise<string>;
  abandon(): void;
}

/** A command: its help text, its keys, when it is enabled, and what it does. */
export interface Command extends CommandInfo {
  /** Why it is disabled now, with keys written as `{focus.orders}` (see `withKeys`); null if it is enabled. */
  whyDisabled?(desk: Desk): string | null;
  /** What its key does now, for the footer, where that changes; otherwise `title` says it. */
  titleNow?(desk: DeskView): string;
  /** Its hint comes first in the footer now. */
  isUrgent?(desk: Desk): boolean;
  /** On the desk its key may be the last one before a request: it does nothing within a chunk of several keys. */
  readonly mayConfirm?: boolean;
  /** Absent if the open form, list or prompt handles the key itself. */
  run?(desk: Desk): void;
}

/**
 * Everything that the screen is drawn from: service data, operations sent, UI state and the time. Stores are read when a
 * frame is due; they never render by themselves. Panes get this type, so they cannot send anything.
 */
export interface DeskView extends Stores {
  readonly streams: DeskStreams;
  readonly portfolio: DeskPortfolio;
  readonly signals: DeskSignals;
  readonly priceRules: PriceRulesStore;
  readonly ui: DeskUi;
  readonly memory: ViewMemory;
  readonly keymap: Keymap;
  /** As configured; `themeNow` returns the one selected by key. */
  readonly theme: Theme;
  /** Numbers are tinted briefly after a change. */
  readonly isFlashing: boolean;
  readonly caps: Caps;
  /** Buy and sell amounts for accounts whose settings have none. */
  readonly presets: PresetDefaults;
  /** Tokens on the tape as `chain:address`: the watchlist. */
  readonly tapeTokens: readonly string[];
  /** Expected interval of reads, ms: data much older than this is shown as stale. */
  readonly refreshMs: Readonly<Record<'positions' | 'markets' | 'orders' | 'balances' | 'account', number>>;
  readonly now: () => number;
  /** Monotonic clock, ms. */
  readonly monotonic: () => number;
  /** Configured wallet id; null for none. `activeWallet` returns the one active now. */
  readonly preferredWalletId: string | null;
}

/** The program that works the plans while no desk is open. */
export interface DeskKeeper {
  /** Why plans cannot be left to it, as a sentence; null if they can. */
  readonly whyNot: string | null;
  /** Hands the account to it. Resolves to why this desk still has it, as the end of a sentence, or null. */
  leave(): Promise<string | null>;
}

/** The desk: what it shows, and every action. */
export interface Desk extends DeskView {
  readonly keymap: Keymap<Command>;
  readonly actions: DeskActions;
  readonly tokenSheets: TokenSheets;
  readonly wanted: WantedReads;
  readonly scheduler: FrameScheduler;
  readonly retryStream: () => void;
  /** Copies a text to the clipboard of the user's terminal. */
  readonly copyText: (text: string) => void;
  /** Creates a file that only its owner can read. Rejects with the file system error. */
  readonly openExport: (name: string, extension: string) => Promise<ExportFile>;
  readonly quit: () => void;
  readonly keeper: DeskKeeper;
}
