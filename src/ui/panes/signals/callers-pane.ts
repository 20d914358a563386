import { formatPct, formatPrice, shortAddress } from '../../../domain/numbers/format.ts';
import { type Caller, callersOf, type PricedCall } from '../../../stores/signals/callers.ts';
import type { DeskView } from '../../desk/desk.ts';
import { type Field, isoTime } from '../../export/field.ts';
import { type Line, muted } from '../../text/span.ts';
import { wholeTime } from '../../text/time-text.ts';
import { type TablePane, usualMostRows } from '../table-pane.ts';
import { type CallerEntry, callerColumns, callerSortValue, upPct } from './caller-columns.ts';
import { counted } from './counted.ts';
import { changeText } from './signal-columns.ts';
import { readsEveryMs, signalsPane } from './signals-pane.ts';

/** Who calls tokens, and how those calls did; computed from the calls that have been read. */
export const callersPane: TablePane<CallerEntry> = {
  id: 'callers',
  title: 'Callers',
  heading: 'Callers pane',
  home: 'signals',
  focus: {
    title: 'callers',
    description: 'Focus the callers: who calls tokens, and how their calls did',
    keys: ['M-w'],
  },
  columns: callerColumns,
  reading: signalsPane.reading,
  refreshMs: () => readsEveryMs,
  mostRows: usualMostRows,
  rows: (desk) => callersOf(desk.signals.getState().heard).map((caller) => ({ caller, nowMs: desk.now() })),
  keyOf: ({ caller }) => caller.key,
  problemOf: () => null,
  sortValue: callerSortValue,
  searchText: ({ caller: { name, userName, platform, isBot } }) =>
    [name, userName, platform, isBot && 'bot'].filter(Boolean).join(' '),
  fields: callerFields,
  summary: (desk, rows) => [
    muted(`${counted(rows.length, 'caller')}${rows.length > 0 ? ` from ${readText(desk)}` : ''}`),
  ],
  totals: noteLines,
  empty: 'No call that names its caller yet. {focus.signals} shows the signals; {desk.refresh} reads them again.',
  loading: 'Reading the latest calls …',
  details: ({ caller }, desk) => callerDetails(caller, desk),
};

/** `13 reads and 5 live calls`. */
function readText(desk: DeskView): string {
  const { reads, live } = desk.signals.getState().heard;
  return [counted(reads.size, 'read'), ...(live > 0 ? [counted(live, 'live call')] : [])].join(' and ');
}

function noteLines(_desk: DeskView, _width: number, rows: readonly CallerEntry[]): Line[] {
  return rows.length === 0 ? [] : [[muted('  change since each call, at the last known price of its token')]];
}

const mostCalls = 100;

function callerDetails(caller: Caller, desk: DeskView) {
  const { priced, up, calls, tokens } = caller;
  const part = upPct(caller);
  const more = calls.length - mostCalls;
  return [
    { label: 'caller', value: callerName(caller) },
    { label: 'platform', value: caller.platform ?? 'unknown' },
    {
      label: 'calls',
      value: `${counted(calls.length, 'call')} of ${counted(tokens, 'token')}, from ${readText(desk)}`,
    },
    { label: 'priced', value: `${priced} of ${calls.length}: price at the call and a later one are known` },
    { label: 'median', value: caller.medianPct ? `${changeText(caller.medianPct)} since the call` : 'unknown' },
    { label: 'best', value: caller.bestPct ? `${changeText(caller.bestPct)} since the call` : 'unknown' },
    { label: 'up', value: part ? `${up} of ${priced}, ${formatPct(part, 0)}` : 'unknown' },
    { label: 'last call', value: wholeTime(caller.lastMs) },
    ...calls.slice(0, mostCalls).map((call, at) => ({ label: at === 0 ? 'each call' : '', value: callText(call) })),
    ...(more > 0 ? [{ label: '', value: `and ${counted(more, 'older call')}` }] : []),
  ];
}

function callerName({ name, userName, isBot, isVerified }: Caller): string {
  const also = userName && userName !== name ? `@${userName}` : '';
  return [name, also, isBot ? 'a bot' : '', isVerified ? 'verified' : ''].filter(Boolean).join(', ');
}

function callText({ atMs, token, priceUsd, priceNowUsd, changePct }: PricedCall): string {
  const named = [token.symbol ?? '–', token.network || '?', shortAddress(token.address)].join(' ');
  const then = priceUsd === null ? 'price unknown' : formatPrice(priceUsd);
  const now = priceNowUsd === null ? '' : ` → ${formatPrice(priceNowUsd)}`;
  return `${wholeTime(atMs)}  ${named}  ${then}${now}${changePct ? `  ${changeText(changePct)}` : ''}`;
}

function callerFields({ caller }: CallerEntry): readonly Field[] {
  return [
    { name: 'name', value: caller.name },
    { name: 'user_name', value: caller.userName },
    { name: 'platform', value: caller.platform },
    { name: 'is_bot', value: caller.isBot ? 'yes' : 'no' },
    { name: 'calls', value: String(caller.calls.length) },
    { name: 'tokens', value: String(caller.tokens) },
    { name: 'priced_calls', value: String(caller.priced) },
    { name: 'median_change_pct', value: caller.medianPct?.toFixed() ?? null },
    { name: 'best_change_pct', value: caller.bestPct?.toFixed() ?? null },
    { name: 'calls_up', value: String(caller.up) },
    { name: 'last_call', value: isoTime(caller.lastMs) },
  ];
}
