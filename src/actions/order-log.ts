import type { Clock } from '../platform/clock.ts';
import type { Journal, JournalEntry } from '../platform/journal.ts';
import { FoldedLines, isUnfinished } from '../stores/fold-lines.ts';
import { journalLine, type OrderRecord, type OrderRecordsStore, withLine } from '../stores/order-records.ts';

/** What a journal line calls the account. */
export interface Account {
  readonly mode: string;
  readonly profile: string;
}

/** Earlier requests that the screen keeps; `swapdeck journal` shows the others. */
const shown = 500;

type Line = { readonly event: string; readonly id: string; readonly [field: string]: unknown };

/** The journal and what the screen shows of it, kept as one: a line is on disk before anything else knows of it. */
export class OrderLog {
  readonly #journal: Journal;
  readonly #store: OrderRecordsStore;
  readonly #clock: Clock;
  readonly #unwritten: JournalEntry[] = [];

  constructor(journal: Journal, store: OrderRecordsStore, clock: Clock) {
    this.#journal = journal;
    this.#store = store;
    this.#clock = clock;
  }

  /** Throws when the line cannot be written; then nothing has changed. */
  write(line: Line): void {
    const entry = this.#stamp(line);
    // In the order of what happened: an order must not stand in the journal behind an earlier one without its known ending.
    for (const missing of [...this.#unwritten]) {
      this.#journal.append(missing);
      this.#unwritten.shift();
    }
    this.#journal.append(entry);
    this.#fold(entry);
  }

  /** For what has happened although it cannot be written: it counts at once, and is written before the next line. */
  remember(line: Line): void {
    const entry = this.#stamp(line);
    this.#unwritten.push(entry);
    this.#fold(entry);
  }

  record(id: string): OrderRecord | undefined {
    return this.#store.getState().records.findLast((record) => record.id === id);
  }

  /**
   * Takes up what earlier runs left for this account, under whatever profile. A request that was on its way when its program ended is unknown: it
   * may have arrived. Returns how many lines could not be read.
   */
  load(accountId: string): number {
    const { entries, badLines } = this.#journal.read();
    const lines = entries.flatMap((entry) => journalLine.safeParse(entry).data ?? []);
    const folded = new FoldedLines();
    for (const line of lines) folded.add(line);
    const own = folded.records().filter((one) => one.accountId === accountId);
    const records = own.filter((one, index) => index >= own.length - shown || isUnfinished(one));
    this.#store.setState({ records });
    for (const { id, state } of this.#store.getState().records) if (state === 'sent') this.#interrupt(id);
    this.#store.setState({ isLoaded: true });
    return badLines.length + entries.length - lines.length;
  }

  #interrupt(id: string): void {
    const line = { event: 'unknown', id, code: 'INTERRUPTED', message: 'the desk ended before the answer came' };
    try {
      this.write(line);
    } catch {
      // The next start finds it as this one did.
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
