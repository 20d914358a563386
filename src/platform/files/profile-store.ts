import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Config } from '../config/config-schema.ts';
import { errorCode } from '../process/error-code.ts';
import { PlainError } from '../process/plain-error.ts';
import { readKeyFile } from '../secrets/key-file.ts';
import type { Keychain } from '../secrets/keychain.ts';
import { takeKeyFromEnv } from '../secrets/secrets.ts';
import { profilesFile } from './paths.ts';
import { writePrivateFile } from './private-file.ts';

const storedProfile = z.object({
  name: z.string(),
  baseUrl: z.string(),
  keyId: z.string(),
  keyFile: z.string().nullable(),
});
const storedProfiles = z.object({ profiles: z.array(storedProfile) });

/** What login stores besides the key: nothing secret. */
export type StoredProfile = z.output<typeof storedProfile>;

/** A profile from the configuration, a login, or both; the configuration takes precedence. */
export interface KnownProfile {
  readonly name: string;
  readonly baseUrl: string;
  readonly wallet: string | null;
  readonly socketHost: string | null;
  /** Encrypted file that contains the key; null if the keychain has it. */
  readonly keyFile: string | null;
  /** Id of the key that login checked; null without a login. */
  readonly keyId: string | null;
}

export type KeySource = 'environment' | 'key file' | 'keychain';

export interface ProfileStore {
  /** Sorted by name, without `paper`. */
  list(): KnownProfile[];
  find(name: string): KnownProfile | null;
  /** What login stored, whatever the configuration says now. */
  findLogin(name: string): StoredProfile | null;
  remember(profile: StoredProfile): void;
  /** False if nothing was stored under that name. */
  forget(name: string): boolean;
  /**
   * The key of a profile: from the environment, otherwise its key file, otherwise the keychain; null if none has one.
   * Throws KeyFileError and KeychainError.
   */
  readKey(
    profile: KnownProfile,
    env: NodeJS.ProcessEnv,
    askPassphrase: (file: string) => Promise<string>,
  ): Promise<{ readonly apiKey: string; readonly source: KeySource } | null>;
}

interface ProfileStoreOptions {
  readonly stateDir: string;
  readonly config: Config;
  readonly keychain: Keychain;
}

/** The list of logins cannot be read. */
export class ProfileStoreError extends PlainError {
  constructor(message: string) {
    super(message);
    this.name = 'ProfileStoreError';
  }
}

/**
 * Name of a key in the keychain. It includes the origin, so that a profile whose address changed finds no key, instead
 * of sending the old service's key to the new address.
 */
export const keychainAccount = (profile: string, baseUrl: string): string => `${profile}@${new URL(baseUrl).origin}`;

export function createProfileStore({ stateDir, config, keychain }: ProfileStoreOptions): ProfileStore {
  const file = profilesFile(stateDir);
  const write = (profiles: readonly StoredProfile[]) =>
    writePrivateFile(file, `${JSON.stringify({ profiles }, null, 2)}\n`);
  const list = () => merge(config, readStored(file));
  return {
    list,
    find: (name) => list().find((profile) => profile.name === name) ?? null,
    findLogin: (name) => readStored(file).find((profile) => profile.name === name) ?? null,
    remember: (profile) => write([...readStored(file).filter(({ name }) => name !== profile.name), profile]),
    forget(name) {
      const stored = readStored(file);
      const kept = stored.filter((profile) => profile.name !== name);
      if (kept.length < stored.length) write(kept);
      return kept.length < stored.length;
    },
    async readKey(profile, env, askPassphrase) {
      const given = takeKeyFromEnv(env);
      if (given) return { apiKey: given, source: 'environment' };
      if (profile.keyFile) {
        const passphrase = await askPassphrase(profile.keyFile);
        return { apiKey: await readKeyFile(profile.keyFile, passphrase), source: 'key file' };
      }
      const apiKey = await keychain.get(keychainAccount(profile.name, profile.baseUrl));
      return apiKey === null ? null : { apiKey, source: 'keychain' };
    },
  };
}

function readStored(file: string): StoredProfile[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return [];
    throw new ProfileStoreError(`The list of logins ${file} cannot be read (${code}).`);
  }
  try {
    return storedProfiles.parse(JSON.parse(text)).profiles;
  } catch {
    throw new ProfileStoreError(`The list of logins ${file} is damaged; delete it and log in again: swapdeck login`);
  }
}

function merge(config: Config, stored: readonly StoredProfile[]): KnownProfile[] {
  const names = new Set([...Object.keys(config.profiles), ...stored.map(({ name }) => name)]);
  return [...names].sort().flatMap((name) => {
    const login = stored.find((profile) => profile.name === name);
    const configured = config.profiles[name];
    const baseUrl = configured?.baseUrl ?? login?.baseUrl;
    if (!baseUrl) return [];
    const isSameAddress = login !== undefined && new URL(login.baseUrl).origin === new URL(baseUrl).origin;
    return {
      name,
      baseUrl,
      wallet: configured?.wallet ?? null,
      socketHost: configured?.socketHost ?? null,
      keyFile: configured?.keyFile ?? (isSameAddress ? login.keyFile : null),
      keyId: isSameAddress ? login.keyId : null,
    };
  });
}
