import { PlainError } from '../../platform/process/plain-error.ts';

/** The state file cannot be used; the message names the file and what to do. */
export class StateStoreError extends PlainError {
  /** Another service has the file open; the file itself is fine. */
  readonly isInUse: boolean;

  constructor(message: string, { isInUse = false, cause }: { isInUse?: boolean; cause?: unknown } = {}) {
    super(message);
    this.name = 'StateStoreError';
    this.isInUse = isInUse;
    this.cause = cause;
  }
}
