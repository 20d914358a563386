import type { Paths } from '../platform/files/paths.ts';
import { PlainError } from '../platform/process/plain-error.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Random } from '../platform/time/random.ts';
import type { CommandSyntax } from './syntax/command-syntax.ts';

/** The parts of the process that a command may use. `signal` aborts on Ctrl-C, TERM and HUP. */
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
  readonly syntax: CommandSyntax;
  /** Resolves to the exit code; never ends the process itself. */
  run(args: readonly string[], io: CommandIo): Promise<number>;
}

/** The command line is invalid: shown without a stack, exit code 2. */
export class UsageError extends PlainError {
  constructor(message: string) {
    super(message, 2);
    this.name = 'UsageError';
  }
}
