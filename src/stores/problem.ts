/** What went wrong, in the words that the screen shows. The client's errors have this shape. */
export interface Problem {
  readonly kind: string;
  readonly code: string;
  readonly message: string;
  readonly requestId: string | null;
}

/** Reads a thrown value as a Problem; a stranger's error keeps its message and gets the code UNEXPECTED. */
export function toProblem(error: unknown): Problem {
  const { kind, code, message, requestId } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as Partial<Problem>;
  return {
    kind: typeof kind === 'string' ? kind : 'unexpected',
    code: typeof code === 'string' && code !== '' ? code : 'UNEXPECTED',
    message: typeof message === 'string' ? message : String(error),
    requestId: typeof requestId === 'string' ? requestId : null,
  };
}
