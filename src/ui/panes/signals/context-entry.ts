import type Big from 'big.js';
import { changeOf } from '../../../stores/signals/callers.ts';
import type { HeardCalls } from '../../../stores/signals/heard-calls.ts';
import { tokenKey } from '../../../stores/signals/signal-token.ts';
import {
  type Asked,
  type ContextMessage,
  contextOf,
  isSignal,
  type Mention,
  type Signal,
  type SignalContext,
} from '../../../stores/signals/signals.ts';
import type { DeskView } from '../../desk/desk.ts';
import { isSameSignal, mentionBy } from './context-words.ts';
import { shownSignal } from './shown-signal.ts';
import { sourceText, tradeText } from './signal-columns.ts';

/** A call of a token, a message around a call, or a message that mentions the token. */
export interface ContextEntry {
  readonly kind: 'call' | 'around' | 'mention';
  readonly key: string;
  readonly atMs: number | null;
  /** Author and place, or the copied trade; cleaned. */
  readonly by: string;
  readonly text: string;
  /** It is the selected signal itself. */
  readonly isShown: boolean;
  readonly priceUsd: string | null;
  readonly marketCapUsd: string | null;
  /** Of the token's price since a call or mention, in per cent; null if a price is unknown. */
  readonly changePct: Big | null;
  readonly nowMs: number;
}

/** The context of the shown signal's token; null if it was not requested, or the signal names no token. */
export function shownContext(desk: DeskView): SignalContext | null {
  const signal = shownSignal(desk)?.row;
  return signal && isSignal(signal) ? contextOf(desk.signals.getState(), signal) : null;
}

/** Calls, each with the messages around it, then mentions of the token; newest first, in the service's order. */
export function contextEntries(desk: DeskView): readonly ContextEntry[] {
  const shown = shownSignal(desk)?.row;
  const context = shownContext(desk);
  if (!context || !shown || !isSignal(shown)) return [];
  const nowMs = desk.now();
  const { heard } = desk.signals.getState();
  const since = changeSince(shown, heard);
  const calls = itemsOf(context.calls).flatMap(({ signal, around }, at): ContextEntry[] => [
    callEntry(signal, at, shown, nowMs, since),
    ...around.map((message, index) => messageEntry(`${at}.${index}`, message, nowMs)),
  ]);
  const mentions = itemsOf(context.mentions).map((mention, at) => mentionEntry(mention, at, nowMs, since));
  return [...calls, ...mentions];
}

type Since = (then: string | null, atMs: number) => Big | null;

/** From a price at a moment to the last known price of the signal's token, if that is from later. */
function changeSince({ token }: Signal, { prices }: HeardCalls): Since {
  const now = prices.get(tokenKey(token));
  return (then, atMs) => (now && now.atMs > atMs ? changeOf(then, now.usd) : null);
}

const itemsOf = <T>(asked: Asked<T>): readonly T[] => (asked.state === 'there' ? asked.items : []);

const callEntry = (signal: Signal, at: number, shown: Signal, nowMs: number, since: Since): ContextEntry => ({
  kind: 'call',
  key: `call ${signal.ids.find((id) => id.startsWith('signal ')) ?? at}`,
  atMs: signal.atMs,
  nowMs,
  by: signal.trade ? tradeText(signal.trade) : sourceText(signal) || 'unknown',
  text: signal.message ?? '',
  isShown: isSameSignal(signal, shown),
  priceUsd: signal.priceUsd,
  marketCapUsd: signal.marketCapUsd,
  changePct: since(signal.priceUsd, signal.atMs),
});

const mentionEntry = (mention: Mention, at: number, nowMs: number, since: Since): ContextEntry => ({
  kind: 'mention',
  key: `mention ${mention.id || at}`,
  atMs: mention.atMs,
  by: mentionBy(mention) || 'unknown',
  text: '',
  nowMs,
  isShown: false,
  priceUsd: mention.priceUsd,
  marketCapUsd: mention.marketCapUsd,
  changePct: since(mention.priceUsd, mention.atMs),
});

const messageEntry = (at: string, { atMs, author, text }: ContextMessage, nowMs: number): ContextEntry => ({
  kind: 'around',
  key: `around ${at}`,
  atMs,
  by: author || 'unknown',
  text,
  nowMs,
  isShown: false,
  priceUsd: null,
  marketCapUsd: null,
  changePct: null,
});
