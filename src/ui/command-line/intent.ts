import type { CandleInterval } from '../../domain/candles.ts';
import type { PaneId } from '../workspaces/layout.ts';

/** The form's own values that an order begins with; what is missing keeps the form's default. */
export type Prefill = Readonly<Record<string, string>>;

/** What a typed command means, before anybody looked at the desk. */
export type Intent =
  /** A command of the key table, as its key would run it. */
  | { readonly kind: 'command'; readonly id: string }
  | { readonly kind: 'close'; readonly coin: string; readonly percentage: string }
  /** `amount` is plain decimal text in USDC. */
  | {
      readonly kind: 'margin';
      readonly coin: string;
      readonly direction: 'add' | 'remove';
      readonly amount: string;
    }
  /** `buy` is '' where none was typed. `amount` is plain decimal text, or a share such as `30%`. */
  | {
      readonly kind: 'swap' | 'trigger';
      readonly sell: string;
      readonly amount: string;
      readonly buy: string;
      readonly prefill: Prefill;
    }
  /** The whole id of a trigger order, its beginning, or the symbol of its token. */
  | { readonly kind: 'cancel'; readonly order: string }
  | { readonly kind: 'mode'; readonly mode: 'halted' | 'reducing' | 'active' }
  /** Sizes and prices are plain decimal text. `leverage` null: as it is; `price` null: at the market; exits '' for none. */
  | {
      readonly kind: 'perpOrder';
      readonly coin: string;
      readonly side: 'buy' | 'sell';
      readonly size: string;
      readonly sizeIn: 'coin' | 'usd';
      readonly leverage: string | null;
      readonly price: string | null;
      readonly tp: string;
      readonly sl: string;
    }
  | { readonly kind: 'leverage'; readonly coin: string; readonly leverage: string }
  | { readonly kind: 'alert'; readonly what: string; readonly direction: 'above' | 'below'; readonly value: string }
  | { readonly kind: 'find'; readonly text: string }
  /** null: all tokens. */
  | { readonly kind: 'tape'; readonly token: string | null }
  /** `interval` null: as it is. */
  | { readonly kind: 'chart'; readonly interval: CandleInterval | null }
  | { readonly kind: 'zoom'; readonly pane: PaneId }
  /** `pane` null: the focused one. `column` null: the order of the service. */
  | {
      readonly kind: 'sort';
      readonly pane: PaneId | null;
      readonly column: string | null;
      readonly descending: boolean;
    }
  | { readonly kind: 'filter'; readonly text: string }
  /** Label of a wallet, its label and chain as `main:solana`, or its id. */
  | { readonly kind: 'wallet'; readonly name: string };
