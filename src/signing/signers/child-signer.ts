import { childProgram } from '../../platform/process/child-program.ts';
import { type ChildReply, type ChildRequest, childReply, type KeyPlace } from './child-messages.ts';
import { converse } from './converse.ts';
import { SignError } from './sign-error.ts';
import type { SignRequest } from './sign-request.ts';
import type { SignerAnswer } from './signer-answer.ts';

interface ChildOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Asked for where the key is in an encrypted file; the key itself never comes here. */
  readonly askPassphrase: ((file: string) => Promise<string>) | undefined;
  readonly childPath?: string | undefined;
}

/** What the keychain's library needs to find the keychain of this session. Windows starts no program without SystemRoot. */
const passedOn = ['DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'HOME', 'PATH', 'SystemRoot'];
const maxReplyBytes = 10_000;

/**
 * Signs in a short-lived process, which alone reads the key, within 10 s by default. Rejects with SignError. The answer
 * is not verified here.
 */
export async function askSignChild(
  request: SignRequest<'keychain' | 'file'>,
  { env, askPassphrase, childPath = childProgram(import.meta.url, 'sign-child') }: ChildOptions,
): Promise<SignerAnswer> {
  const { wallet, unsigned, clock, timeoutMs = 10_000, signal } = request;
  const { mode, family, address } = wallet;
  const key = await keyPlace(request, askPassphrase);
  const input: ChildRequest = { unsigned, wallet: { mode, family, address }, key };
  const said = await converse([process.execPath, childPath], JSON.stringify(input), {
    env: Object.fromEntries(passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    clock,
    timeoutMs,
    maxBytes: maxReplyBytes,
    signal,
  }).catch(() => {
    throw new SignError('NO_SIGNER', 'The signing process cannot be started.');
  });
  if (said.end === 'timeout')
    throw new SignError(
      'TIMEOUT',
      `The key could not be used within ${timeoutMs / 1_000} s. If the keychain asks for a password, unlock it and try again.`,
    );
  if (said.end === 'aborted') throw new SignError('REFUSED', 'Signing was stopped, and nothing was signed.');
  const reply = parse(said.stdout);
  if (!reply) throw new SignError('GARBAGE', 'The signing process ended without a signature.');
  if ('code' in reply) throw new SignError(reply.code, reply.message);
  return { kind: 'signature', signature: reply.signature };
}

async function keyPlace(
  { wallet: { source } }: SignRequest<'keychain' | 'file'>,
  askPassphrase: ChildOptions['askPassphrase'],
): Promise<KeyPlace> {
  if (source.kind === 'keychain') return source;
  if (!askPassphrase) throw new SignError('LOCKED', `The passphrase of ${source.file} is needed to sign.`);
  return { kind: 'file', file: source.file, passphrase: await askPassphrase(source.file) };
}

function parse(text: string): ChildReply | null {
  try {
    return childReply.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
