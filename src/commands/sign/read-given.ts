import { readFileSync } from 'node:fs';
import { text as readText } from 'node:stream/consumers';
import { cleanText } from '../../domain/text/clean-text.ts';
import { errorCode } from '../../platform/process/error-code.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import type { CommandIo } from '../command.ts';

/** The text of the file, or of stdin for `-`. Throws PlainError. */
export async function readGiven(file: string, io: CommandIo): Promise<string> {
  if (file === '-') return readText(io.stdin);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new PlainError(`${cleanText(file)} cannot be read (${errorCode(error)}).`);
  }
}
