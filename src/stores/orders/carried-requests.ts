import { isUnfinished } from './fold-lines.ts';
import { type JournalLine, journalLine, type OperationRecord, withLine } from './operation-records.ts';

/** How many earlier requests of an account the desk shows, besides the unfinished ones; `swapdeck journal` shows the rest. */
export const shownRequests = 500;
/** Accounts whose ended requests are carried over. Each `--ephemeral` run has an account of its own. */
const mostAccounts = 8;

interface Request {
  /** Null for a request that began before it was followed: its earlier lines are needed to know its state. */
  readonly record: OperationRecord | null;
  /** Byte of its first line in the journal. */
  readonly from: number;
  readonly isRecent: boolean;
}

/**
 * Finds, line by line, the requests that a rotated journal carries over: the last `shown` of each of the accounts used
 * last, every unfinished one, and the last one of each plan (see `neededRecords`). The others are forgotten as lines arrive, so
 * that it needs no more memory for a longer journal.
 */
export class CarriedRequests {
  readonly #shown: number;
  readonly #requests = new Map<string, Request>();
  /** Account → ids, oldest first; the account used last is the last one. */
  readonly #recent = new Map<string, string[]>();
  /** Account and plan → id of its last request. */
  readonly #lastOf = new Map<string, string>();
  /** How many lines could not be read. */
  badLines = 0;

  constructor(shown = shownRequests) {
    this.#shown = shown;
  }

  /** `from`: byte of the line in the journal. */
  add(entry: unknown, from: number): void {
    const line = journalLine.safeParse(entry).data;
    if (!line) return void this.badLines++;
    const request = this.#requests.get(line.id);
    if (request?.record) {
      const [record = null] = withLine([request.record], line);
      this.#keep(line.id, { ...request, record });
    } else if (line.event === 'sent') {
      if (!request) this.#begin(line, from);
    } else if (mayReopen(line)) this.#requests.set(line.id, { record: null, from: 0, isRecent: false });
  }

  /** Ids of the requests to carry, and a byte before which none of them has a line. */
  result(): { readonly ids: ReadonlySet<string>; readonly from: number } {
    const starts = [...this.#requests.values()].map(({ from }) => from);
    return {
      ids: new Set(this.#requests.keys()),
      from: starts.reduce((least, from) => Math.min(least, from), Infinity),
    };
  }

  #begin(line: JournalLine & { readonly event: 'sent' }, from: number): void {
    const { id, accountId } = line;
    const [record = null] = withLine([], line);
    this.#requests.set(id, { record, from, isRecent: true });
    if (record?.plan) this.#supersede(planOf(record), id);
    const recent = this.#recent.get(accountId) ?? [];
    recent.push(id);
    this.#recent.delete(accountId);
    this.#recent.set(accountId, recent);
    if (recent.length > this.#shown) this.#age(recent.splice(0, 1));
    if (this.#recent.size <= mostAccounts) return;
    const [[account, ids] = ['', []]] = this.#recent;
    this.#recent.delete(account);
    this.#age(ids);
  }

  #supersede(plan: string, id: string): void {
    const before = this.#lastOf.get(plan);
    this.#lastOf.set(plan, id);
    const request = before === undefined ? undefined : this.#requests.get(before);
    if (before !== undefined && request) this.#keep(before, request);
  }

  #age(ids: readonly string[]): void {
    for (const id of ids) {
      const request = this.#requests.get(id);
      if (request) this.#keep(id, { ...request, isRecent: false });
    }
  }

  #keep(id: string, request: Request): void {
    const { record, isRecent } = request;
    const isLast = record?.plan && this.#lastOf.get(planOf(record)) === id;
    if (isRecent || !record || isLast || isUnfinished(record)) this.#requests.set(id, request);
    else this.#requests.delete(id);
  }
}

const planOf = ({ accountId, plan }: OperationRecord): string => `${plan?.id} ${accountId}`;

/** Whether a finished request may be unfinished after this line. */
function mayReopen(line: JournalLine): boolean {
  switch (line.event) {
    case 'resent':
    case 'unknown':
      return true;
    case 'accepted':
    case 'rejected':
    case 'not-sent':
      return Boolean(line.taskId);
    case 'task':
      return !line.isOver;
    default:
      return false;
  }
}
