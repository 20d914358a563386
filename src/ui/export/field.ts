/** One exact value of a row, for a file or the clipboard: decimals as texts with every digit, times as ISO 8601 in UTC. */
export interface Field {
  /** In snake_case: the name of the column in a file. */
  readonly name: string;
  /** null where it is not known. */
  readonly value: string | number | null;
}

/** Milliseconds since 1970 as ISO 8601 in UTC. */
export const isoTime = (ms: number | null): string | null =>
  ms === null || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15 ? null : new Date(ms).toISOString();
