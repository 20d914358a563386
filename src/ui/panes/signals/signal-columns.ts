import type Big from 'big.js';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import {
  formatAge,
  formatPct,
  formatPrice,
  formatUsd,
  groupThousands,
  shortAddress,
} from '../../../domain/numbers/format.ts';
import { cutEnd, displayWidth, padEnd } from '../../../domain/text/text-width.ts';
import type { CallFigures } from '../../../stores/signals/call-figures.ts';
import { isSignal, type Signal } from '../../../stores/signals/signals.ts';
import type { Column } from '../../components/table.ts';
import { known, signTone } from '../../text/cells.ts';
import { muted, type Span, span, type Tone } from '../../text/span.ts';
import { timeText } from '../../text/time-text.ts';
import type { SignalEntry } from './signal-entry.ts';

const symbolWidth = 10;
const networkWidth = 5;
/** Maximum width of a message; the details have it in full. */
const messageWidth = 80;
/** Maximum width of a number: a wider one is not a real price and must not displace other columns. */
const numberWidth = 14;

const kindTones: Readonly<Record<Signal['kind'], Tone>> = {
  call: 'accent',
  trade: 'plain',
  creation: 'muted',
  graduation: 'title',
};

const ofSignal = (show: (signal: Signal, entry: SignalEntry) => Span) => (entry: SignalEntry) =>
  isSignal(entry.row) ? show(entry.row, entry) : muted('');

/** Cells of calls; other kinds have no such figure. */
const ofCall = (show: (figures: CallFigures) => Span) =>
  ofSignal(({ kind }, { figures }) => (kind === 'call' ? show(figures) : muted('')));

export const signalColumns: readonly Column<SignalEntry>[] = [
  {
    id: 'age',
    title: 'AGE',
    align: 'right',
    priority: 2,
    cell: ({ row, nowMs }) => muted(formatAge(nowMs - row.atMs)),
  },
  {
    id: 'kind',
    title: 'KIND',
    align: 'left',
    priority: 5,
    cell: ofSignal(({ kind }) => span(kind, kindTones[kind])),
  },
  {
    id: 'token',
    title: 'TOKEN',
    align: 'left',
    priority: 1,
    cell: ofSignal((signal, { symbol }) => tokenCell(signal, symbol)),
  },
  {
    id: 'mark',
    title: '',
    align: 'left',
    priority: 1,
    cell: ({ isLookalike }) => span(isLookalike ? 'LOOKALIKE' : '', 'warn'),
  },
  {
    // In a column of its own: a name can contain any character.
    id: 'flags',
    title: '',
    align: 'left',
    priority: 4,
    cell: ofSignal(flagCell),
  },
  {
    id: 'calls',
    title: 'CALLS',
    align: 'right',
    priority: 2,
    cell: ofCall(({ mentions }) => known(mentions, countText)),
  },
  {
    id: 'change',
    title: 'CHANGE',
    align: 'right',
    priority: 1,
    cell: ofCall(({ changePct }) => known(changePct, changeText, signTone(changePct))),
  },
  {
    id: 'source',
    title: 'WHO AND WHERE',
    align: 'left',
    priority: 3,
    shrinkTo: 14,
    cell: ofSignal((signal) => (signal.trade ? tradeCell(signal.trade) : muted(whoText(signal) || '–'))),
  },
  {
    id: 'price',
    title: 'AT CALL',
    align: 'right',
    priority: 6,
    cell: ofSignal(({ kind, priceUsd }, { figures }) => price(kind === 'call' ? figures.priceAtCallUsd : priceUsd)),
  },
  { id: 'now', title: 'NOW', align: 'right', priority: 6, cell: ofCall(({ priceNowUsd }) => price(priceNowUsd)) },
  { id: 'cap', title: 'MCAP', align: 'right', priority: 7, cell: ofSignal(({ marketCapUsd }) => usd(marketCapUsd)) },
  {
    id: 'liquidity',
    title: 'LIQ',
    align: 'right',
    priority: 8,
    cell: ofSignal(({ liquidityUsd }) => usd(liquidityUsd)),
  },
  {
    id: 'time',
    title: 'TIME',
    align: 'left',
    priority: 10,
    cell: ({ row, nowMs }) => muted(clockText(row.atMs, nowMs)),
  },
  {
    id: 'message',
    title: 'MESSAGE',
    align: 'left',
    priority: 9,
    shrinkTo: 20,
    cell: ofSignal(({ message }) => muted(cutEnd(message ?? '', messageWidth))),
  },
];

