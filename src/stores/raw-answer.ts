import { fieldsOf, isFields } from '../domain/fields.ts';
import { rawOf } from '../protocol/schema.ts';

/** The item that the service sent for a row, including fields unknown to the desk; undefined for a row without one. */
export function rawAnswer(row: unknown): unknown {
  // A section's row wraps the actual row.
  const { source, row: inner } = fieldsOf(row);
  const item = source ?? fieldsOf(inner).source;
  return isFields(item) ? rawOf(item) : undefined;
}
