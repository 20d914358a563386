import { chains } from '../../../domain/market/chain.ts';
import { formatAge, formatPrice, formatUsd } from '../../../domain/numbers/format.ts';
import {
  type CallSum,
  type ContextCall,
  type ContextMessage,
  contextOf,
  isSignal,
  type Mention,
  orderable,
  type Signal,
  type SignalContext,
} from '../../../stores/signals/signals.ts';
import type { DeskView } from '../../desk/desk.ts';
import { type Keymap, keyOf, withKeys } from '../../keys/keymap.ts';
import { wholeTime } from '../../text/time-text.ts';
import { isSameSignal, mentionBy } from './context-words.ts';
import { counted } from './counted.ts';
import { changeText, sourceText, tradeText } from './signal-columns.ts';
import type { SignalEntry } from './signal-entry.ts';

interface Row {
  readonly label: string;
  readonly value: string;
}

/** Details of a signal, in full, with who else called its token. */
export function signalDetails(entry: SignalEntry, desk: DeskView): readonly Row[] {
  const { row, nowMs } = entry;
  if (row.kind === 'gap')
    return [
      { label: 'gap', value: `${wholeTime(row.fromMs)} to ${wholeTime(row.atMs)}` },
      { label: 'why', value: row.reason },
      { label: 'missed', value: 'Creations and graduations during the gap are lost; calls are read again.' },
    ];
  if (!isSignal(row))
    return [
      { label: 'unreadable', value: row.reason },
      { label: 'from', value: row.stream },
      { label: 'times', value: `${row.times}, last ${wholeTime(row.atMs)}` },
      { label: 'raw', value: withKeys('{focus.streams} shows the raw messages of the stream.', desk.keymap) },
    ];
  return [
    { label: 'signal', value: [row.kind, row.platform].filter(Boolean).join(', ') },
    {
      label: row.kind === 'call' ? 'last call' : 'time',
      value: `${wholeTime(row.atMs)}, ${formatAge(nowMs - row.atMs)} ago`,
    },
    ...tokenRows(entry, row, desk),
    ...optional('by', byText(row)),
    ...optional('in', row.place),
    ...(row.trade
      ? [
          { label: 'trade', value: tradeText(row.trade) },
          { label: 'wallet', value: row.trade.wallet },
        ]
      : []),
    ...optional('message', messageText(row)),
    ...(row.kind === 'call' ? callRows(entry, row) : levelRows(row)),
    ...row.facts,
    ...contextRows(contextOf(desk.signals.getState(), row), row, desk.keymap),
  ];
}

const optional = (label: string, value: string | null): Row[] => (value ? [{ label, value }] : []);

function tokenRows({ symbol, isLookalike }: SignalEntry, signal: Signal, { keymap }: DeskView): Row[] {
  const { token } = signal;
  const order = orderable(signal);
  const next =
    typeof order === 'string'
      ? order
      : withKeys('Esc, then {swap.create} opens the swap form for it, {order.create} the trigger order form', keymap);
  const name = [symbol || 'no symbol known', token.name].filter(Boolean).join(', ');
  return [
    {
      label: 'token',
      value: `${name}, on ${token.chain ? chains[token.chain].name : token.network || 'an unnamed chain'}`,
    },
    { label: 'address', value: token.address },
    ...(isLookalike
      ? [{ label: 'LOOKALIKE', value: `${symbol} is or looks like the symbol of another token: compare the address` }]
      : []),
    { label: 'order', value: next },
  ];
}

const messageText = ({ message, messageState }: Signal): string | null =>
  [message, messageState && `(${messageState} later)`].filter(Boolean).join(' ') || null;