/** Times of another day have no seconds. */
function clockText(ms: number, nowMs: number): string {
  const text = timeText(ms, nowMs);
  return text.includes(' ') ? text.slice(0, -':00'.length) : text;
}

/** Symbol, chain and address in one cell, so that the symbol is never shown alone. */
function tokenCell({ token }: Signal, symbol: string): Span {
  const name = padEnd(cutEnd(symbol || '–', symbolWidth), symbolWidth);
  return span(
    `${name} ${padEnd(cutEnd(token.network || '?', networkWidth), networkWidth)} ${shortAddress(token.address)}`,
  );
}

function flagCell({ isBot, isVerified, messageState }: Signal): Span {
  if (messageState === 'deleted') return span('DELETED', 'warn');
  return isBot ? span('BOT', 'warn') : span(isVerified ? '✓' : '', 'up');
}

export const countText = (count: number): string => groupThousands(String(count));
export const changeText = (change: Big): string => bounded(formatPct(change, 1, { sign: true }));

export const tradeText = ({ isBuy, amountUsd, wallet }: NonNullable<Signal['trade']>): string => {
  const amount = bounded(formatUsd(amountUsd));
  return `${isBuy ? 'BUY' : 'SELL'} ${amount} USD by ${shortAddress(wallet) || '?'}`;
};

const tradeCell = (trade: NonNullable<Signal['trade']>): Span => span(tradeText(trade), trade.isBuy ? 'up' : 'down');

/** Caller and place of a signal. */
export const sourceText = ({ caller, place, platform }: Signal): string =>
  [caller, place ?? platform].filter(Boolean).join(' · ');

const happened = { creation: 'created on', graduation: 'graduated to' } as const;

/** The same; of a token that was created or has graduated, where. */
function whoText(signal: Signal): string {
  if (signal.kind !== 'creation' && signal.kind !== 'graduation') return sourceText(signal);
  return `${happened[signal.kind]} ${signal.place ?? signal.platform ?? 'chain'}`;
}

const price = (value: string | null): Span => known(value, (text) => bounded(formatPrice(text)));
const usd = (value: string | null): Span => known(value, (text) => bounded(formatUsd(text)), 'muted');
const bounded = (text: string): string => (displayWidth(text) <= numberWidth ? text : '?');

/** Value by which a column sorts; null sorts last. */
export function signalSortValue({ row, symbol, isLookalike, figures }: SignalEntry, columnId: string) {
  if (columnId === 'time' || columnId === 'age') return columnId === 'time' ? row.atMs : -row.atMs;
  if (!isSignal(row)) return null;
  if (columnId === 'price') return readDecimal(row.kind === 'call' ? figures.priceAtCallUsd : row.priceUsd);
  if (columnId === 'now') return row.kind === 'call' ? readDecimal(figures.priceNowUsd) : null;
  if (columnId === 'change') return row.kind === 'call' ? figures.changePct : null;
  if (columnId === 'calls') return figures.mentions;
  if (columnId === 'cap') return readDecimal(row.marketCapUsd);
  if (columnId === 'liquidity') return readDecimal(row.liquidityUsd);
  if (columnId === 'kind') return row.kind;
  if (columnId === 'message') return row.message;
  if (columnId === 'mark') return isLookalike ? 1 : 0;
  if (columnId === 'source') return sourceText(row) || null;
  return columnId === 'token' ? `${symbol} ${row.token.network} ${row.token.address}` : null;
}
