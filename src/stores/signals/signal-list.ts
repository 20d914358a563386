import { isLaterCall, mergeSignals } from './merge-signals.ts';
import {
  isSignal,
  type Signal,
  type SignalGap,
  type SignalRow,
  type SignalsStore,
  type UnreadableSignal,
} from './signals.ts';

type Row = Signal | SignalGap | UnreadableSignal;

/** The newest signals, without duplicates from different streams and reads; one row for the calls of a token. */
export class SignalList {
  readonly #store: SignalsStore;
  readonly #capacity: number;
  readonly #keyOf = new Map<string, string>();

  constructor(store: SignalsStore, capacity = 500) {
    this.#store = store;
    this.#capacity = capacity;
  }

  /** Adds a signal, or merges it into a known one. A later call of a known token moves its row and counts as new. */
  add(signal: Signal, receivedAtMs: number): void {
    const { rows, lastSeq } = this.#store.getState();
    const keys = new Set(signal.ids.flatMap((id) => this.#keyOf.get(id) ?? []));
    const known = rows.filter((row): row is Signal & SignalRow => keys.has(row.key) && isSignal(row));
    const [first, ...more] = known;
    if (!first) return this.#insert(rows, signal, `signal ${lastSeq + 1}`, signal.ids, receivedAtMs);
    const merged = [...more, signal].reduce<Signal>(mergeSignals, first);
    const isNew = known.every((row) => isLaterCall(row, signal));
    for (const row of known) this.#forget(row);
    const seq = isNew ? lastSeq + 1 : first.seq;
    const row = { ...merged, key: first.key, seq, receivedAtMs: isNew ? receivedAtMs : first.receivedAtMs };
    const others = rows.filter((one) => one === first || !known.some((old) => old === one));
    if (row.atMs === first.atMs)
      this.#keep(
        others.map((one) => (one === first ? row : one)),
        row,
        row.ids,
        lastSeq,
      );
    else
      this.#put(
        others.filter((one) => one !== first),
        row,
        row.ids,
        Math.max(seq, lastSeq),
      );
  }

  /** Merges additional data into a known signal; never adds a new one. */
  learn(signal: Signal, receivedAtMs: number): void {
    if (signal.ids.some((id) => this.#keyOf.has(id))) this.add(signal, receivedAtMs);
  }

  /** Adds a gap. A gap directly after another one extends it. */
  addGap(gap: SignalGap): void {
    const { rows, lastSeq } = this.#store.getState();
    const [newest, ...older] = rows;
    if (newest?.kind === 'gap')
      this.#store.setState({ rows: [{ ...newest, atMs: gap.atMs, reason: gap.reason }, ...older] });
    else this.#insert(rows, gap, `gap ${lastSeq + 1}`, []);
  }

  /**
   * Adds an unreadable event. Repeats of the same error share one row, so that they cannot push out readable signals.
   * `isEvent` is false for an item of a polled list, which is counted only once.
   */
  addUnreadable(row: Omit<UnreadableSignal, 'kind' | 'times'>, isEvent = true): void {
    const id = `unreadable ${row.stream} ${row.reason}`;
    const key = this.#keyOf.get(id);
    const { rows } = this.#store.getState();
    const before = rows.find((one) => one.key === key);
    if (before && !isEvent) return;
    const times = before?.kind === 'unreadable' ? before.times + 1 : 1;
    const others = rows.filter((one) => one !== before);
    this.#insert(others, { kind: 'unreadable', times, ...row }, key ?? id, [id]);
  }

  #insert(rows: readonly SignalRow[], row: Row, key: string, ids: readonly string[], receivedAtMs = row.atMs): void {
    const seq = this.#store.getState().lastSeq + 1;
    this.#put(rows, { ...row, key, seq, receivedAtMs }, ids, seq);
  }

  /** Puts a row in its place by time. */
  #put(rows: readonly SignalRow[], row: SignalRow, ids: readonly string[], lastSeq: number): void {
    const place = rows.findIndex(({ atMs }) => atMs <= row.atMs);
    this.#keep(rows.toSpliced(place < 0 ? rows.length : place, 0, row), row, ids, lastSeq);
  }

  /** Keeps the rows, of which one is new or has changed; the oldest are dropped. */
  #keep(all: readonly SignalRow[], row: SignalRow, ids: readonly string[], lastSeq: number): void {
    for (const id of ids) this.#keyOf.set(id, row.key);
    for (const old of all.slice(this.#capacity)) this.#forget(old);
    this.#store.setState({ rows: all.slice(0, this.#capacity), lastSeq });
  }

  #forget(row: SignalRow): void {
    const ids = 'ids' in row ? row.ids : [row.key];
    for (const id of ids) if (this.#keyOf.get(id) === row.key) this.#keyOf.delete(id);
  }
}
