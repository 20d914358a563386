import { csv } from '../../domain/text/csv.ts';
import type { OperationRecord } from '../../stores/orders/operation-records.ts';

type Cell = (record: OperationRecord) => string | number | null;

const columns: readonly (readonly [string, Cell])[] = [
  ['sent_at', ({ sentAtMs }) => isoTime(sentAtMs)],
  ['ended_at', ({ endedAtMs }) => isoTime(endedAtMs)],
  ['took_ms', ({ tookMs }) => tookMs],
  ['mode', ({ mode }) => mode],
  ['profile', ({ profile }) => profile],
  ['operation', ({ operation }) => operation],
  ['summary', ({ summary }) => summary],
  ['wallet_id', ({ walletId }) => walletId],
  ['outcome', ({ state }) => state],
  ['code', ({ code }) => code],
  ['message', ({ message }) => message],
  ['request_id', ({ requestId }) => requestId],
  ['resolved', ({ resolution }) => resolution?.verdict ?? null],
  ['resolved_by', ({ resolution }) => resolution?.by ?? null],
  ['resolved_at', ({ resolution }) => isoTime(resolution?.atMs ?? null)],
  ['resolved_why', ({ resolution }) => resolution?.why ?? null],
  ['task_id', ({ taskId }) => taskId],
  ['task_status', ({ task }) => task?.status ?? null],
  ['task_at', ({ task }) => isoTime(task?.atMs ?? null)],
  ['tx_hash', ({ task }) => task?.txHash ?? null],
  ['task_code', ({ task }) => task?.code ?? null],
  ['task_message', ({ task }) => task?.message ?? null],
  ['filled_size', ({ fills }) => fills?.filledSize ?? null],
  ['avg_price', ({ fills }) => fills?.avgPrice ?? null],
  ['fee_usd', ({ fills }) => fills?.feeUsd ?? null],
  ['realised_pnl_usd', ({ fills }) => fills?.realisedPnlUsd ?? null],
  ['id', ({ id }) => id],
  ['plan_id', ({ plan }) => plan?.id ?? null],
  ['plan_order', ({ plan }) => plan?.key ?? null],
];

/** The header line. */
export const orderCsvHead = (): string => csv([columns.map(([title]) => title)]);

/** Orders as CSV lines below it. */
export const orderCsv = (records: readonly OperationRecord[]): string =>
  csv(records.map((record) => columns.map(([, cell]) => cell(record))));

const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
