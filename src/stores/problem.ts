import { fieldsOf } from '../domain/fields.ts';

/** An error as the screen shows it. The client's errors have this shape. */
export interface Problem {
  readonly kind: string;
  readonly code: string;
  readonly message: string;
  readonly requestId: string | null;
}

/** Converts a thrown value to a Problem. An error that is not the client's keeps its message and gets the code UNEXPECTED. */
export function toProblem(error: unknown): Problem {
  const { kind, code, message, requestId } = fieldsOf(error);
  return {
    kind: typeof kind === 'string' ? kind : 'unexpected',
    code: typeof code === 'string' && code !== '' ? code : 'UNEXPECTED',
    message: typeof message === 'string' ? message : String(error),
    requestId: typeof requestId === 'string' ? requestId : null,
  };
}
