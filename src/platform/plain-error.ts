/**
 * A failure that the person can understand and mend: its message is a sentence for them and is shown as it is, without
 * a stack and without the log. The base of every such error of the commands and the platform.
 */
export class PlainError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = 'PlainError';
    this.exitCode = exitCode;
  }
}
