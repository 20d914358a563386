import { PlainError } from '../../platform/process/plain-error.ts';
import { askLine } from '../../platform/terminal/key-input.ts';
import type { CommandIo } from '../command.ts';

const MIN_PASSPHRASE = 8;

/** Asks for the passphrase of a new key file, on a terminal twice. Throws PlainError if it is too short or differs. */
export async function askNewPassphrase(io: CommandIo): Promise<string> {
  const passphrase = await askSecret(`Passphrase for the key file (at least ${MIN_PASSPHRASE} characters): `, io);
  if (passphrase.length < MIN_PASSPHRASE)
    throw new PlainError(`The passphrase is shorter than ${MIN_PASSPHRASE} characters; nothing was stored.`);
  // There are no typing mistakes in piped input.
  if (io.stdin.isTTY && (await askSecret('Repeat the passphrase: ', io)) !== passphrase)
    throw new PlainError('The two passphrases differ; nothing was stored.');
  return passphrase;
}

/** Asks for one line that is not echoed. */
export const askSecret = (prompt: string, io: CommandIo): Promise<string> =>
  askLine({ prompt, isSecret: true, stdin: io.stdin, output: io.stderr, signal: io.signal });
