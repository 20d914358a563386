import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import type { KeyedRows } from './state-layout.ts';

export const listSchema = `
  CREATE TABLE IF NOT EXISTS list (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS list_row (
    id INTEGER PRIMARY KEY, list INTEGER NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, UNIQUE (list, key)
  );`;

interface List {
  readonly id: number;
  /** Rows as they are on disk: the engine's own objects. */
  readonly rows: readonly unknown[];
}

/** Lists whose rows are written individually, if they are another object than at the last save. */
export class ListTable {
  readonly #addList: StatementSync;
  readonly #upsert: StatementSync;
  readonly #delete: StatementSync;
  readonly #names: StatementSync;
  readonly #rows: StatementSync;
  #lists = new Map<string, List>();

  constructor(db: DatabaseSync) {
    this.#addList = db.prepare('INSERT INTO list (name) VALUES (?)');
    this.#upsert = db.prepare(
      'INSERT INTO list_row (list, key, value) VALUES (?, ?, ?) ON CONFLICT (list, key) DO UPDATE SET value = excluded.value',
    );
    this.#delete = db.prepare('DELETE FROM list_row WHERE list = ? AND key = ?');
    this.#names = db.prepare('SELECT id, name FROM list ORDER BY id');
    this.#rows = db.prepare('SELECT value FROM list_row WHERE list = ? ORDER BY id');
  }

  /** The rows of each list, in the order in which they were first written. */
  load(): Map<string, readonly unknown[]> {
    for (const { id, name } of this.#names.all() as { id: number; name: string }[]) {
      const found = this.#rows.all(id) as { value: Uint8Array }[];
      this.#lists.set(name, { id, rows: found.map(({ value }) => deserialize(value) as unknown) });
    }
    return new Map([...this.#lists].map(([name, { rows }]) => [name, rows]));
  }

  /** Writes inside the caller's transaction. The returned function must be called when it is committed. */
  write(lists: ReadonlyMap<string, KeyedRows>): () => void {
    const written = new Map(this.#lists);
    for (const [name, { rows, keyOf }] of lists) {
      const list = written.get(name) ?? { id: Number(this.#addList.run(name).lastInsertRowid), rows: [] };
      this.#replace(list, rows, keyOf);
      written.set(name, { id: list.id, rows });
    }
    return () => {
      this.#lists = written;
    };
  }

  #replace({ id, rows: before }: List, rows: readonly unknown[], keyOf: KeyedRows['keyOf']): void {
    // If rows only change or are appended, comparing them by position is enough: 0.1 ms for 100,000.
    const changed = rows.filter((row, index) => row !== before[index]);
    const isInPlace =
      before.length <= rows.length &&
      before.every((row, index) => row === rows[index] || keyOf(row) === keyOf(rows[index]));
    const known = new Set(isInPlace ? [] : before);
    for (const row of changed) if (!known.has(row)) this.#upsert.run(id, keyOf(row), serialize(row));
    if (isInPlace) return;
    const kept = new Set(rows.map(keyOf));
    for (const row of before) if (!kept.has(keyOf(row))) this.#delete.run(id, keyOf(row));
  }
}
