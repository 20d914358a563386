import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import { isChart } from './state-layout.ts';

export const sectionSchema = `
  CREATE TABLE IF NOT EXISTS section (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, value BLOB NOT NULL);`;

/** The sections of the state; only those whose bytes changed are written. */
export class SectionTable {
  readonly #upsert: StatementSync;
  readonly #delete: StatementSync;
  readonly #load: StatementSync;
  #saved = new Map<string, Buffer>();

  constructor(db: DatabaseSync) {
    this.#upsert = db.prepare(
      'INSERT INTO section (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    );
    this.#delete = db.prepare('DELETE FROM section WHERE name = ?');
    // In the order in which they were first written, which is the order of the keys in the state.
    this.#load = db.prepare('SELECT name, value FROM section ORDER BY id');
  }

  load(): Map<string, unknown> {
    this.#saved = new Map(
      this.#load.all().map((row) => [String(row['name']), Buffer.from(row['value'] as Uint8Array)]),
    );
    return new Map([...this.#saved].map(([name, value]) => [name, deserialize(value)]));
  }

  /** Writes inside the caller's transaction. The returned function must be called when it is committed. */
  write(sections: ReadonlyMap<string, unknown>, isThorough: boolean): () => void {
    const saved = new Map(this.#saved);
    for (const [name, value] of sections) {
      const bytes = serialize(value);
      if (saved.get(name)?.equals(bytes)) continue;
      this.#upsert.run(name, bytes);
      saved.set(name, bytes);
    }
    for (const name of saved.keys()) {
      if (sections.has(name) || (!isThorough && isChart(name))) continue;
      this.#delete.run(name);
      saved.delete(name);
    }
    return () => {
      this.#saved = saved;
    };
  }
}