/** What the lists say of a called token: how often, since when, and its prices then and now, exactly. */
function callRows({ figures, nowMs }: SignalEntry, { calls, priceUsd, marketCapUsd, liquidityUsd }: Signal): Row[] {
  const { priceAtCallUsd, priceNowUsd, changePct } = figures;
  return [
    ...optional('own sources', calls?.own ? sumText(calls.own, nowMs) : null),
    ...optional('public feed', calls?.everyone ? sumText(calls.everyone, nowMs) : null),
    ...optional('price at call', priceAtCallUsd && `${priceAtCallUsd} USD`),
    // The lists sum up several calls; a stream has the price at the latest.
    ...optional('price, last call', priceUsd && priceUsd !== priceAtCallUsd ? `${priceUsd} USD` : null),
    ...optional('price now', priceNowUsd && `${priceNowUsd} USD`),
    ...optional('change', changePct && `${changeText(changePct)} since the call`),
    ...optional('cap at call', marketCapUsd && `${formatUsd(marketCapUsd)} USD`),
    ...optional('liquidity', liquidityUsd && `${formatUsd(liquidityUsd)} USD at the call`),
  ];
}

function sumText({ mentions, firstSeenMs, readAtMs }: CallSum, nowMs: number): string {
  const count = mentions === null ? 'called' : counted(mentions, 'call');
  const since = firstSeenMs === null ? '' : `, the first ${wholeTime(firstSeenMs)}`;
  return `${count}${since}; read ${formatAge(nowMs - readAtMs)} ago`;
}

function byText({ caller, userName, isBot, isVerified }: Signal): string | null {
  const also = userName && userName !== caller ? `@${userName}` : '';
  const marks = [also, isBot ? 'a bot' : '', isVerified ? 'verified' : ''].filter(Boolean).join(', ');
  return [caller, marks].filter(Boolean).join(', ') || null;
}

/** Exact levels at the time of the signal. */
const levelRows = ({ priceUsd, marketCapUsd, liquidityUsd }: Signal): Row[] => [
  ...optional('price then', priceUsd && `${priceUsd} USD`),
  ...optional('market cap then', marketCapUsd && `${formatUsd(marketCapUsd)} USD`),
  ...optional('liquidity then', liquidityUsd && `${formatUsd(liquidityUsd)} USD`),
];

function contextRows(context: SignalContext | null, shown: Signal, keymap: Keymap): Row[] {
  if (!context) return [];
  const { calls, mentions, older } = context;
  const rest = (older.total ?? 0) - (calls.state === 'there' ? calls.items.length : 0);
  return [
    ...(calls.state === 'there'
      ? calls.items.flatMap((call, index) => contextCallRows(call, index, shown))
      : [{ label: 'calls', value: waitText(calls, keymap) }]),
    ...(calls.state === 'there' && calls.items.length === 0 ? [{ label: 'calls', value: 'none' }] : []),
    ...(older.cursor !== null
      ? [{ label: '', value: rest > 0 ? `and ${counted(rest, 'older call')}` : 'and older calls' }]
      : []),
    ...(mentions.state === 'there'
      ? mentions.items.map((mention, index) => ({ label: index === 0 ? 'mentions' : '', value: mentionText(mention) }))
      : [{ label: 'mentions', value: waitText(mentions, keymap) }]),
  ];
}

const waitText = (asked: Exclude<SignalContext['calls'], { state: 'there' }>, keymap: Keymap): string =>
  asked.state === 'asking'
    ? 'loading …'
    : `failed: ${asked.problem.message} (${asked.problem.code}); Esc, then ${keyOf(keymap, 'pane.details')} retries`;

function contextCallRows({ signal, around }: ContextCall, index: number, shown: Signal): Row[] {
  const isThis = isSameSignal(signal, shown);
  const by = signal.trade ? tradeText(signal.trade) : sourceText(signal);
  const said = signal.message ? `: ${signal.message}` : '';
  return [
    { label: index === 0 ? 'calls' : '', value: `${wholeTime(signal.atMs)} ${by}${isThis ? ' (this one)' : said}` },
    ...around.map((message) => ({ label: '', value: `    ${saidText(message)}` })),
  ];
}

const saidText = ({ atMs, author, text }: ContextMessage): string =>
  [atMs === null ? '' : wholeTime(atMs), author && `${author}:`, text || 'no text'].filter(Boolean).join(' ');

/** The service sends no text of a mention. */
const mentionText = (mention: Mention): string =>
  [wholeTime(mention.atMs), mentionBy(mention), mention.priceUsd && `at ${formatPrice(mention.priceUsd)} USD`]
    .filter(Boolean)
    .join(' ');
