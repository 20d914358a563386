import type { CandleInterval } from '../../../domain/market/candles.ts';
import type { PaneId } from '../../panes/pane-ids.ts';

/** Initial form values; missing ones keep the form's defaults. */
export type Prefill = Readonly<Record<string, string>>;

/** A parsed command, not yet checked against the desk's state. */
export type Intent =
  /** A command of the command table, run as by its key. */
  | { readonly kind: 'command'; readonly id: CommandId }
  /** `share` is a whole percentage, or a value such as `500 usd`. */
  | { readonly kind: 'close'; readonly coin: string; readonly share: string }
  /** `amount` is plain decimal text in USDC. */
  | {
      readonly kind: 'margin';
      readonly coin: string;
      readonly direction: 'add' | 'remove';
      readonly amount: string;
    }
  /** `sell` and `buy` are '' if not typed. `amount` is plain decimal text, a percentage such as `30%`, or `50 usd`. */
  | {
      readonly kind: 'swap' | 'trigger';
      readonly sell: string;
      readonly amount: string;
      readonly buy: string;
      readonly prefill: Prefill;
    }
  /** `amount` as for a swap; `from` null: a wallet that holds the token. */
  | {
      readonly kind: 'transfer';
      readonly token: string;
      readonly amount: string;
      readonly to: string;
      readonly from: string | null;
    }
  /** Id of a trigger order, a prefix of it, or the symbol of its token. */
  | { readonly kind: 'cancel'; readonly order: string }
  | { readonly kind: 'mode'; readonly mode: 'halted' | 'reducing' | 'active' }
  /**
   * `size`, `tp` and `sl` are texts of the form's fields, the price is plain decimal text. `leverage` null: unchanged; `price`
   * null: market order; `tp`, `sl` '': none.
   */
  | {
      readonly kind: 'perpOrder';
      readonly coin: string;
      readonly side: 'buy' | 'sell';
      readonly size: string;
      readonly leverage: string | null;
      readonly price: string | null;
      readonly tp: string;
      readonly sl: string;
    }
  /** Plain decimal text; `off` removes the exit, null leaves it. */
  | { readonly kind: 'exits'; readonly coin: string; readonly sl: string | null; readonly tp: string | null }
  | { readonly kind: 'leverage'; readonly coin: string; readonly leverage: string }
  /** `values` by the ids of its inputs and `marketIds`; empty: its empty form. */
  | { readonly kind: 'plan'; readonly plan: string; readonly values: Prefill }
  | { readonly kind: 'alert'; readonly what: string; readonly direction: 'above' | 'below'; readonly value: string }
  | { readonly kind: 'find'; readonly text: string }
  /** null: all tokens. */
  | { readonly kind: 'tape'; readonly token: string | null }
  /** `interval` null: unchanged. */
  | { readonly kind: 'chart'; readonly interval: CandleInterval | null }
  | { readonly kind: 'zoom'; readonly pane: PaneId }
  /** `pane` null: the focused one. `column` null: unsorted, in the service's order. */
  | {
      readonly kind: 'sort';
      readonly pane: PaneId | null;
      readonly column: string | null;
      readonly descending: boolean;
    }
  | { readonly kind: 'filter'; readonly text: string }
  /** Wallet label, label and chain as `main:solana`, or id. */
  | { readonly kind: 'wallet'; readonly name: string };
