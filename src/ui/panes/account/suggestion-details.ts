import type Big from 'big.js';
import { formatAge, formatClockZone, formatDate, formatPrice, formatUsd } from '../../../domain/numbers/format.ts';
import type { SuggestionRow } from '../../../stores/account/suggestion-rows.ts';
import { type Field, isoTime } from '../../export/field.ts';
import { type Keymap, withKeys } from '../../keys/keymap.ts';
import type { SuggestionEntry } from './account-entry.ts';

interface Detail {
  readonly label: string;
  readonly value: string;
}

const detail = (label: string, value: string): Detail => ({ label, value: value || '–' });

const undecided =
  'To act on it, place the trade: {swap.create} and {order.create} open a form with its token. ' +
  'The API can neither acknowledge nor dismiss a suggestion: that takes the service’s web terminal or bot.';

/** A suggestion in full, and what can be done about it. */
export function suggestionDetails({ row, token, nowMs }: SuggestionEntry, keymap: Keymap): readonly Detail[] {
  if (row.problem !== null) return [detail('unreadable', row.problem)];
  const { symbol, name, priceUsd, keyName, keyId } = row;
  return [
    detail('state', row.state),
    detail('side', row.side),
    detail('token', [token, name !== token && name].filter(Boolean).join(', ')),
    ...(symbol !== '' && symbol !== token ? [detail('symbol as sent', symbol)] : []),
    detail('network', row.network),
    detail('address', row.address),
    detail('size', row.usd ? `${formatUsd(row.usd)} USD` : ''),
    detail('price as sent', priceUsd ? `${formatPrice(priceUsd)} USD` : ''),
    detail('confidence', row.confidence),
    detail('rationale', row.rationale),
    detail('created', when(row.createdAtMs, nowMs)),
    detail('expires', when(row.expiresAtMs, nowMs)),
    ...(row.actedAtMs === null ? [] : [detail('acted on', when(row.actedAtMs, nowMs))]),
    ...(row.dismissedAtMs === null ? [] : [detail('dismissed', when(row.dismissedAtMs, nowMs))]),
    ...(row.dismissReason === '' ? [] : [detail('reason', row.dismissReason)]),
    ...(row.taskId === '' ? [] : [detail('task', row.taskId)]),
    detail('agent key', [keyName, keyId].filter(Boolean).join('  ')),
    detail('suggestion', row.id),
    ...(row.state === 'open' ? [detail('to decide', withKeys(undecided, keymap))] : []),
  ];
}

/** `2026-01-01 12:03:22 UTC, 2 h ago`. */
function when(atMs: number | null, nowMs: number): string {
  if (atMs === null) return '';
  const distance = nowMs >= atMs ? `${formatAge(nowMs - atMs)} ago` : `in ${formatAge(atMs - nowMs)}`;
  return `${formatDate(atMs)} ${formatClockZone(atMs)}, ${distance}`;
}

/** Exact values for export and copy. */
export function suggestionFields(row: SuggestionRow): readonly Field[] {
  const text = (name: string, value: string): Field => ({ name, value: value || null });
  const number = (name: string, value: Big | null): Field => ({ name, value: value?.toFixed() ?? null });
  const time = (name: string, atMs: number | null): Field => ({ name, value: atMs === null ? null : isoTime(atMs) });
  return [
    text('suggestion_id', row.id),
    text('state', row.state),
    text('side', row.side),
    text('network', row.network),
    text('token_address', row.address),
    text('symbol', row.symbol),
    number('price_usd', row.priceUsd),
    number('amount_usd', row.usd),
    text('confidence', row.confidence),
    text('rationale', row.rationale),
    time('created_at', row.createdAtMs),
    time('expires_at', row.expiresAtMs),
    time('acted_at', row.actedAtMs),
    time('dismissed_at', row.dismissedAtMs),
    text('dismiss_reason', row.dismissReason),
    text('task_id', row.taskId),
    text('agent_key_id', row.keyId),
    text('agent_key_name', row.keyName),
  ];
}
