import { type Asked, type ContextMessage, isSignal, type Signal, type SignalContext } from '../../../stores/signals.ts';
import type { Desk } from '../../desk.ts';
import { shownSignal } from './shown-signal.ts';
import { sourceText, tradeText } from './signal-columns.ts';

/** Something that was said of a token: a call, a message around one, or one that names the token. */
export interface ContextEntry {
  readonly kind: 'call' | 'around' | 'mention';
  readonly key: string;
  readonly atMs: number | null;
  /** Who said it and where, or the trade that was copied; clean. */
  readonly by: string;
  readonly text: string;
  /** It is the signal that is shown. */
  readonly isShown: boolean;
  readonly priceUsd: string | null;
  readonly marketCapUsd: string | null;
  readonly nowMs: number;
}

/** What has been asked about the token of the signal that is shown; null where nothing was, or it names none. */
export function shownContext(desk: Desk): SignalContext | null {
  const signal = shownSignal(desk)?.row;
  return signal && isSignal(signal) && signal.token ? desk.signals.context(signal.token.address) : null;
}

/** Calls, each with what was said around it, then the messages that name the token; newest first, as the service gives them. */
export function contextEntries(desk: Desk): readonly ContextEntry[] {
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
  ...{ kind: 'call', key: `call ${signal.ids[0] ?? at}`, atMs: signal.atMs, nowMs },
  by: signal.trade ? tradeText(signal.trade) : sourceText(signal) || 'not named',
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
  ...{ kind, key: `${kind} ${at}`, atMs, by: author || 'not named', text, nowMs },
  ...{ isShown: false, priceUsd: null, marketCapUsd: null },
});
