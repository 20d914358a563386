import {
  type Asked,
  type ContextMessage,
  contextOf,
  isSignal,
  type Signal,
  type SignalContext,
} from '../../../stores/signals/signals.ts';
import type { DeskView } from '../../desk/desk.ts';
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
  const calls = itemsOf(context.calls).flatMap(({ signal, around }, at): ContextEntry[] => [
    callEntry(signal, at, shown, nowMs),
    ...around.map((message, index) => messageEntry('around', `${at}.${index}`, message, nowMs)),
  ]);
  const mentions = itemsOf(context.mentions).map((message, at) => messageEntry('mention', `${at}`, message, nowMs));
  return [...calls, ...mentions];
}

const itemsOf = <T>(asked: Asked<T>): readonly T[] => (asked.state === 'there' ? asked.items : []);

const callEntry = (signal: Signal, at: number, shown: Signal, nowMs: number): ContextEntry => ({
  kind: 'call',
  key: `call ${signal.ids[0] ?? at}`,
  atMs: signal.atMs,
  nowMs,
  by: signal.trade ? tradeText(signal.trade) : sourceText(signal) || 'unknown',
  text: signal.message ?? '',
  isShown: signal.ids.some((id) => shown.ids.includes(id)),
  priceUsd: signal.priceUsd,
  marketCapUsd: signal.marketCapUsd,
});

const messageEntry = (
  kind: 'around' | 'mention',
  at: string,
  { atMs, author, text }: ContextMessage,
  nowMs: number,
): ContextEntry => ({
  kind,
  key: `${kind} ${at}`,
  atMs,
  by: author || 'unknown',
  text,
  nowMs,
  isShown: false,
  priceUsd: null,
  marketCapUsd: null,
});
