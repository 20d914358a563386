import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import { fieldsOf } from '../../domain/fields.ts';
import type { Store } from '../store.ts';
import { type FillReport, fillReport } from './fill-report.ts';

const at = z.iso.datetime().transform((text) => Date.parse(text));
const text = z.string().nullish();

/** One journal line. Lines written by hand or by another version may lack the optional fields. */
export const journalLine = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('sent'),
    id: z.string(),
    at,
    mode: z.string(),
    profile: z.string(),
    /** The account: service and user, as one text. */
    accountId: z.string().default(''),
    operation: z.string(),
    summary: z.string(),
    walletId: z.string().default(''),
    /** What it blocks if its outcome is unknown: wallet, instrument and side, as one text. */
    blocks: z.string().default(''),
    /** How to find out later whether it was executed. Interpreted by the actions. */
    evidence: z.unknown().default(null),
    input: z.unknown().default(null),
    /** How to find what it executed. Interpreted by the actions. */
    fillQuery: z.unknown().default(null),
    /** The plan that sent it; null for what a person sent. */
    plan: z.object({ id: z.string(), key: z.string(), attempt: z.number() }).nullish().default(null).catch(null),
  }),
  z.object({
    event: z.enum(['accepted', 'rejected', 'unknown', 'not-sent']),
    id: z.string(),
    at,
    code: text,
    message: text,
    requestId: text,
    taskId: text,
    /** Order id of a perp order. */
    oid: z.number().nullish(),
    /** Id of a trigger order. */
    orderId: text,
    tookMs: z.number().nullish(),
  }),
  /** A transfer of unknown outcome is sent again with the same correlationId; its outcome follows. */
  z.object({ event: z.literal('resent'), id: z.string(), at }),
  z.object({
    event: z.literal('looked'),
    id: z.string(),
    at,
    verdict: z.enum(['done', 'not-done', 'unclear']),
    why: z.string(),
  }),
  z.object({
    event: z.literal('resolved'),
    id: z.string(),
    at,
    verdict: z.enum(['done', 'not-done']),
    by: z.enum(['evidence', 'person']),
    why: z.string(),
  }),
  z.object({
    event: z.literal('task'),
    id: z.string(),
    at,
    status: z.string(),
    isOver: z.boolean(),
    txHash: text,
    code: text,
    message: text,
  }),
  /** A limit of the account switched the trading mode. It belongs to no request. */
  z.object({ event: z.literal('limit'), id: z.string(), at, accountId: z.string(), mode: z.string(), why: z.string() }),
  /** What it executed, read after it was accepted. */
  fillReport.extend({ event: z.literal('fills'), id: z.string(), at }),
]);

export type JournalLine = z.output<typeof journalLine>;

export interface Look {
  readonly atMs: number;
  readonly verdict: 'done' | 'not-done' | 'unclear';
  readonly why: string;
}

export interface Resolution {
  readonly atMs: number;
  readonly verdict: 'done' | 'not-done';
  readonly by: 'evidence' | 'person';
  readonly why: string;
}

export interface TaskState {
  readonly atMs: number;
  readonly status: string;
  readonly isOver: boolean;
  readonly txHash: string | null;
  readonly code: string | null;
  readonly message: string | null;
}

/** The history of one operation, from the journal. */
export interface OperationRecord {
  readonly id: string;
  readonly mode: string;
  readonly profile: string;
  readonly accountId: string;
  readonly operation: string;
  readonly summary: string;
  readonly walletId: string;
  readonly blocks: string;
  readonly evidence: unknown;
  readonly input: unknown;
  readonly fillQuery: unknown;
  /** The plan that sent it; null for what a person sent. */
  readonly plan: { readonly id: string; readonly key: string; readonly attempt: number } | null;
  readonly sentAtMs: number;
  /** `sent`: no answer yet. */
  readonly state: 'sent' | 'accepted' | 'rejected' | 'unknown' | 'not-sent';
  readonly endedAtMs: number | null;
  readonly tookMs: number | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly requestId: string | null;
  readonly taskId: string | null;
  readonly task: TaskState | null;
  readonly oid: number | null;
  readonly orderId: string | null;
  /** What it executed; null until it is read, or if it executes nothing. */
  readonly fills: FillReport | null;
  /** Results of the checks of an unknown outcome, oldest first. */
  readonly looks: readonly Look[];
  /** How an unknown outcome was resolved; null if unresolved, or if the outcome was known. */
  readonly resolution: Resolution | null;
}

