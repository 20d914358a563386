import { tokenId } from '../../../domain/market/token.ts';
import { type CallSum, isSignal, orderable } from '../../../stores/signals/signals.ts';
import { type Field, isoTime } from '../../export/field.ts';
import type { SignalEntry } from './signal-entry.ts';

/** Exact values of a signal, for export and copy; for other rows, their kind and reason. */
export function signalFields({ row, symbol, isLookalike, figures }: SignalEntry): readonly Field[] {
  const time: Field = { name: 'time', value: isoTime(row.atMs) };
  if (!isSignal(row)) return [time, { name: 'kind', value: row.kind }, { name: 'note', value: row.reason }];
  const token = orderable(row);
  return [
    time,
    { name: 'kind', value: row.kind },
    { name: 'token_address', value: row.token.address },
    { name: 'token', value: typeof token === 'string' ? null : tokenId(token) },
    { name: 'network', value: row.token.network },
    { name: 'symbol', value: symbol || null },
    { name: 'is_lookalike', value: isLookalike ? 'yes' : 'no' },
    { name: 'platform', value: row.platform },
    { name: 'place', value: row.place },
    { name: 'caller', value: row.caller },
    { name: 'user_name', value: row.userName },
    { name: 'message', value: row.message },
    { name: 'message_state', value: row.messageState },
    { name: 'calls_own', value: countField(row.calls?.own) },
    { name: 'calls_public', value: countField(row.calls?.everyone) },
    { name: 'first_called', value: isoTime(figures.firstSeenMs) },
    { name: 'price_usd', value: row.kind === 'call' ? figures.priceAtCallUsd : row.priceUsd },
    { name: 'price_now_usd', value: figures.priceNowUsd },
    { name: 'change_pct', value: figures.changePct?.toFixed() ?? null },
    { name: 'market_cap_usd', value: row.marketCapUsd },
    { name: 'liquidity_usd', value: row.liquidityUsd },
    { name: 'wallet', value: row.trade?.wallet ?? null },
    { name: 'id', value: row.ids[0] ?? null },
  ];
}

const countField = (sum: CallSum | null | undefined): string | null => sum?.mentions?.toString() ?? null;
