import { chains } from '../../../domain/chain.ts';
import { formatAge, formatUsd } from '../../../domain/format.ts';
import { type Keymap, keyOf, withKeys } from '../../../keys/keymap.ts';
import { type ContextMessage, isSignal, orderable, type Signal, type SignalContext } from '../../../stores/signals.ts';
import type { Desk } from '../../desk.ts';
import { wholeTime } from '../../text/time-text.ts';
import { sourceText, tradeText } from './signal-columns.ts';
import type { SignalEntry } from './signal-entry.ts';

interface Row {
  readonly label: string;
  readonly value: string;
}

/** Everything known of a signal, nothing cut, and who else called its token. */
export function signalDetails(entry: SignalEntry, desk: Desk): readonly Row[] {
  const { row, nowMs } = entry;
  if (row.kind === 'gap')
    return [
      { label: 'gap', value: `${wholeTime(row.fromMs)} to ${wholeTime(row.atMs)}` },
      { label: 'why', value: row.reason },
      { label: 'missed', value: 'Creations and graduations of that time are told by nobody; calls are read again.' },
    ];
  if (!isSignal(row))
    return [
      { label: 'unreadable', value: row.reason },
      { label: 'from', value: row.stream },
      { label: 'times', value: `${row.times}, last ${wholeTime(row.atMs)}` },
      { label: 'whole', value: withKeys('{focus.streams} shows the stream’s messages as they came.', desk.keymap) },
    ];
  return [
    { label: 'signal', value: [row.kind, row.platform].filter(Boolean).join(', ') },
    { label: 'time', value: `${wholeTime(row.atMs)}, ${formatAge(nowMs - row.atMs)} ago` },
    ...tokenRows(entry, row, desk),
    ...optional('by', byText(row)),
    ...optional('in', row.place),
    ...(row.trade
      ? [
          { label: 'trade', value: tradeText(row.trade) },
          { label: 'wallet', value: row.trade.wallet },
        ]
      : []),
    ...optional('message', row.message),
    ...levelRows(row),
    ...row.facts,
    ...(row.token ? contextRows(desk.signals.context(row.token.address), row, desk.keymap) : []),
  ];
}

const optional = (label: string, value: string | null): Row[] => (value ? [{ label, value }] : []);

function tokenRows({ symbol, isLookalike }: SignalEntry, signal: Signal, { keymap }: Desk): Row[] {
  const { token } = signal;
  const order = orderable(signal);
  const next =
    typeof order === 'string'
      ? order
      : withKeys(
          'Esc, then {swap.create} opens a swap into it, {order.create} a trigger order; nothing is sent by that',
          keymap,
        );
  if (!token)
    return [
      { label: 'token', value: 'not named by the service' },
      { label: 'order', value: next },
    ];
  const name = [symbol || 'no symbol known', token.name].filter(Boolean).join(', ');
  return [
    {
      label: 'token',
      value: `${name}, on ${token.chain ? chains[token.chain].name : token.network || 'an unnamed chain'}`,
    },
    { label: 'address', value: token.address },
    ...(isLookalike
      ? [{ label: 'LOOKALIKE', value: `${symbol} is, or is drawn like, another token’s symbol: compare the address` }]
      : []),
    { label: 'order', value: next },
  ];
}

function byText({ caller, isBot, isVerified }: Signal): string | null {
  const marks = [isBot ? 'a bot' : '', isVerified ? 'verified' : ''].filter(Boolean).join(', ');
  return [caller, marks].filter(Boolean).join(', ') || null;
}

/** Exact, as they were at the moment of the signal. */
const levelRows = ({ priceUsd, marketCapUsd, liquidityUsd }: Signal): Row[] => [
  ...optional('price then', priceUsd && `${priceUsd} USD`),
  ...optional('market cap then', marketCapUsd && `${formatUsd(marketCapUsd)} USD`),
  ...optional('liquidity then', liquidityUsd && `${formatUsd(liquidityUsd)} USD`),
];

function contextRows(context: SignalContext | null, shown: Signal, keymap: Keymap): Row[] {
  if (!context) return [];
  const { calls, mentions } = context;
  return [
    ...(calls.state === 'there'
      ? calls.items.flatMap(({ signal, around }, index) => callRows(signal, around, index, shown))
      : [{ label: 'calls', value: waitText(calls, keymap) }]),
    ...(calls.state === 'there' && calls.items.length === 0 ? [{ label: 'calls', value: 'none is known' }] : []),
    ...(mentions.state === 'there'
      ? mentions.items.map((mention, index) => ({ label: index === 0 ? 'mentions' : '', value: saidText(mention) }))
      : [{ label: 'mentions', value: waitText(mentions, keymap) }]),
  ];
}

const waitText = (asked: Exclude<SignalContext['calls'], { state: 'there' }>, keymap: Keymap): string =>
  asked.state === 'asking'
    ? 'asking …'
    : `cannot be read: ${asked.problem.message} (${asked.problem.code}); ${keyOf(keymap, 'pane.details')} asks again after Esc`;

function callRows(signal: Signal, around: readonly ContextMessage[], index: number, shown: Signal): Row[] {
  const isThis = signal.ids.some((id) => shown.ids.includes(id));
  const by = signal.trade ? tradeText(signal.trade) : sourceText(signal);
  const said = signal.message ? `: ${signal.message}` : '';
  return [
    { label: index === 0 ? 'calls' : '', value: `${wholeTime(signal.atMs)} ${by}${isThis ? ' (this one)' : said}` },
    ...around.map((message) => ({ label: '', value: `    ${saidText(message)}` })),
  ];
}

const saidText = ({ atMs, author, text }: ContextMessage): string =>
  [atMs === null ? '' : wholeTime(atMs), author && `${author}:`, text || 'no text'].filter(Boolean).join(' ');
