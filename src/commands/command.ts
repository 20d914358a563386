import type { Clock } from '../platform/clock.ts';
import type { Paths } from '../platform/paths.ts';
import { PlainError } from '../platform/plain-error.ts';
import type { Random } from '../platform/random.ts';

/** What a command may touch of the process. `signal` aborts on Ctrl-C, TERM and HUP. */
export interface CommandIo {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly clock: Clock;
  readonly random: Random;
  readonly paths: Paths;
  readonly signal: AbortSignal;
}

export interface Command {
  readonly name: string;
  /** One line, such as `swapdeck login [--profile NAME]`. */
  readonly usage: string;
  readonly summary: string;
  /** Resolves to the exit code; never ends the process itself. */
  run(args: readonly string[], io: CommandIo): Promise<number>;
}

/** The command line could not be understood: shown without a stack, exit code 2. */
export class UsageError extends PlainError {
  constructor(message: string) {
    super(message, 2);
    this.name = 'UsageError';
  }
}
