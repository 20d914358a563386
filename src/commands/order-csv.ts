import { cleanText } from '../domain/clean-text.ts';
import { csv } from '../domain/csv.ts';
import type { OrderRecord } from '../stores/order-records.ts';

type Cell = (record: OrderRecord) => string | number | null;

const columns: readonly (readonly [string, Cell])[] = [
  ['sent_at', ({ sentAtMs }) => isoTime(sentAtMs)],
  ['ended_at', ({ endedAtMs }) => isoTime(endedAtMs)],
  ['took_ms', ({ tookMs }) => tookMs],
  ['mode', ({ mode }) => cleanText(mode)],
  ['profile', ({ profile }) => cleanText(profile)],
  ['operation', ({ operation }) => cleanText(operation)],
  ['summary', ({ summary }) => cleanText(summary)],
  ['wallet_id', ({ walletId }) => cleanText(walletId)],
  ['outcome', ({ state }) => state],
  ['code', ({ code }) => cleanText(code)],
  ['message', ({ message }) => cleanText(message)],
  ['request_id', ({ requestId }) => cleanText(requestId)],
  ['resolved', ({ resolution }) => resolution?.verdict ?? null],
  ['resolved_by', ({ resolution }) => resolution?.by ?? null],
  ['resolved_at', ({ resolution }) => isoTime(resolution?.atMs ?? null)],
  ['resolved_why', ({ resolution }) => cleanText(resolution?.why)],
  ['task_id', ({ taskId }) => cleanText(taskId)],
  ['task_status', ({ task }) => cleanText(task?.status)],
  ['task_at', ({ task }) => isoTime(task?.atMs ?? null)],
  ['tx_hash', ({ task }) => cleanText(task?.txHash)],
  ['task_code', ({ task }) => cleanText(task?.code)],
  ['task_message', ({ task }) => cleanText(task?.message)],
  ['id', ({ id }) => cleanText(id)],
];

/** The line of titles. */
export const orderCsvHead = (): string => csv([columns.map(([title]) => title)]);

/** Orders as the lines below it. */
export const orderCsv = (records: readonly OrderRecord[]): string =>
  csv(records.map((record) => columns.map(([, cell]) => cell(record))));

const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
