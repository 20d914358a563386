import { tokenId } from '../../../domain/market/token.ts';
import { isSignal, orderable } from '../../../stores/signals/signals.ts';
import { type Field, isoTime } from '../../export/field.ts';
import type { SignalEntry } from './signal-entry.ts';

/** Exact values of a signal, for export and copy; for other rows, their kind and reason. */
export function signalFields({ row, symbol, isLookalike }: SignalEntry): readonly Field[] {
  const time: Field = { name: 'time', value: isoTime(row.atMs) };
  if (!isSignal(row)) return [time, { name: 'kind', value: row.kind }, { name: 'note', value: row.reason }];
  const token = orderable(row);
  return [
    time,
    { name: 'kind', value: row.kind },
    { name: 'token_address', value: row.token?.address ?? null },
    { name: 'token', value: typeof token === 'string' ? null : tokenId(token) },
    { name: 'network', value: row.token?.network ?? null },
    { name: 'symbol', value: symbol || null },
    { name: 'is_lookalike', value: isLookalike ? 'yes' : 'no' },
    { name: 'platform', value: row.platform },
    { name: 'place', value: row.place },
    { name: 'caller', value: row.caller },
    { name: 'message', value: row.message },
    { name: 'price_usd', value: row.priceUsd },
    { name: 'market_cap_usd', value: row.marketCapUsd },
    { name: 'liquidity_usd', value: row.liquidityUsd },
    { name: 'wallet', value: row.trade?.wallet ?? null },
    { name: 'id', value: row.ids[0] ?? null },
  ];
}
