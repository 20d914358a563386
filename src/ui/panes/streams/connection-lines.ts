import { formatAge, formatClock, groupThousands } from '../../../domain/numbers/format.ts';
import type { ConnectionStatus } from '../../../domain/stream/connection-status.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import type { StreamTotals } from '../../../stores/streams.ts';
import { connectionWords, secondsToNextAttempt } from '../../bars/connection-words.ts';
import { type Line, lineWidth, muted, type Span, span, spread, wrap } from '../../text/span.ts';

interface Connection {
  readonly status: ConnectionStatus;
  readonly totals: StreamTotals;
  readonly refused: number;
  readonly nowMs: number;
  readonly retryKey: string;
}

/** The connection: state, attempt, countdown, reason, and age of the last message. */
export function connectionLines({ status, totals, refused, nowMs, retryKey }: Connection, width: number): Line[] {
  const { sign, word, tone } = connectionWords[status.state];
  const isUp = status.state === 'connected';
  const waitS = secondsToNextAttempt(status, nowMs);
  const hint = retryHint(status, refused, retryKey);
  const state = joined([
    [span(`${sign} ${word}`, tone, { bold: true })],
    ...(isUp || status.attempt === 0 ? [] : [[muted('attempt '), span(String(status.attempt))]]),
    ...(waitS === null ? [] : [[span(`next attempt in ${waitS} s`, tone)]]),
  ]);
  const since = [muted('since '), span(formatClock(status.sinceMs)), muted(`, ${formatAge(nowMs - status.sinceMs)}`)];
  // Beside the state if it fits; the state itself is never wrapped.
  const whole = joined([state, since]);
  const isBeside = lineWidth(whole) + 2 + lineWidth(hint) <= width;
  return [
    spread(isBeside ? whole : state, hint, width),
    ...(status.reason ? wrap(cleanText(status.reason), width, isUp ? 'warn' : tone) : []),
    ...inRows([joined([...(isBeside ? [] : [since]), ...heard(status, nowMs)]), joined(counted(totals))], width),
  ];
}

function retryHint({ state }: ConnectionStatus, refused: number, key: string): Line {
  const words = state === 'connected' ? (refused > 0 ? ' requests refused channels again' : null) : ' retries now';
  return words === null || state === 'connecting' ? [] : [span(key, 'accent'), muted(words)];
}

const heard = ({ lastMessageAtMs, latencyMs }: ConnectionStatus, nowMs: number): Span[][] => [
  [
    muted('last message '),
    span(lastMessageAtMs === null ? 'never' : formatAge(nowMs - lastMessageAtMs)),
    muted(lastMessageAtMs === null ? '' : ' ago'),
  ],
  [muted('ping '), span(latencyMs === null ? '–' : `${Math.round(latencyMs)} ms`)],
];

const counted = ({ messages, unreadable, reconnects }: StreamTotals): Span[][] => [
  [span(count(messages)), muted(messages === 1 ? ' message' : ' messages')],
  [span(count(unreadable), unreadable > 0 ? 'warn' : 'plain'), muted(' unreadable')],
  [span(count(reconnects)), muted(reconnects === 1 ? ' reconnect' : ' reconnects')],
];

const count = (value: number): string => groupThousands(String(value));

const gap = span('   ');

const joined = (parts: readonly Line[]): Line => parts.flatMap((part, index) => (index > 0 ? [gap, ...part] : part));

/** Parts side by side, wrapped between parts. */
function inRows(parts: readonly Line[], width: number): Line[] {
  const rows: Span[][] = [];
  for (const part of parts) {
    const last = rows.at(-1);
    if (last && lineWidth(last) + gap.text.length + lineWidth(part) <= width) last.push(gap, ...part);
    else rows.push([...part]);
  }
  return rows;
}
