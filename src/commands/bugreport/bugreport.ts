import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { PRIVATE_FILE_MODE } from '../../platform/files/paths.ts';
import { writePrivateFile } from '../../platform/files/private-file.ts';
import { errorCode } from '../../platform/process/error-code.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { createKeychain, type Keychain } from '../../platform/secrets/keychain.ts';
import { askLine } from '../../platform/terminal/key-input.ts';
import { type CommandIo, UsageError } from '../command.ts';
import { readArguments, usageError } from '../syntax/read-arguments.ts';
import { bugreportSyntax } from './bugreport-syntax.ts';
import { reportText } from './report-text.ts';

/**
 * `swapdeck bugreport`: shows what a report would contain, without keys and addresses, and writes it to a file only
 * after a `y` or with --yes. Nothing is sent anywhere. Exit code 0 if it was written, 1 if not.
 */
export async function runBugreport(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = createKeychain({ clock: io.clock }),
): Promise<number> {
  const { values } = readArguments(args, bugreportSyntax);
  const file = resolve(values.output ?? usualName(io.clock.now()));
  const isYes = values.yes === true;
  refuseUnwritable(file, isYes);
  const text = await reportText(values, io, keychain);
  io.stdout.write(`${text}\n`);
  const isWanted = isYes || (await isConfirmed(`Read it. Write it to ${file}? [y/N] `, io));
  if (!isWanted || !(await write(file, text, isYes, io))) {
    io.stderr.write('Nothing was written.\n');
    return 1;
  }
  io.stderr.write(`The report is in ${file}. Nothing was sent anywhere.\n`);
  return 0;
}

const usualName = (nowMs: number): string =>
  `swapdeck-bugreport-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.txt`;

/** Found out before the checks, which take a while. */
function refuseUnwritable(file: string, isYes: boolean): void {
  if (isYes && existsSync(file)) throw new UsageError(exists(file));
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw usageError(bugreportSyntax, `${file} is a folder. Name a file.`);
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw new UsageError(`${file} cannot be written (${errorCode(error)}). Name another file with --output.`);
  }
}

const exists = (file: string): string => `${file} exists already. Name another file, or remove it.`;

async function isConfirmed(prompt: string, { stdin, stderr, signal }: CommandIo): Promise<boolean> {
  const answer = await askLine({ prompt, isSecret: false, stdin, output: stderr, signal });
  return /^y(es)?$/i.test(answer);
}

/** False if the file exists and the user keeps it. */
async function write(file: string, text: string, isYes: boolean, io: CommandIo): Promise<boolean> {
  try {
    // Fails on a file that exists, even if it was created this moment.
    writeFileSync(file, text, { mode: PRIVATE_FILE_MODE, flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw unwritable(file, error);
  }
  if (isYes) throw new PlainError(exists(file));
  if (!(await isConfirmed(`${file} exists already. Replace it? [y/N] `, io))) return false;
  try {
    writePrivateFile(file, text);
    return true;
  } catch (error) {
    throw unwritable(file, error);
  }
}

const unwritable = (file: string, error: unknown): PlainError =>
  new PlainError(`${file} cannot be written (${errorCode(error)}).`);
