import type { OperationRecord, TaskState } from './operation-records.ts';

const sentAtMs = Date.UTC(2026, 0, 1, 14, 0, 0);

/** An accepted order, for tests of what is made of the records. */
export const operationRecord = (over: Partial<OperationRecord> = {}): OperationRecord => ({
  id: 'order-1',
  mode: 'paper',
  profile: 'paper',
  accountId: 'embedded paper',
  operation: 'perp.closePosition',
  summary: 'close 50 % of BTC long',
  walletId: 'wal_perp',
  blocks: 'wal_perp perp:BTC sell',
  evidence: { kind: 'position', coin: 'BTC', sziBefore: '0.15' },
  input: { body: { coin: 'BTC', percentage: 50 } },
  fillQuery: null,
  sentAtMs,
  state: 'accepted',
  endedAtMs: (over.sentAtMs ?? sentAtMs) + 120,
  tookMs: 120,
  code: null,
  message: 'Closed',
  requestId: 'req_1',
  taskId: null,
  task: null,
  oid: null,
  orderId: null,
  plan: null,
  fills: null,
  looks: [],
  resolution: null,
  ...over,
});

/** One that nobody knows the outcome of. */
export const unknownRecord = (over: Partial<OperationRecord> = {}): OperationRecord =>
  operationRecord({ state: 'unknown', code: 'TIMEOUT', message: 'no answer in 15 s', requestId: null, ...over });

export const taskState = (over: Partial<TaskState> = {}): TaskState => ({
  atMs: sentAtMs + 1_000,
  status: 'pending',
  isOver: false,
  txHash: null,
  code: null,
  message: null,
  ...over,
});
