import { resolve } from 'node:path';
import { createApiClient } from '../client/api-client.ts';
import { ApiError } from '../client/errors.ts';
import { cleanText } from '../domain/clean-text.ts';
import { parseBaseUrl } from '../platform/base-url.ts';
import { type Config, PAPER_PROFILE, PROFILE_NAME, PROFILE_NAME_RULE } from '../platform/config-schema.ts';
import { writeKeyFile } from '../platform/key-file.ts';
import { askLine } from '../platform/key-input.ts';
import { createKeychain, type Keychain } from '../platform/keychain.ts';
import { PlainError } from '../platform/plain-error.ts';
import { createProfileStore, keychainAccount, type ProfileStore } from '../platform/profile-store.ts';
import { credentialProblem, dropKeyFromEnv } from '../platform/secrets.ts';
import { getUsage } from '../protocol/endpoints/account.ts';
import { type CommandIo, UsageError } from './command.ts';
import { describeKey, type KeyUsage } from './key-summary.ts';
import { parseOptions, refuseWords } from './options.ts';
import { withProgress } from './progress-line.ts';
import { readConfig } from './read-config.ts';

const USAGE = 'swapdeck login [--profile NAME] [--base-url URL] [--key-file PATH]';
const MIN_PASSPHRASE = 8;

/** The login did not happen; nothing was stored. */
export class LoginError extends PlainError {
  constructor(message: string) {
    super(message);
    this.name = 'LoginError';
  }
}

/** Asks for a key, checks it with the service, and only then keeps it. The key is never printed. */
export async function runLogin(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = createKeychain({ clock: io.clock }),
): Promise<number> {
  const { values, positionals } = parseOptions(
    args,
    { profile: { type: 'string' }, 'base-url': { type: 'string' }, 'key-file': { type: 'string' } },
    USAGE,
  );
  refuseKeysAsWords(positionals);
  // Login stores what the person enters here; a key in the environment is for one run and stays out of it.
  dropKeyFromEnv(io.env);
  const config = await readConfig(io);
  const store = createProfileStore({ stateDir: io.paths.stateDir, config, keychain });
  const name = chooseName(values.profile ?? config.profile);
  const baseUrl = await chooseBaseUrl(values['base-url'], name, config, store, io);
  const apiKey = await ask('API key (not shown): ', true, io);
  const problem = credentialProblem(apiKey);
  if (problem) throw new LoginError(problem);

  const usage = await withProgress(io, `Checking the key with ${baseUrl}`, () => checkKey(baseUrl, apiKey, config, io));
  const keyFile = values['key-file'] ? resolve(values['key-file']) : (config.profiles[name]?.keyFile ?? null);
  if (keyFile) await writeKeyFile(keyFile, apiKey, await askNewPassphrase(io));
  else
    await withProgress(io, 'Putting the key into the keychain', () =>
      keychain.set(keychainAccount(name, baseUrl), apiKey),
    );
  store.remember({ name, baseUrl, keyId: cleanText(usage.keyId, 64), keyFile });

  const place = keyFile ? `the encrypted file ${keyFile}` : 'the keychain';
  const isStandard = name === config.profile;
  io.stdout.write(
    [
      `Logged in: profile ${name}, ${baseUrl}. The key is in ${place}.`,
      ...describeKey(usage),
      isStandard ? 'Start with: swapdeck' : `Start with: swapdeck --profile ${name}`,
      '',
    ].join('\n'),
  );
  return 0;
}

/** Someone who types the key as an argument has put it into the shell's history and the process list. */
function refuseKeysAsWords(words: readonly string[]): void {
  if (words.some((word) => word.startsWith('sk_')))
    throw new UsageError(
      'A key on the command line is visible to other programs and stays in the shell history: revoke it, and run swapdeck login, which asks.',
    );
  refuseWords(words, USAGE);
}

function chooseName(name: string): string {
  if (name === PAPER_PROFILE) throw new UsageError('The profile paper is built in and needs no login.');
  if (!PROFILE_NAME.test(name)) throw new UsageError(`${JSON.stringify(name)}: ${PROFILE_NAME_RULE}.`);
  return name;
}

async function chooseBaseUrl(
  given: string | undefined,
  name: string,
  config: Config,
  store: ProfileStore,
  io: CommandIo,
): Promise<string> {
  const known = store.find(name)?.baseUrl;
  const configured = config.profiles[name]?.baseUrl;
  if (given !== undefined && configured !== undefined && parseBaseUrl(given) !== configured)
    throw new UsageError(
      `The configuration says that the profile ${name} is at ${configured}; change it there, or log in under another name.`,
    );
  return parseBaseUrl(given ?? known ?? (await ask('Address of the service (https://…): ', false, io)));
}

async function checkKey(baseUrl: string, apiKey: string, config: Config, io: CommandIo): Promise<KeyUsage> {
  const client = createApiClient({ baseUrl, apiKey, clock: io.clock, random: io.random, names: config.names });
  try {
    return (await client.call(getUsage, {}, { signal: io.signal })).data;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const why = error.kind === 'unauthorized' ? 'the service does not know this key' : error.message;
    const request = error.requestId ? ` (request ${error.requestId})` : '';
    throw new LoginError(`Not logged in, nothing was stored: ${why}${request}.`);
  }
}

async function askNewPassphrase(io: CommandIo): Promise<string> {
  const passphrase = await ask(`Passphrase for the key file (at least ${MIN_PASSPHRASE} characters): `, true, io);
  if (passphrase.length < MIN_PASSPHRASE)
    throw new LoginError(`The passphrase is shorter than ${MIN_PASSPHRASE} characters; nothing was stored.`);
  // A pipe types no slips.
  if (io.stdin.isTTY && (await ask('The same passphrase again: ', true, io)) !== passphrase)
    throw new LoginError('The two passphrases differ; nothing was stored.');
  return passphrase;
}

const ask = (prompt: string, isSecret: boolean, io: CommandIo) =>
  askLine({ prompt, isSecret, stdin: io.stdin, output: io.stderr, signal: io.signal });
