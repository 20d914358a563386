import { resolve } from 'node:path';
import { createApiClient } from '../../client/http/api-client.ts';
import { ApiError } from '../../client/http/errors.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { parseBaseUrl } from '../../platform/config/base-url.ts';
import { type Config, PAPER_PROFILE, PROFILE_NAME, PROFILE_NAME_RULE } from '../../platform/config/config-schema.ts';
import { createProfileStore, keychainAccount, type ProfileStore } from '../../platform/files/profile-store.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { writeKeyFile } from '../../platform/secrets/key-file.ts';
import { createKeychain, type Keychain } from '../../platform/secrets/keychain.ts';
import { credentialProblem, dropKeyFromEnv } from '../../platform/secrets/secrets.ts';
import { askLine } from '../../platform/terminal/key-input.ts';
import { getUsage } from '../../protocol/endpoints/account.ts';
import { type CommandIo, UsageError } from '../command.ts';
import { withProgress } from '../desk/progress-line.ts';
import { readConfig } from '../read-config.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { readBaseUrl } from '../target.ts';
import { askNewPassphrase } from './ask-passphrase.ts';
import { describeKey, type KeyUsage } from './key-summary.ts';
import { loginSyntax } from './keys-syntax.ts';

/** The login failed; nothing was stored. */
export class LoginError extends PlainError {
  constructor(message: string) {
    super(message);
    this.name = 'LoginError';
  }
}

/** Asks for a key, checks it with the service, and stores it only then. Never prints the key. */
export async function runLogin(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = createKeychain({ clock: io.clock }),
): Promise<number> {
  refuseKeys(args);
  const { values } = readArguments(args, loginSyntax);
  // Login stores what the user enters here; a key in the environment is for one run only.
  dropKeyFromEnv(io.env);
  const config = await readConfig(io);
  const store = createProfileStore({ stateDir: io.paths.stateDir, config, keychain });
  const name = chooseName(values.profile ?? config.profile);
  const baseUrl = await chooseBaseUrl(values['base-url'], name, config, store, io);
  const keyFile = values['key-file'] ? resolve(values['key-file']) : (config.profiles[name]?.keyFile ?? null);
  const account = keychainAccount(name, baseUrl);
  // Nobody should enter a key that there is no place for.
  if (!keyFile) await withProgress(io, 'Opening the keychain', () => keychain.get(account));
  const apiKey = await ask('API key (not shown): ', true, io);
  const problem = credentialProblem(apiKey);
  if (problem) throw new LoginError(problem);

  const usage = await withProgress(io, `Checking the key with ${baseUrl}`, () => checkKey(baseUrl, apiKey, config, io));
  if (keyFile) await writeKeyFile(keyFile, apiKey, await askNewPassphrase(io));
  else await withProgress(io, 'Storing the key in the keychain', () => keychain.set(account, apiKey));
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

/** A key typed as an argument is already in the shell's history and the process list. */
function refuseKeys(args: readonly string[]): void {
  if (args.some((arg) => arg.startsWith('sk_')))
    throw new UsageError(
      'A key on the command line is visible to other programs and stays in the shell history. Revoke it, then run swapdeck login and enter the new key at the prompt.',
    );
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
  const wanted = given === undefined ? null : readBaseUrl(given);
  const known = store.find(name)?.baseUrl;
  const configured = config.profiles[name]?.baseUrl;
  if (wanted !== null && configured !== undefined && wanted !== configured)
    throw new UsageError(
      `The configuration sets the address of profile ${name} to ${configured}. Change it there, or use another profile name.`,
    );
  return wanted ?? parseBaseUrl(known ?? (await askBaseUrl(io)));
}

/** Where the published clients of the API call it. */
const publishedBaseUrl = 'https://api.shuriken.trade';

async function askBaseUrl(io: CommandIo): Promise<string> {
  const prompt = `Address of the service (Enter for ${publishedBaseUrl}, or your own https://…): `;
  return (await ask(prompt, false, io)).trim() || publishedBaseUrl;
}

async function checkKey(baseUrl: string, apiKey: string, config: Config, io: CommandIo): Promise<KeyUsage> {
  const client = createApiClient({ baseUrl, apiKey, clock: io.clock, random: io.random, names: config.names });
  try {
    return (await client.call(getUsage, {}, { signal: io.signal })).data;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const why = error.kind === 'unauthorized' ? 'the service does not know this key' : error.message;
    const request = error.requestId ? ` (request ${error.requestId})` : '';
    throw new LoginError(`Login failed and nothing was stored: ${why}${request}.`);
  }
}

const ask = (prompt: string, isSecret: boolean, io: CommandIo) =>
  askLine({ prompt, isSecret, stdin: io.stdin, output: io.stderr, signal: io.signal });
