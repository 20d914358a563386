import { PlainError } from '../platform/plain-error.ts';

/** The state file can't be used; the message names the file and what to do. */
export class StateStoreError extends PlainError {
  /** Another service holds the file: nothing is wrong with it. */
  readonly isInUse: boolean;

  constructor(message: string, { isInUse = false, cause }: { isInUse?: boolean; cause?: unknown } = {}) {
    super(message);
    this.name = 'StateStoreError';
    this.isInUse = isInUse;
    this.cause = cause;
  }
}
