import type { Journal, JournalEntry } from '../../platform/journal/journal.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { shownRequests } from '../../stores/orders/carried-requests.ts';
import { FoldedLines, neededRecords } from '../../stores/orders/fold-lines.ts';
import {
  journalLine,
  type OperationRecord,
  type OperationRecordsStore,
  withLine,
} from '../../stores/orders/operation-records.ts';

/** How journal lines identify the account. */
export interface Account {
  readonly mode: string;
  readonly profile: string;
}

type Line = { readonly event: string; readonly id: string; readonly [field: string]: unknown };

/** Keeps the journal and the operations store in step: a line is on disk before the store changes. */
export class OperationLog {
  readonly #journal: Journal;
  readonly #store: OperationRecordsStore;
  readonly #clock: Clock;
  readonly #unwritten: JournalEntry[] = [];

  constructor(journal: Journal, store: OperationRecordsStore, clock: Clock) {
    this.#journal = journal;
    this.#store = store;
    this.#clock = clock;
  }

  /** Throws if the line cannot be written; then nothing has changed. */
  write(line: Line): void {
    const entry = this.#stamp(line);
    // In order of events: an order must not be journalled after an earlier one whose known outcome is missing.
    for (const missing of [...this.#unwritten]) {
      this.#journal.append(missing);
      this.#unwritten.shift();
    }
    this.#journal.append(entry);
    this.#fold(entry);
  }

  /** For events that count even if they cannot be written now. They are written before the next line. */
  remember(line: Line): void {
    const entry = this.#stamp(line);
    this.#unwritten.push(entry);
    this.#fold(entry);
  }

  record(id: string): OperationRecord | undefined {
    return this.#store.getState().records.findLast((record) => record.id === id);
  }

  /**
   * Loads the operations that earlier runs left for this account, under any profile. A request that was in flight when
   * its program ended is unknown: it may have arrived. Returns how many lines could not be read.
   */
  load(accountId: string): number {
    const { entries, badLines } = this.#journal.read();
    const lines = entries.flatMap((entry) => journalLine.safeParse(entry).data ?? []);
    const folded = new FoldedLines();
    for (const line of lines) folded.add(line);
    const own = folded.records().filter((one) => one.accountId === accountId);
    this.#store.setState({ records: neededRecords(own, shownRequests) });
    for (const { id, state } of this.#store.getState().records) if (state === 'sent') this.#interrupt(id);
    this.#store.setState({ isLoaded: true });
    return badLines + entries.length - lines.length;
  }

  #interrupt(id: string): void {
    const line = { event: 'unknown', id, code: 'INTERRUPTED', message: 'the desk ended before the answer came' };
    try {
      this.write(line);
    } catch {
      // If this is not written, the next start finds the same.
      this.remember(line);
    }
  }

  #stamp(line: Line): JournalEntry {
    return { ...line, at: new Date(this.#clock.now()).toISOString() };
  }

  #fold(entry: JournalEntry): void {
    const line = journalLine.safeParse(JSON.parse(JSON.stringify(entry, bigintAsText))).data;
    if (line) this.#store.setState(({ records }) => ({ records: withLine(records, line) }));
  }
}

const bigintAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
