import type { SignalToken } from '../../../stores/signals/signal-token.ts';

/** The tokens of the service, to look up symbols of signals; rebuilt when the list changes. */
export interface KnownTokens {
  readonly signature: string;
  symbolOf(token: SignalToken): string | undefined;
  isDisguised(token: SignalToken, symbol: string): boolean;
}
