import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { printableJson } from '../../platform/files/printable-json.ts';
import { writePrivateFile } from '../../platform/files/private-file.ts';
import { errorCode } from '../../platform/process/error-code.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { SignError } from './sign-error.ts';
import { protocolFields, type SignRequest } from './sign-request.ts';
import { maxAnswerBytes, readAnswer, type SignerAnswer } from './signer-answer.ts';

const pollMs = 500;

/**
 * Writes the request to `<folder>/<id>.json`, and waits for the answer in `<folder>/<id>.signed.json`, 10 minutes by
 * default. Removes the request at the end, never the answer. Rejects with SignError. The answer is not verified here.
 * `onWaiting` is told both paths.
 */
export async function askExportSigner(
  request: SignRequest<'export'>,
  onWaiting: (requestFile: string, answerFile: string) => void = () => {},
): Promise<SignerAnswer> {
  const { id, clock, timeoutMs = 600_000, signal } = request;
  const { folder } = request.wallet.source;
  const [requestFile, answerFile] = [join(folder, `${id}.json`), join(folder, `${id}.signed.json`)];
  try {
    writePrivateFile(requestFile, `${printableJson(JSON.stringify(protocolFields(request), null, 2))}\n`);
  } catch (error) {
    throw new SignError('NO_SIGNER', `The transaction cannot be written to ${folder} (${errorCode(error)}).`);
  }
  onWaiting(requestFile, answerFile);
  try {
    return await waitForAnswer(answerFile, { id, clock, signal, timeoutMs });
  } finally {
    rmSync(requestFile, { force: true });
  }
}

interface Waiting {
  readonly id: string;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

async function waitForAnswer(file: string, { id, clock, signal, timeoutMs }: Waiting): Promise<SignerAnswer> {
  const endMs = clock.monotonic() + timeoutMs;
  let last: string | null = null;
  for (;;) {
    if (signal?.aborted) throw new SignError('REFUSED', 'Waiting was stopped before a signed transaction was there.');
    const text = readIfThere(file);
    // A program may still be writing it: only what has not changed since the last look is an answer.
    if (text !== null && text === last) return readAnswer(text, id);
    if (clock.monotonic() >= endMs)
      throw new SignError('TIMEOUT', `No signed transaction appeared in ${file} within ${timeoutMs / 1_000} s.`);
    last = text;
    await pause(clock, signal);
  }
}

function readIfThere(file: string): string | null {
  try {
    const facts = lstatSync(file);
    // Reading a pipe would wait for ever, and a link may lead anywhere.
    if (!facts.isFile() || facts.size > maxAnswerBytes)
      throw new SignError('GARBAGE', `${file} is no plain file of at most ${maxAnswerBytes} bytes.`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof SignError) throw error;
    if (errorCode(error) === 'ENOENT') return null;
    throw new SignError('GARBAGE', `${file} cannot be read (${errorCode(error)}).`);
  }
}

const pause = (clock: Clock, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clock.clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = clock.setTimeout(end, pollMs);
    signal?.addEventListener('abort', end, { once: true });
  });
