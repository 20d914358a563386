import { askLine } from '../../platform/terminal/key-input.ts';
import type { CommandIo } from '../command.ts';

/** Asks for one line that is shown while it is typed. */
export const askWord = (prompt: string, io: CommandIo): Promise<string> =>
  askLine({ prompt, isSecret: false, stdin: io.stdin, output: io.stderr, signal: io.signal });
