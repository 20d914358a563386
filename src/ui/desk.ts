import type { DeskActions } from '../actions/desk-actions.ts';
import type { PriceRulesStore } from '../alerts/price-rules.ts';
import type { Caps } from '../domain/caps.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { BulkStore } from '../stores/bulk.ts';
import type { Candles } from '../stores/candles.ts';
import type { DeskData } from '../stores/desk-data.ts';
import type { NoticesStore } from '../stores/notices.ts';
import type { OrderRecordsStore } from '../stores/order-records.ts';
import type { DeskPortfolio } from '../stores/portfolio.ts';
import type { PriceSamples } from '../stores/price-samples.ts';
import type { SessionStore } from '../stores/session.ts';
import type { DeskSignals } from '../stores/signals.ts';
import type { DeskStreams } from '../stores/streams.ts';
import type { Tape } from '../stores/tape.ts';
import type { TokenSheets } from '../stores/token-sheet.ts';
import type { PresetDefaults } from '../stores/trade-presets.ts';
import type { TradingStore } from '../stores/trading.ts';
import type { WalletInHandStore } from '../stores/wallet-in-hand.ts';
import type { WantedReads } from '../stores/wanted-reads.ts';
import type { Watchlist } from '../stores/watchlist.ts';
import type { DeskUi } from './desk-ui.ts';
import type { FrameScheduler } from './frame-scheduler.ts';
import type { Theme } from './theme/theme.ts';

/** A file while it is written: under its name only once it has ended, and nothing where it is abandoned. */
export interface ExportFile {
  write(text: string): Promise<void>;
  /** Resolves to its path. */
  end(): Promise<string>;
  abandon(): void;
}

/** Everything that the screen is made of. Stores are read as they stand when a frame is due; none of them renders by itself. */
export interface Desk {
  readonly data: DeskData;
  readonly tape: Tape;
  readonly candles: Candles;
  readonly streams: DeskStreams;
  readonly portfolio: DeskPortfolio;
  readonly signals: DeskSignals;
  readonly walletInHand: WalletInHandStore;
  readonly tokenSheets: TokenSheets;
  readonly wanted: WantedReads;
  readonly priceSamples: PriceSamples;
  readonly session: SessionStore;
  readonly notices: NoticesStore;
  readonly trading: TradingStore;
  readonly bulk: BulkStore;
  readonly priceRules: PriceRulesStore;
  readonly records: OrderRecordsStore;
  readonly ui: DeskUi;
  readonly actions: DeskActions;
  readonly keymap: Keymap;
  readonly scheduler: FrameScheduler;
  /** As configured; `themeNow` says which one a key has put in its place. */
  readonly theme: Theme;
  /** Numbers that have just changed are tinted for a moment. */
  readonly isFlashing: boolean;
  readonly caps: Caps;
  /** Amounts to buy and sell for an account whose settings name none. */
  readonly presets: PresetDefaults;
  readonly watchlist: Watchlist;
  /** Tokens on the tape as `chain:address`: those of the watchlist. */
  readonly tapeTokens: readonly string[];
  /** Reads are expected this often, ms: what is older by far is shown as old. */
  readonly refreshMs: Readonly<Record<'positions' | 'markets' | 'orders' | 'balances' | 'account', number>>;
  readonly now: () => number;
  /** Milliseconds that pass whatever happens to the clock on the wall. */
  readonly monotonic: () => number;
  /** Wallet id that the configuration names; null for none. Which one is in hand now, `walletInHand` says. */
  readonly preferredWalletId: string | null;
  readonly retryStream: () => void;
  /** Puts a text on the clipboard of the person's terminal. */
  readonly copyText: (text: string) => void;
  /** Begins a file that only its owner can read. Rejects with what the file system says. */
  readonly openExport: (name: string, extension: string) => Promise<ExportFile>;
  readonly quit: () => void;
}