export interface OperationRecords {
  /** Oldest first. */
  readonly records: readonly OperationRecord[];
  /** False until the journal of earlier runs has been read. Nothing may be sent before. */
  readonly isLoaded: boolean;
  /** How much of a large journal has been read, in per cent; null while none is being read. */
  readonly readPct: number | null;
  /** Time of the next check of an unresolved operation, by id, ms since the epoch; no entry: no further automatic check. */
  readonly nextLooks: Readonly<Record<string, number>>;
}

export type OperationRecordsStore = Store<OperationRecords>;

export const createOperationRecordsStore = (): OperationRecordsStore =>
  createStore<OperationRecords>(() => ({ records: [], isLoaded: false, readPct: null, nextLooks: {} }));

/** An unknown outcome. It blocks orders of its kind until evidence or the user resolves it. */
export const isUnresolved = ({ state, resolution }: OperationRecord): boolean =>
  state === 'unknown' && resolution === null;

/** A task that has not ended after this time is reported as stalled, ms. */
export const taskStallsAfterMs = 90_000;

/** Whether the service accepted the operation and its task has not ended. */
export const isTaskUnderWay = ({ state, taskId, task }: OperationRecord): boolean =>
  state === 'accepted' && taskId !== null && !task?.isOver;

/** Whether the user's own key signed it. */
export const isSigned = ({ evidence }: OperationRecord): boolean => fieldsOf(evidence)['kind'] === 'signed';

/** A signed transaction that may still land: no other is signed for the wallet until then. */
export const isSignedUnderWay = (record: OperationRecord): boolean =>
  isSigned(record) && record.state === 'accepted' && !record.task?.isOver;

/** Applies one journal line to the records. A line of an unknown operation, or a repeated line, changes nothing. */
export function withLine(records: readonly OperationRecord[], line: JournalLine): readonly OperationRecord[] {
  if (line.event === 'limit') return records;
  const index = records.findLastIndex(({ id }) => id === line.id);
  if (line.event === 'sent') return index === -1 ? [...records, begin(line)] : records;
  const record = records[index];
  return record ? records.with(index, next(record, line)) : records;
}

const begin = ({ at: sentAtMs, event: state, ...line }: JournalLine & { event: 'sent' }): OperationRecord => ({
  ...line,
  sentAtMs,
  state,
  endedAtMs: null,
  tookMs: null,
  code: null,
  message: null,
  requestId: null,
  taskId: null,
  task: null,
  oid: null,
  orderId: null,
  fills: null,
  looks: [],
  resolution: null,
});

function next(record: OperationRecord, line: Exclude<JournalLine, { event: 'sent' | 'limit' }>): OperationRecord {
  switch (line.event) {
    case 'resent':
      return { ...record, state: 'sent' };
    case 'looked': {
      const { at: atMs, verdict, why } = line;
      const isRepeated = record.looks.some(
        (look) => look.atMs === atMs && look.verdict === verdict && look.why === why,
      );
      return isRepeated ? record : { ...record, looks: [...record.looks, { atMs, verdict, why }] };
    }
    case 'resolved':
      return { ...record, resolution: { atMs: line.at, verdict: line.verdict, by: line.by, why: line.why } };
    case 'task': {
      const { at: atMs, status, isOver, txHash = null, code = null, message = null } = line;
      return { ...record, task: { atMs, status, isOver, txHash, code, message } };
    }
    case 'fills':
      return { ...record, fills: fillReport.parse(line) };
    default: {
      const { event: state, at: endedAtMs, tookMs = null, code = null, message = null } = line;
      const { requestId = null, taskId = null, oid = null, orderId = null } = line;
      return { ...record, state, endedAtMs, tookMs, code, message, requestId, taskId, oid, orderId };
    }
  }
}
