import { rawOf } from '../protocol/schema.ts';

interface Sourced {
  readonly source?: object;
  /** Rows of a section carry the row that they stand for. */
  readonly row?: { readonly source?: object };
}

/** What the service sent for a row, whatever the desk knows of it; undefined for a row that is made of no answer. */
export function rawAnswer(row: unknown): unknown {
  const { source, row: inner } = row as Sourced;
  const item = source ?? inner?.source;
  return item && rawOf(item);
}
