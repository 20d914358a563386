import Big from 'big.js';
import { formatAge, formatPct } from '../../../domain/numbers/format.ts';
import type { Caller } from '../../../stores/signals/callers.ts';
import type { Column } from '../../components/table.ts';
import { known, signTone } from '../../text/cells.ts';
import { muted, span } from '../../text/span.ts';
import { changeText, countText } from './signal-columns.ts';

/** A caller, and the time at which the row is drawn. */
export interface CallerEntry {
  readonly caller: Caller;
  readonly nowMs: number;
}

/** The part of the priced calls that are up, in per cent; null without any. */
export const upPct = ({ up, priced }: Caller): Big | null => (priced > 0 ? new Big(up).div(priced).times(100) : null);

const change = (pct: Big | null) => known(pct, changeText, signTone(pct));

export const callerColumns: readonly Column<CallerEntry>[] = [
  {
    id: 'caller',
    title: 'CALLER',
    align: 'left',
    priority: 1,
    shrinkTo: 10,
    cell: ({ caller }) => span(caller.name, 'title'),
  },
  {
    // In a column of its own: a name can contain any character.
    id: 'flags',
    title: '',
    align: 'left',
    priority: 3,
    cell: ({ caller: { isBot, isVerified } }) => (isBot ? span('BOT', 'warn') : span(isVerified ? '✓' : '', 'up')),
  },
  { id: 'platform', title: 'ON', align: 'left', priority: 4, cell: ({ caller }) => muted(caller.platform ?? '–') },
  {
    id: 'calls',
    title: 'CALLS',
    align: 'right',
    priority: 1,
    cell: ({ caller }) => span(countText(caller.calls.length)),
  },
  { id: 'tokens', title: 'TOKENS', align: 'right', priority: 5, cell: ({ caller }) => span(countText(caller.tokens)) },
  { id: 'median', title: 'MEDIAN', align: 'right', priority: 1, cell: ({ caller }) => change(caller.medianPct) },
  { id: 'best', title: 'BEST', align: 'right', priority: 3, cell: ({ caller }) => change(caller.bestPct) },
  {
    id: 'up',
    title: 'UP',
    align: 'right',
    priority: 2,
    cell: ({ caller }) => known(upPct(caller), (pct) => formatPct(pct, 0)),
  },
  {
    id: 'last',
    title: 'LAST CALL',
    align: 'right',
    priority: 2,
    cell: ({ caller, nowMs }) => muted(formatAge(nowMs - caller.lastMs)),
  },
];

export function callerSortValue({ caller }: CallerEntry, columnId: string): Big | number | string | null {
  const values: Readonly<Record<string, Big | number | string | null>> = {
    caller: caller.name,
    platform: caller.platform,
    calls: caller.calls.length,
    tokens: caller.tokens,
    median: caller.medianPct,
    best: caller.bestPct,
    up: upPct(caller),
    last: caller.lastMs,
  };
  return values[columnId] ?? null;
}
