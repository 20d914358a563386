/**
 * An error that the user can understand and fix. Its message is shown as it is, without a stack or a log entry. The
 * base of every such error in commands and platform.
 */
export class PlainError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = 'PlainError';
    this.exitCode = exitCode;
  }
}
