import type { Signal, SignalGap, SignalRow, UnreadableSignal } from './signals.ts';

/** A source may send the same signal under ever new names. */
const mostIds = 8;
const mostFacts = 20;

/** The newest signals, each once, however many ways it came. It never touches React. */
export class SignalList {
  readonly #capacity: number;
  readonly #onChange: () => void;
  readonly #keyOf = new Map<string, string>();
  #rows: readonly SignalRow[] = [];
  #lastSeq = 0;

  constructor(onChange: () => void, capacity = 500) {
    this.#onChange = onChange;
    this.#capacity = capacity;
  }

  /** Newest first. */
  get rows(): readonly SignalRow[] {
    return this.#rows;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Adds a signal, or what it says more about one that is known. */
  add(signal: Signal, receivedAtMs: number): void {
    const keys = new Set(signal.ids.flatMap((id) => this.#keyOf.get(id) ?? []));
    const known = this.#rows.filter((row): row is Signal & SignalRow => keys.has(row.key) && 'ids' in row);
    const [first, ...others] = known;
    if (first) {
      const merged = [...others, signal].reduce<Signal>(merge, first);
      const row = { ...merged, key: first.key, seq: first.seq, receivedAtMs: first.receivedAtMs };
      for (const other of others) this.#forget(other);
      for (const id of row.ids) this.#keyOf.set(id, row.key);
      this.#rows = this.#rows.flatMap((one) => (one === first ? [row] : others.some((o) => o === one) ? [] : [one]));
      this.#onChange();
    } else this.#insert(signal, `signal ${this.#lastSeq + 1}`, signal.ids, receivedAtMs);
  }

  /** What somebody else says about a signal; one that is not in the list stays out of it. */
  learn(signal: Signal): void {
    if (signal.ids.some((id) => this.#keyOf.has(id))) this.add(signal, 0);
  }

  /** A gap right after another one is the same gap, grown longer. */
  addGap(gap: SignalGap): void {
    const [newest] = this.#rows;
    if (newest?.kind === 'gap') {
      this.#rows = [{ ...newest, atMs: gap.atMs, reason: gap.reason }, ...this.#rows.slice(1)];
      this.#onChange();
    } else this.#insert(gap, `gap ${this.#lastSeq + 1}`, []);
  }

  /**
   * A stream that says the same nonsense again and again must not push out what could be read. `isEvent` is false for
   * an item of a list, which is read again and again and counts once.
   */
  addUnreadable(row: Omit<UnreadableSignal, 'kind' | 'times'>, isEvent = true): void {
    const id = `unreadable ${row.stream} ${row.reason}`;
    const key = this.#keyOf.get(id);
    const before = this.#rows.find((one) => one.key === key);
    if (before && !isEvent) return;
    const times = before?.kind === 'unreadable' ? before.times + 1 : 1;
    if (before) this.#rows = this.#rows.filter((one) => one !== before);
    this.#insert({ kind: 'unreadable', times, ...row }, key ?? id, [id]);
  }

  #insert(
    row: Signal | SignalGap | UnreadableSignal,
    key: string,
    ids: readonly string[],
    receivedAtMs = row.atMs,
  ): void {
    const added = { ...row, key, seq: ++this.#lastSeq, receivedAtMs };
    const place = this.#rows.findIndex(({ atMs }) => atMs <= row.atMs);
    this.#rows = this.#rows.toSpliced(place < 0 ? this.#rows.length : place, 0, added);
    for (const id of ids) this.#keyOf.set(id, key);
    for (const old of this.#rows.slice(this.#capacity)) this.#forget(old);
    this.#rows = this.#rows.slice(0, this.#capacity);
    this.#onChange();
  }

  #forget(row: SignalRow): void {
    const ids = 'ids' in row ? row.ids : [row.key];
    for (const id of ids) if (this.#keyOf.get(id) === row.key) this.#keyOf.delete(id);
  }
}

/** What is known stays: a later message adds only what was missing. */
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
  // A symbol of another address is another token's.
  if (known.address !== more.address || known.chain !== more.chain) return known;
  return { ...known, symbol: known.symbol ?? more.symbol, name: known.name ?? more.name };
}
