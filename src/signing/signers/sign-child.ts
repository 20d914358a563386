import { text } from 'node:stream/consumers';
import { KeyFileError, readKeyFile } from '../../platform/secrets/key-file.ts';
import { KEYCHAIN_SERVICE, keychainError } from '../../platform/secrets/keychain.ts';
import { signingPayload } from './check-unsigned.ts';
import type { ChildReply, ChildRequest } from './child-messages.ts';
import { addressOf, type PrivateKey, readSecretText, signBytesWith } from './private-key.ts';
import { SignError } from './sign-error.ts';

/**
 * The process that signs: one transaction in over stdin, one signature out over stdout, and it ends. It reads the key
 * itself, so that the process that asked never holds it.
 */
async function answer(request: ChildRequest): Promise<ChildReply> {
  try {
    return { signature: await sign(request) };
  } catch (error) {
    if (error instanceof SignError) return { code: error.code, message: error.message };
    // Not the error's own words, which could quote anything.
    return { code: 'NO_SIGNER', message: 'The signing process failed.' };
  }
}

async function sign({ unsigned, wallet, key: place }: ChildRequest): Promise<string> {
  const payload = await signingPayload(unsigned, wallet.address);
  const key = readSecretText(await secretAt(place), wallet.mode, wallet.family);
  if (!key)
    throw new SignError('WRONG_KEY', `What is kept for ${wallet.address} is no ${wallet.mode} key of its kind.`);
  await requireAddress(key, wallet.address);
  return signBytesWith(key, payload);
}

async function requireAddress(key: PrivateKey, wanted: string): Promise<void> {
  const found = await addressOf(key);
  if (found !== wanted) throw new SignError('WRONG_KEY', `The key that is kept belongs to ${found}, not to ${wanted}.`);
}

const secretAt = (place: ChildRequest['key']): Promise<string> =>
  place.kind === 'file' ? secretInFile(place.file, place.passphrase) : secretInKeychain(place.account);

async function secretInFile(file: string, passphrase: string): Promise<string> {
  try {
    return await readKeyFile(file, passphrase, 'wallet key');
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    throw new SignError(error.problem === 'wrong-passphrase' ? 'LOCKED' : 'NO_SIGNER', error.message);
  }
}

async function secretInKeychain(account: string): Promise<string> {
  const secret = await keychainSecret(account);
  if (secret === null) throw new SignError('NO_SIGNER', `The keychain has no key ${account}.`);
  return secret;
}

async function keychainSecret(account: string): Promise<string | null> {
  try {
    const { keychainEntry } = await import('../../platform/secrets/keychain-entry.ts');
    return keychainEntry(KEYCHAIN_SERVICE, account).getPassword();
  } catch (error) {
    const { problem, message } = keychainError(error instanceof Error ? error.message : '', 'and try again');
    throw new SignError(problem === 'locked' ? 'LOCKED' : 'NO_SIGNER', `${message}.`);
  }
}

// Written by child-signer.ts, which alone starts this program.
const request: ChildRequest = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await answer(request)));
