import type { Signal, SignalGap, SignalRow, SignalsStore, UnreadableSignal } from './signals.ts';

/** Limit for a source that keeps sending the same signal under new ids. */
const mostIds = 8;
const mostFacts = 20;

/** The newest signals, without duplicates from different streams and reads. */
export class SignalList {
  readonly #store: SignalsStore;
  readonly #capacity: number;
  readonly #keyOf = new Map<string, string>();

  constructor(store: SignalsStore, capacity = 500) {
    this.#store = store;
    this.#capacity = capacity;
  }

  /** Adds a signal, or merges it into a known one. */
  add(signal: Signal, receivedAtMs: number): void {
    const { rows, lastSeq } = this.#store.getState();
    const keys = new Set(signal.ids.flatMap((id) => this.#keyOf.get(id) ?? []));
    const known = rows.filter((row): row is Signal & SignalRow => keys.has(row.key) && 'ids' in row);
    const [first, ...others] = known;
    if (first) {
      const merged = [...others, signal].reduce<Signal>(merge, first);
      const row = { ...merged, key: first.key, seq: first.seq, receivedAtMs: first.receivedAtMs };
      for (const other of others) this.#forget(other);
      for (const id of row.ids) this.#keyOf.set(id, row.key);
      const isOther = (one: SignalRow): boolean => others.some((other) => other === one);
      this.#store.setState({ rows: rows.flatMap((one) => (one === first ? [row] : isOther(one) ? [] : [one])) });
    } else this.#insert(rows, signal, `signal ${lastSeq + 1}`, signal.ids, receivedAtMs);
  }

  /** Merges additional data into a known signal; never adds a new one. */
  learn(signal: Signal): void {
    if (signal.ids.some((id) => this.#keyOf.has(id))) this.add(signal, 0);
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

  #insert(
    rows: readonly SignalRow[],
    row: Signal | SignalGap | UnreadableSignal,
    key: string,
    ids: readonly string[],
    receivedAtMs = row.atMs,
  ): void {
    const lastSeq = this.#store.getState().lastSeq + 1;
    const place = rows.findIndex(({ atMs }) => atMs <= row.atMs);
    const all = rows.toSpliced(place < 0 ? rows.length : place, 0, { ...row, key, seq: lastSeq, receivedAtMs });
    for (const id of ids) this.#keyOf.set(id, key);
    for (const old of all.slice(this.#capacity)) this.#forget(old);
    this.#store.setState({ rows: all.slice(0, this.#capacity), lastSeq });
  }

  #forget(row: SignalRow): void {
    const ids = 'ids' in row ? row.ids : [row.key];
    for (const id of ids) if (this.#keyOf.get(id) === row.key) this.#keyOf.delete(id);
  }
}

/** Known values stay; a later message only adds missing ones. */
function merge(known: Signal, more: Signal): Signal {
  const labels = new Set(known.facts.map(({ label }) => label));
  return {
    ...known,
    kind: known.kind === 'call' ? more.kind : known.kind,
    ids: [...new Set([...known.ids, ...more.ids])].slice(0, mostIds),
    token: mergeToken(known.token, more.token),
    platform: known.platform ?? more.platform,
    place: known.place ?? more.place,
    caller: known.caller ?? more.caller,
    isVerified: known.isVerified ?? more.isVerified,
    isBot: known.isBot ?? more.isBot,
    message: known.message ?? more.message,
    priceUsd: known.priceUsd ?? more.priceUsd,
    marketCapUsd: known.marketCapUsd ?? more.marketCapUsd,
    liquidityUsd: known.liquidityUsd ?? more.liquidityUsd,
    trade: known.trade ?? more.trade,
    facts: [...known.facts, ...more.facts.filter(({ label }) => !labels.has(label))].slice(0, mostFacts),
  };
}

function mergeToken(known: Signal['token'], more: Signal['token']): Signal['token'] {
  if (!known || !more) return known ?? more;
  // With a different address it is a different token.
  if (known.address !== more.address || known.chain !== more.chain) return known;
  return { ...known, symbol: known.symbol ?? more.symbol, name: known.name ?? more.name };
}
