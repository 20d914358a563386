/** One exact value for export: decimals as text with all digits, times as ISO 8601 in UTC. */
export interface Field {
  /** Column name in snake_case. */
  readonly name: string;
  /** null if unknown. */
  readonly value: string | number | null;
}

/** Milliseconds since 1970 as ISO 8601 in UTC. */
export const isoTime = (ms: number | null): string | null =>
  ms === null || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15 ? null : new Date(ms).toISOString();
