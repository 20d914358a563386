import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';

const at = z.iso.datetime().transform((text) => Date.parse(text));
const text = z.string().nullish();

/** One line of the journal. A line written by hand or by another version may lack what is optional here. */
export const journalLine = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('sent'),
    id: z.string(),
    at,
    mode: z.string(),
    profile: z.string(),
    /** Whose order it is: service and user, as one text. */
    accountId: z.string().default(''),
    operation: z.string(),
    summary: z.string(),
    walletId: z.string().default(''),
    /** What an unknown outcome of it blocks: wallet, instrument and side as one text. */
    blocks: z.string().default(''),
    /** How to find out afterwards what became of it; read by the actions. */
    evidence: z.unknown().default(null),
    input: z.unknown().default(null),
  }),
  z.object({
    event: z.enum(['accepted', 'rejected', 'unknown', 'not-sent']),
    id: z.string(),
    at,
    code: text,
    message: text,
    requestId: text,
    taskId: text,
    tookMs: z.number().nullish(),
  }),
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

/** The life of one request that changes something, from the journal. */
export interface OrderRecord {
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
  /** What was read to find out about an unknown outcome, oldest first. */
  readonly looks: readonly Look[];
  /** How the doubt ended; null while it stands, and where there was none. */
  readonly resolution: Resolution | null;
}

export interface OrderRecords {
  /** Oldest first. */
  readonly records: readonly OrderRecord[];
  /** False until what earlier runs left in the journal has been read: nothing may be sent before. */
  readonly isLoaded: boolean;
  /** When the account is looked at again for an unknown outcome, by id, ms since the epoch; without an entry, no more by itself. */
  readonly nextLooks: Readonly<Record<string, number>>;
}

export type OrderRecordsStore = StoreApi<OrderRecords>;

export const createOrderRecordsStore = (): OrderRecordsStore =>
  createStore<OrderRecords>(() => ({ records: [], isLoaded: false, nextLooks: {} }));

/** An outcome that nobody knows: it blocks orders of its kind until evidence or a person settles it. */
export const isInDoubt = ({ state, resolution }: OrderRecord): boolean => state === 'unknown' && resolution === null;

/** A task that has not ended after this long is said to stall, ms. */
export const taskStallsAfterMs = 90_000;

/** The service took it and works on. */
export const isTaskUnderWay = ({ state, taskId, task }: OrderRecord): boolean =>
  state === 'accepted' && taskId !== null && !task?.isOver;

/** The records after one more line. A line of an unknown order, or one that comes twice, changes nothing. */
export function withLine(records: readonly OrderRecord[], line: JournalLine): readonly OrderRecord[] {
  const index = records.findLastIndex(({ id }) => id === line.id);
  if (line.event === 'sent') return index === -1 ? [...records, begin(line)] : records;
  const record = records[index];
  return record ? records.with(index, next(record, line)) : records;
}

const begin = ({ at: sentAtMs, event: state, ...line }: JournalLine & { event: 'sent' }): OrderRecord => ({
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
  looks: [],
  resolution: null,
});

function next(record: OrderRecord, line: Exclude<JournalLine, { event: 'sent' }>): OrderRecord {
  switch (line.event) {
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
    default: {
      const { event: state, at: endedAtMs, tookMs = null, code = null, message = null } = line;
      const { requestId = null, taskId = null } = line;
      return { ...record, state, endedAtMs, tookMs, code, message, requestId, taskId };
    }
  }
}
