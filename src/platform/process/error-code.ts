/** The system's code of an error (`ENOENT` …), or Node's own (`ERR_…`); null for one that has none. */
export const errorCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
