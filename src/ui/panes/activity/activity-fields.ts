import { cleanText } from '../../../domain/text/clean-text.ts';
import { outcomeWords } from '../../../stores/orders/operation-words.ts';
import { type Field, isoTime } from '../../export/field.ts';
import type { OrderEntry } from './activity-entry.ts';

/** Exact values of an operation, for export and copy. */
export function activityFields({ record, summary, wallet }: OrderEntry): readonly Field[] {
  const text = (value: string | null | undefined): string | null => cleanText(value) || null;
  return [
    { name: 'request_id', value: text(record.requestId) },
    { name: 'task_id', value: text(record.taskId) },
    { name: 'transaction', value: text(record.task?.txHash) },
    { name: 'journal_id', value: text(record.id) },
    { name: 'sent_at', value: isoTime(record.sentAtMs) },
    { name: 'ended_at', value: isoTime(record.endedAtMs) },
    { name: 'took_ms', value: record.tookMs },
    { name: 'operation', value: text(record.operation) },
    { name: 'summary', value: summary },
    { name: 'outcome', value: outcomeWords(record) },
    { name: 'code', value: text(record.task?.code ?? record.code) },
    { name: 'message', value: text(record.task?.message ?? record.message) },
    { name: 'task_status', value: text(record.task?.status) },
    { name: 'filled_size', value: text(record.fills?.filledSize) },
    { name: 'avg_price', value: text(record.fills?.avgPrice) },
    { name: 'fee_usd', value: text(record.fills?.feeUsd) },
    { name: 'realised_pnl_usd', value: text(record.fills?.realisedPnlUsd) },
    { name: 'wallet', value: wallet || null },
    { name: 'wallet_id', value: text(record.walletId) },
  ];
}
