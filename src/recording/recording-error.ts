import { PlainError } from '../platform/process/plain-error.ts';

/** A recording cannot be written or read; the message says why and what to do. */
export class RecordingError extends PlainError {
  constructor(message: string) {
    super(message);
    this.name = 'RecordingError';
  }
}
