import { printableJson } from '../../platform/files/printable-json.ts';
import { startProblem, withoutSecrets } from '../../platform/process/user-program.ts';
import { type Conversation, converse } from './converse.ts';
import { SignError } from './sign-error.ts';
import { protocolFields, type SignRequest } from './sign-request.ts';
import { maxAnswerBytes, quoted, readAnswer, type SignerAnswer } from './signer-answer.ts';

interface ExternalOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Environment variables that contain one of these are not passed on, nor is the API key's own. */
  readonly secrets: readonly string[];
}

/**
 * Asks a program of the user: one line of JSON in, one line out, and it ends. It runs without a shell and without a
 * terminal, for 120 s by default. Rejects with SignError. The answer is not verified here.
 */
export async function askExternalSigner(
  request: SignRequest<'external'>,
  { env, secrets }: ExternalOptions,
): Promise<SignerAnswer> {
  const { clock, timeoutMs = 120_000, signal } = request;
  const { command } = request.wallet.source;
  const line = `${printableJson(JSON.stringify(protocolFields(request)))}\n`;
  const options = { env: withoutSecrets(env, secrets), clock, timeoutMs, maxBytes: maxAnswerBytes, signal };
  const said = await converse(command, line, options).catch((error) => {
    throw new SignError('NO_SIGNER', `The signer ${nameOf(command)} did not start: ${startProblem(error)}.`);
  });
  return readAnswer(lineOf(said, nameOf(command), timeoutMs), request.id);
}

const nameOf = ([program = '']: readonly string[]): string => quoted(program);

function lineOf({ end, stdout, stderr, exit }: Conversation, name: string, timeoutMs: number): string {
  const [lastWords = ''] = stderr
    .trim()
    .split(/[\r\n]+/)
    .slice(-1);
  const fail = (code: SignError['code'], what: string) =>
    new SignError(code, `The signer ${name} ${what}.${lastWords === '' ? '' : ` It said last: ${quoted(lastWords)}`}`);
  if (end === 'aborted') throw fail('REFUSED', 'was stopped before it answered, and nothing was signed');
  if (end === 'oversized') throw fail('GARBAGE', `wrote more than ${maxAnswerBytes} bytes and was terminated`);
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  if (end === 'timeout') {
    const state = lines.length > 0 ? 'answered, but did not end' : 'did not answer';
    throw fail('TIMEOUT', `${state} within ${timeoutMs / 1_000} s and was terminated`);
  }
  const [line, ...others] = lines;
  if (line === undefined)
    throw fail('GARBAGE', `ended with ${typeof exit === 'number' ? `code ${exit}` : exit} and without an answer`);
  if (others.length > 0) throw fail('GARBAGE', `wrote ${lines.length} lines instead of one`);
  return line;
}
