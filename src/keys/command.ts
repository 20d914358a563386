/** Where a key means something: a pane, everywhere on the desk, or inside an overlay. */
export type Scope =
  | 'desk'
  | 'positions'
  | 'orders'
  | 'balances'
  | 'tape'
  | 'chart'
  | 'book'
  | 'streams'
  | 'messages'
  | 'activity'
  | 'account'
  | 'question'
  | 'perpOrders'
  | 'portfolio'
  | 'signals'
  | 'markets'
  | 'fills'
  | 'funding'
  | 'holdings'
  | 'trades'
  | 'sources'
  | 'context'
  | 'key'
  | 'notices'
  | 'form'
  | 'confirm'
  | 'ended'
  | 'word'
  | 'bulk'
  | 'quick'
  | 'preset'
  | 'prompt'
  | 'palette'
  | 'find'
  | 'found'
  | 'arrange'
  | 'columns'
  | 'pick'
  | 'always'
  | 'overlay';

/** How the streams stand: what makes a command the first thing to offer. */
export interface StreamFacts {
  readonly connection: string;
  /** Channels that the service has refused. */
  readonly refusedChannels: number;
}

export type AccountCommand = 'new' | 'edit' | 'add' | 'takeOut' | 'order' | 'delete' | 'multisend';

/** The few facts of the moment that decide whether a command can be used. */
export interface DeskFacts extends StreamFacts {
  readonly isTooSmall: boolean;
  readonly position: { readonly coin: string; readonly isIsolated: boolean } | null;
  readonly order: { readonly isOpen: boolean; readonly status: string } | null;
  /** The selected row of the streams pane, while it is focused. */
  readonly stream: {
    readonly id: string;
    /** Why it can't be asked for from here; null when it can. */
    readonly whyNotWatched: string | null;
    /** Why it can't be ended; null when it can. */
    readonly whyNotEnded: string | null;
  } | null;
  /** Why nothing can be said or asked of the selected row of the activity pane; null when its outcome is unknown. */
  readonly whyNoDoubt: string | null;
  /** The selected row of the perp orders pane, while it is focused. */
  readonly perpOrder: { readonly isReadable: boolean; readonly isTrigger: boolean } | null;
  /** An order was sent by its form, which can be filled in again. */
  readonly hasLastOrder: boolean;
  /** Why each command of the account pane can't be used on what it shows; null where it can. None while it is not focused. */
  readonly account: Readonly<Record<AccountCommand, string | null>> | null;
  readonly hasSelection: boolean;
}

export interface Command {
  readonly id: string;
  /** A word or two, for the footer. */
  readonly title: string;
  /** A sentence, for the help. */
  readonly description: string;
  readonly scope: Scope;
  /** It ends in a form that can send something to the service. */
  readonly isTrade?: boolean;
  /** Place in the footer, most useful first; commands without one are in the help only. */
  readonly hint?: number;
  /** The reason why it can't be used now, in words, a key in it as `{focus.orders}` (see `withKeys`); null when it can. */
  whyDisabled?(facts: DeskFacts): string | null;
  /** Whether it is the first thing to offer at this moment, before all other hints. */
  isUrgent?(facts: StreamFacts): boolean;
}
